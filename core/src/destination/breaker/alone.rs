//! A breaker kept by itself.

use crate::destination::admit::Admission;
use crate::destination::alone::Alone;
use crate::destination::breaker::{Breaker, BreakerRules, Circuit, Pass, Weight};
use crate::random::Draw;
use crate::time::Moment;

impl Breaker {
    /// A breaker by itself: closed, with nothing counted.
    ///
    /// ```
    /// use reknock::destination::{Breaker, Circuit};
    /// use reknock::Moment;
    ///
    /// assert_eq!(Breaker::alone(Moment::from_millis(0)).circuit(), Circuit::Closed);
    /// ```
    #[must_use]
    pub const fn alone(now: Moment) -> Alone<Self> {
        Alone::starting(now, Self::NEW)
    }
}

impl Alone<Breaker> {
    /// Whether an attempt may be made now.
    ///
    /// A *wait* takes one draw, [counted](Draw::draw) by the moment; it must
    /// differ between callers, so take it from a generator, or derive it from
    /// the key of the delivery that asks.
    ///
    /// ```
    /// use reknock::destination::{Admission, Breaker, BreakerRules};
    /// use reknock::{Derived, Moment};
    ///
    /// let now = Moment::from_millis(0);
    /// let mut breaker = Breaker::alone(now);
    /// let admission = breaker.admit(&BreakerRules::DEFAULT, now, &mut Derived::new(7, 42));
    /// assert!(matches!(admission, Admission::Go(_)));
    /// ```
    pub fn admit<D: Draw + ?Sized>(
        &mut self,
        rules: &BreakerRules,
        now: Moment,
        random: &mut D,
    ) -> Admission<Pass> {
        self.offer(rules, now, random, |breaker, now| {
            breaker.ask(rules)?;
            Ok(breaker.take(rules, now))
        })
    }

    /// Takes in what came of an attempt, and tells the state afterwards.
    ///
    /// A result of an older generation, or of a probe that was given up, does
    /// nothing. One that makes the breaker open takes a draw, [counted](Draw::draw)
    /// by the moment.
    ///
    /// ```
    /// use reknock::destination::{Admission, Breaker, BreakerRules, Circuit, Weight};
    /// use reknock::{Derived, Moment};
    ///
    /// let (rules, now) = (BreakerRules::DEFAULT, Moment::from_millis(0));
    /// let mut breaker = Breaker::alone(now);
    /// let mut draws = Derived::new(7, 42);
    /// let Admission::Go(pass) = breaker.admit(&rules, now, &mut draws) else { unreachable!() };
    /// let circuit = breaker.result(&rules, now, pass, Weight::Failure, &mut draws);
    /// assert_eq!(circuit, Circuit::Closed, "one failure is no trend");
    /// ```
    // By value: one pass, one result.
    #[expect(clippy::needless_pass_by_value)]
    pub fn result<D: Draw + ?Sized>(
        &mut self,
        rules: &BreakerRules,
        now: Moment,
        pass: Pass,
        weight: Weight,
        random: &mut D,
    ) -> Circuit {
        let taken_in = self.try_change(rules, now, |breaker, now| {
            breaker.result(rules, now, &pass, weight, random).counted()
        });
        // Late or not, the state that is stored now is the answer.
        let (Ok(()) | Err(())) = taken_in;
        self.circuit()
    }

    /// Opens it by hand, until [`reset`](Self::reset).
    ///
    /// ```
    /// use reknock::destination::{Admission, Because, Breaker, BreakerRules};
    /// use reknock::{Derived, Moment};
    ///
    /// let (rules, now) = (BreakerRules::DEFAULT, Moment::from_millis(0));
    /// let mut breaker = Breaker::alone(now);
    /// breaker.isolate(&rules, now);
    /// let admission = breaker.admit(&rules, now, &mut Derived::new(7, 42));
    /// assert_eq!(admission, Admission::Hold(Because::Isolated));
    /// ```
    pub fn isolate(&mut self, rules: &BreakerRules, now: Moment) {
        self.change(rules, now, |breaker, _| breaker.isolate());
    }

    /// Closes it by hand, with nothing counted.
    ///
    /// ```
    /// use reknock::destination::{Breaker, BreakerRules, Circuit};
    /// use reknock::Moment;
    ///
    /// let (rules, now) = (BreakerRules::DEFAULT, Moment::from_millis(0));
    /// let mut breaker = Breaker::alone(now);
    /// breaker.isolate(&rules, now);
    /// breaker.reset(&rules, now);
    /// assert_eq!(breaker.circuit(), Circuit::Closed);
    /// ```
    pub fn reset(&mut self, rules: &BreakerRules, now: Moment) {
        self.change(rules, now, |breaker, _| breaker.reset());
    }

    /// The name of its state. Time alone never changes it.
    ///
    /// ```
    /// # use reknock::destination::{Breaker, Circuit};
    /// # use reknock::Moment;
    /// assert_eq!(Breaker::alone(Moment::from_millis(0)).circuit(), Circuit::Closed);
    /// ```
    #[must_use]
    pub const fn circuit(&self) -> Circuit {
        self.guard.circuit()
    }
}
