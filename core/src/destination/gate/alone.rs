//! A gate kept by itself.

use crate::destination::admit::Admission;
use crate::destination::alone::Alone;
use crate::destination::gate::{Gate, GateRules, Place};
use crate::random::Draw;
use crate::time::Moment;

impl Gate {
    /// A gate by itself, with all places free.
    ///
    /// ```
    /// use reknock::destination::{Gate, GateRules};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// assert_eq!(Gate::alone(now).in_flight(&GateRules::DEFAULT, now), 0);
    /// ```
    #[must_use]
    pub const fn alone(now: Moment) -> Alone<Self> {
        Alone::starting(now, Self::NEW)
    }
}

impl Alone<Gate> {
    /// Whether there is a place now.
    ///
    /// A *wait* takes one draw, [counted](Draw::draw) by the moment, which must
    /// differ between callers.
    ///
    /// ```
    /// use reknock::destination::{Admission, Gate, GateRules};
    /// use reknock::{Derived, Moment};
    ///
    /// let now = Moment::from_millis(0);
    /// let mut gate = Gate::alone(now);
    /// let admission = gate.admit(&GateRules::DEFAULT, now, &mut Derived::new(7, 42));
    /// assert!(matches!(admission, Admission::Go(_)));
    /// assert_eq!(gate.in_flight(&GateRules::DEFAULT, now), 1);
    /// ```
    pub fn admit<D: Draw + ?Sized>(
        &mut self,
        rules: &GateRules,
        now: Moment,
        random: &mut D,
    ) -> Admission<Place> {
        self.offer(rules, now, random, |gate, now| {
            gate.ask(rules)?;
            Ok(gate.take(rules, now))
        })
    }

    /// Takes a place back; false if its lease had run out, or it came back
    /// before.
    ///
    /// ```
    /// use reknock::destination::{Admission, Gate, GateRules};
    /// use reknock::{Derived, Moment};
    ///
    /// let (rules, now) = (GateRules::DEFAULT, Moment::from_millis(0));
    /// let mut gate = Gate::alone(now);
    /// let admission = gate.admit(&rules, now, &mut Derived::new(7, 42));
    /// let Admission::Go(place) = admission else { unreachable!() };
    /// assert!(gate.release(&rules, now, place.clone()));
    /// assert!(!gate.release(&rules, now, place));
    /// ```
    // By value: a place is given back once.
    #[expect(clippy::needless_pass_by_value)]
    pub fn release(&mut self, rules: &GateRules, now: Moment, place: Place) -> bool {
        let released = self.try_change(rules, now, |gate, now| gate.release(now, &place));
        released.is_ok()
    }

    /// How many attempts are under way.
    ///
    /// ```
    /// # use reknock::destination::{Gate, GateRules};
    /// # use reknock::Moment;
    /// # let now = Moment::from_millis(0);
    /// assert_eq!(Gate::alone(now).in_flight(&GateRules::DEFAULT, now), 0);
    /// ```
    #[must_use]
    pub fn in_flight(&self, rules: &GateRules, now: Moment) -> u8 {
        self.settled(rules, now).taken()
    }
}
