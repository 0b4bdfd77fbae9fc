//! A destination's admission: every guard is asked before any is changed.

use crate::destination::admit::{Admission, Because, Kind, Refusal};
use crate::destination::breaker::Pass;
use crate::destination::gate::Place;
use crate::destination::standing::Standing;
use crate::destination::{Destination, DestinationRules};
use crate::random::Draw;
use crate::time::Moment;

impl Destination {
    /// Whether an attempt may be made now.
    ///
    /// *Go* comes with a permit, to be [reported](Self::report) once the attempt
    /// has ended; where several workers share the state, only after it was
    /// stored. A refusal costs the delivery no attempt, gives nothing away, and
    /// need not be stored unless it changed the [version](Self::version).
    ///
    /// A *wait* takes one draw, [counted](Draw::draw) by the moment. It must
    /// differ between callers: take it from a generator, or derive it from the
    /// key of the delivery that asks, not from the destination's.
    ///
    /// ```
    /// use reknock::destination::{Admission, Because, Destination, DestinationRules, Kind};
    /// use reknock::{Derived, Moment};
    ///
    /// let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// let mut destination = Destination::new(&rules, now);
    /// let mut draws = Derived::for_id(0x5eed, "evt_1");
    ///
    /// for _ in 0..10 {
    ///     let admission = destination.admit(&rules, now, Kind::First, &mut draws);
    ///     assert!(matches!(admission, Admission::Go(_)));
    /// }
    /// let admission = destination.admit(&rules, now, Kind::First, &mut draws);
    /// let Admission::Wait { until, because } = admission else { unreachable!() };
    /// assert_eq!(because, Because::Full);
    /// assert!(until > now);
    /// ```
    pub fn admit<D: Draw + ?Sized>(
        &mut self,
        rules: &DestinationRules,
        now: Moment,
        kind: Kind,
        random: &mut D,
    ) -> Admission<Permit> {
        let asked = Asked::for_kind(kind);
        let permit = self.try_change(rules, now, |destination, now| {
            let permit = destination
                .ask(rules, asked)
                .map(|()| destination.take(rules, now, asked, kind));
            permit.map_err(|refusal| (refusal, now))
        });
        match permit {
            Ok(permit) => Admission::Go(permit),
            Err((refusal, now)) => refusal.answer(now, random),
        }
    }

    /// The first guard's refusal, in the order that leaves the least to ask.
    pub(crate) fn ask(&self, rules: &DestinationRules, asked: Asked) -> Result<(), Refusal> {
        if asked.has(Asked::STANDING)
            && let Standing::Disabled { .. } = self.standing
        {
            return Err(Refusal::hold(Because::Disabled));
        }
        if asked.has(Asked::BREAKER) {
            self.breaker.ask(&rules.breaker)?;
        }
        if asked.has(Asked::GATE) {
            self.gate.ask(&rules.gate)?;
        }
        if asked.has(Asked::BUDGET) {
            self.budget.ask(&rules.budget)?;
        }
        if asked.has(Asked::REPLAY) {
            self.replay.ask(&rules.replay)?;
        }
        Ok(())
    }

    /// What every guard gives that was asked; of the others the permit holds nothing.
    pub(crate) fn take(
        &mut self,
        rules: &DestinationRules,
        now: Moment,
        asked: Asked,
        kind: Kind,
    ) -> Permit {
        let mut permit = Permit {
            kind,
            pass: Pass::NONE,
            place: Place::NONE,
        };
        if asked.has(Asked::BREAKER) {
            permit.pass = self.breaker.take(&rules.breaker, now);
        }
        if asked.has(Asked::GATE) {
            permit.place = self.gate.take(&rules.gate, now);
        }
        if asked.has(Asked::BUDGET) {
            self.budget.take(&rules.budget);
        }
        if asked.has(Asked::REPLAY) {
            self.replay.take(&rules.replay);
        }
        permit
    }
}

/// The guards that an admission asks, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asked(pub(crate) u8);

impl Asked {
    const STANDING: u8 = 1;
    const BREAKER: u8 = 2;
    const GATE: u8 = 4;
    const BUDGET: u8 = 8;
    const REPLAY: u8 = 16;

    /// Those of a whole destination.
    #[inline]
    const fn for_kind(kind: Kind) -> Self {
        let every = Self::STANDING | Self::BREAKER | Self::GATE;
        Self(match kind {
            Kind::First => every,
            Kind::Retry => every | Self::BUDGET,
            Kind::Replay => every | Self::REPLAY,
        })
    }

    #[inline]
    const fn has(self, guard: u8) -> bool {
        self.0 & guard != 0
    }
}

/// Leave for one attempt, to be handed back with what came of it.
///
/// After the gate's lease a report teaches nothing, and one that comes twice
/// counts once; after a change of the breaker, or a probe's lease, it teaches
/// the breaker nothing.
///
/// ```
/// use reknock::destination::{Admission, Destination, DestinationRules, Kind};
/// use reknock::{Derived, Millis, Moment};
///
/// let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
/// let mut destination = Destination::new(&rules, now);
/// let admission = destination.admit(&rules, now, Kind::First, &mut Derived::new(7, 42));
/// let Admission::Go(permit) = admission else { unreachable!() };
/// assert_eq!(permit.kind(), Kind::First);
/// assert!(permit.until() >= now.after(Millis::from_mins(2)));
/// ```
// Not `Copy`: one permit, one report. `Clone`, for a report that is written
// again because another worker was faster.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Permit {
    pub(crate) kind: Kind,
    pub(crate) pass: Pass,
    pub(crate) place: Place,
}

impl Permit {
    /// A permit from its parts, for a store or a binding with a form of its own.
    ///
    /// ```
    /// use reknock::destination::{Kind, Pass, Permit, Place};
    /// use reknock::Moment;
    ///
    /// let place = Place::from_parts(0, 1, Moment::from_millis(120_000));
    /// let permit = Permit::from_parts(Kind::Retry, Pass::from_parts(0, None), place);
    /// assert_eq!(permit.kind(), Kind::Retry);
    /// ```
    #[must_use]
    pub const fn from_parts(kind: Kind, pass: Pass, place: Place) -> Self {
        Self { kind, pass, place }
    }

    /// What the breaker gave.
    ///
    /// ```
    /// # use reknock::destination::{Kind, Pass, Permit, Place};
    /// # let place = Place::from_parts(0, 1, reknock::Moment::from_millis(120_000));
    /// let permit = Permit::from_parts(Kind::Retry, Pass::from_parts(7, None), place);
    /// assert_eq!(permit.pass().generation(), 7);
    /// ```
    #[must_use]
    pub const fn pass(&self) -> &Pass {
        &self.pass
    }

    /// What the gate gave.
    ///
    /// ```
    /// # use reknock::destination::{Kind, Pass, Permit, Place};
    /// # let place = Place::from_parts(2, 1, reknock::Moment::from_millis(120_000));
    /// let permit = Permit::from_parts(Kind::Retry, Pass::from_parts(7, None), place);
    /// assert_eq!(permit.place().index(), 2);
    /// ```
    #[must_use]
    pub const fn place(&self) -> &Place {
        &self.place
    }

    /// Which kind of attempt it is for.
    ///
    /// ```
    /// # use reknock::destination::{Admission, Destination, DestinationRules, Kind};
    /// # use reknock::{Derived, Moment};
    /// # let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// # let mut destination = Destination::new(&rules, now);
    /// let admission = destination.admit(&rules, now, Kind::Retry, &mut Derived::new(7, 42));
    /// assert!(matches!(admission, Admission::Go(permit) if permit.kind() == Kind::Retry));
    /// ```
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether the breaker waits for this very result.
    ///
    /// ```
    /// # use reknock::destination::{Admission, Destination, DestinationRules, Kind};
    /// # use reknock::{Derived, Moment};
    /// # let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// # let mut destination = Destination::new(&rules, now);
    /// let admission = destination.admit(&rules, now, Kind::First, &mut Derived::new(7, 42));
    /// assert!(matches!(admission, Admission::Go(permit) if !permit.is_probe()));
    /// ```
    #[must_use]
    pub const fn is_probe(&self) -> bool {
        self.pass.is_probe()
    }

    /// When it is given up, by the gate or, of a probe, by the breaker: the
    /// attempt must have been reported before.
    ///
    /// ```
    /// # use reknock::destination::{Admission, Destination, DestinationRules, Kind};
    /// # use reknock::{Derived, Moment};
    /// # let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// # let mut destination = Destination::new(&rules, now);
    /// let admission = destination.admit(&rules, now, Kind::First, &mut Derived::new(7, 42));
    /// assert!(matches!(admission, Admission::Go(permit) if permit.until() > now));
    /// ```
    #[must_use]
    pub const fn until(&self) -> Moment {
        let place = self.place.until();
        match &self.pass.probe {
            Some(probe) if probe.until.as_millis() < place.as_millis() => probe.until,
            _ => place,
        }
    }
}
