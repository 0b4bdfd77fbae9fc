//! What came of an attempt, and what every guard learns from it.

use crate::delivery::classify::Class;
use crate::delivery::decision::{DeadReason, Decision};
use crate::delivery::outcome::{Ending, Failure, Outcome};
use crate::delivery::state::Delivery;
use crate::destination::admit::Kind;
use crate::destination::breaker::{Circuit, Effect};
use crate::destination::gate::Late;
use crate::destination::permit::Permit;
use crate::destination::standing::Why;
use crate::destination::{Destination, DestinationRules};
use crate::policy::Policy;
use crate::random::Draw;
use crate::time::Moment;

impl Destination {
    /// Takes in what came of an attempt: every guard learns of it, once.
    ///
    /// Repeat it until it is stored; what was heard already is late. A result
    /// that makes the breaker open takes one draw, [counted](crate::Draw::draw) by
    /// the moment.
    ///
    /// ```
    /// use reknock::destination::{
    ///     Admission, Circuit, Destination, DestinationRules, Ended, Heard, Kind, Report, Why,
    /// };
    /// use reknock::{Class, DeadReason, Derived, Ending, Moment};
    ///
    /// let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// let mut destination = Destination::new(&rules, now);
    /// let mut draws = Derived::new(7, 42);
    /// let Admission::Go(permit) = destination.admit(&rules, now, Kind::First, &mut draws) else {
    ///     unreachable!()
    /// };
    /// let report = Report {
    ///     ending: Ending::Status(410),
    ///     class: Class::Gone,
    ///     attempts: 1,
    ///     ended: Ended::Dead(DeadReason::Gone),
    /// };
    /// let heard = destination.report(&rules, now, permit, &report, &mut draws);
    /// let disabled = Heard::Counted { breaker: Circuit::Closed, disabled: Some(Why::Gone) };
    /// assert_eq!(heard, disabled);
    /// assert_eq!(destination.tell(&rules, now), Some(Why::Gone), "tell its owner");
    /// assert_eq!(destination.tell(&rules, now), None, "once");
    /// ```
    // By value: one permit, one report.
    #[expect(clippy::needless_pass_by_value)]
    pub fn report<D: Draw + ?Sized>(
        &mut self,
        rules: &DestinationRules,
        now: Moment,
        permit: Permit,
        report: &Report,
        random: &mut D,
    ) -> Heard {
        let heard = self.try_change(rules, now, |destination, now| {
            destination.gate.release(now, &permit.place)?;
            let disabled = destination.learn(rules, now, &permit, report, random);
            Ok::<_, Late>(disabled)
        });
        match heard {
            Ok(disabled) => Heard::Counted {
                breaker: self.breaker.circuit(),
                disabled,
            },
            Err(Late) => Heard::Late,
        }
    }

    /// Every guard but the gate; tells why the destination became disabled.
    pub(crate) fn learn<D: Draw + ?Sized>(
        &mut self,
        rules: &DestinationRules,
        now: Moment,
        permit: &Permit,
        report: &Report,
        random: &mut D,
    ) -> Option<Why> {
        let weight = rules.breaker.weight(report.ending, report.class);
        let breaker = &mut self.breaker;
        let of_now = permit.pass.generation == breaker.generation;
        let effect = breaker.result(&rules.breaker, now, &permit.pass, weight, random);
        if effect == Effect::Tripped {
            self.replay.opened(&rules.replay);
        }
        let kind = permit.kind;
        if report.is(Failure::Local) {
            // The attempt never left: it says nothing about the destination.
            if kind == Kind::Retry {
                self.budget.give_back(&rules.budget);
            }
            self.health.ended(report.ended, report.attempts, true);
            return None;
        }
        let timeout = report.is(Failure::Timeout);
        self.budget
            .result(&rules.budget, kind, report.class, timeout);
        self.storm.count(kind);
        if kind == Kind::Replay {
            self.replay.result(&rules.replay, weight);
        }
        let delivered = report.class == Class::Delivered;
        self.health.result(kind, report.attempts, delivered);
        self.health.ended(report.ended, report.attempts, false);
        let exhausted = self.health.exhausted();
        self.standing
            .take(&rules.disable, report, exhausted, of_now)
    }
}

/// What came of an attempt, after the decision on it.
///
/// ```
/// use reknock::destination::{Ended, Report};
/// use reknock::{Class, Ending, Failure};
///
/// let report = Report {
///     ending: Ending::Failure(Failure::Timeout),
///     class: Class::Transient,
///     attempts: 3,
///     ended: Ended::No,
/// };
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Report {
    /// How the attempt ended.
    pub ending: Ending,
    /// What that means under the delivery's policy.
    pub class: Class,
    /// The delivery's attempts, this one counted.
    pub attempts: u32,
    /// Whether the delivery is over.
    pub ended: Ended,
}

impl Report {
    /// The report of an outcome that a policy has decided on; `delivery` is as
    /// it was left by that decision.
    ///
    /// ```
    /// use reknock::destination::{Ended, Report};
    /// use reknock::{presets, Class, Delivery, Derived, Ending, Moment, Outcome};
    ///
    /// let (policy, now) = (presets::STORM_SAFE, Moment::from_millis(0));
    /// let mut delivery = Delivery::new(now);
    /// let outcome = Outcome::status(503);
    /// let decision = policy.decide(&mut delivery, outcome, now, &mut Derived::new(7, 42));
    /// let report = Report::of(&policy, outcome, &delivery, &decision);
    /// assert_eq!((report.ending, report.class), (Ending::Status(503), Class::Transient));
    /// assert_eq!((report.attempts, report.ended), (1, Ended::No));
    /// ```
    #[must_use]
    pub fn of(policy: &Policy, outcome: Outcome, delivery: &Delivery, decision: &Decision) -> Self {
        Self {
            ending: outcome.ending(),
            class: policy.classify(outcome),
            attempts: delivery.attempts(),
            ended: Ended::of(decision),
        }
    }

    /// Whether the request can never be sent as it is: no fault of the
    /// destination's.
    #[inline]
    pub(crate) fn is_invalid(&self) -> bool {
        self.is(Failure::Invalid)
    }

    #[inline]
    fn is(&self, failure: Failure) -> bool {
        self.ending == Ending::Failure(failure)
    }
}

/// What a destination made of a report.
///
/// ```
/// use reknock::destination::{Circuit, Heard};
///
/// let heard = Heard::Counted { breaker: Circuit::Closed, disabled: None };
/// assert_ne!(heard, Heard::Late);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Heard {
    /// Nothing: it came after its lease, or for the second time.
    Late,
    /// The guards know now; the breaker, if it still waited for this result.
    Counted {
        /// The breaker's state afterwards.
        breaker: Circuit,
        /// Why the destination became disabled, just now.
        disabled: Option<Why>,
    },
}

/// Whether an attempt ended its delivery, and how.
///
/// ```
/// use reknock::destination::Ended;
/// use reknock::{DeadReason, Decision};
///
/// assert_eq!(Ended::of(&Decision::Delivered), Ended::Delivered);
/// assert_eq!(Ended::Dead(DeadReason::Window).name(), "window");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Ended {
    /// It will be tried again.
    No,
    /// It arrived.
    Delivered,
    /// It became a dead letter, for this reason.
    Dead(DeadReason),
}

impl Ended {
    /// What a decision means for the delivery.
    ///
    /// ```
    /// use reknock::destination::Ended;
    ///
    /// assert_eq!(Ended::of(&reknock::Decision::Delivered).name(), "delivered");
    /// ```
    #[must_use]
    pub const fn of(decision: &Decision) -> Self {
        match decision {
            Decision::Delivered => Self::Delivered,
            Decision::Retry { .. } => Self::No,
            Decision::DeadLetter { reason, .. } => Self::Dead(*reason),
        }
    }

    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Ended::No.name(), "no");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Delivered => "delivered",
            Self::Dead(reason) => reason.name(),
        }
    }

    /// Whether the delivery ran out of tries or time, which says more about the
    /// destination than about the event.
    #[inline]
    pub(crate) const fn is_exhausted(self) -> bool {
        matches!(
            self,
            Self::Dead(DeadReason::Attempts | DeadReason::Window | DeadReason::Dns)
        )
    }
}
