//! A destination's state, and how a call changes it.

use crate::destination::Guard;
use crate::destination::breaker::{Breaker, BreakerRules};
use crate::destination::budget::{Budget, BudgetRules};
use crate::destination::clock::Step;
use crate::destination::gate::{Gate, GateRules};
use crate::destination::health::{Health, HealthRules};
use crate::destination::replay::{Replay, ReplayRules};
use crate::destination::standing::{DisableRules, Standing};
use crate::destination::storm::{Storm, StormRules};
use crate::time::{Millis, Moment};

/// All guards of one destination behind two calls: [`admit`](Self::admit) before
/// an attempt, [`report`](Self::report) after it.
///
/// Small enough to stand in the destination's own row: 200 bytes in memory.
/// Several workers share it by compare-and-set on its [version](Self::version).
///
/// ```
/// use reknock::destination::{Admission, Destination, DestinationRules, Heard, Kind, Report};
/// use reknock::{presets, Delivery, Derived, Moment, Outcome};
///
/// let (rules, policy) = (DestinationRules::DEFAULT, presets::STORM_SAFE);
/// let now = Moment::from_millis(1_700_000_000_000);
/// let mut destination = Destination::new(&rules, now);
/// let mut delivery = Delivery::new(now);
/// let mut draws = Derived::for_id(0x5eed, "evt_1");
///
/// let kind = Kind::of_attempts(delivery.attempts());
/// if let Admission::Go(permit) = destination.admit(&rules, now, kind, &mut draws) {
///     let outcome = Outcome::status(503); // what the attempt ended with
///     let decision = policy.decide(&mut delivery, outcome, now, &mut draws);
///     let report = Report::of(&policy, outcome, &delivery, &decision);
///     let heard = destination.report(&rules, now, permit, &report, &mut draws);
///     assert!(matches!(heard, Heard::Counted { disabled: None, .. }));
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Destination {
    pub(crate) at: Moment,
    pub(crate) version: u32,
    pub(crate) standing: Standing,
    pub(crate) breaker: Breaker,
    pub(crate) gate: Gate,
    pub(crate) budget: Budget,
    pub(crate) storm: Storm,
    pub(crate) replay: Replay,
    pub(crate) health: Health,
}

/// The rules of all guards of a destination, each checked when it was built.
///
/// Two of them meet: a gate's `lease` shorter than the breaker's `probe_lease`
/// ends a probe first, and `disable.exhausted` counts over health's window.
///
/// ```
/// use reknock::destination::{BudgetRules, DestinationRules, GateRules};
/// use reknock::policy;
///
/// const RULES: DestinationRules = DestinationRules {
///     gate: policy!(GateRules::draft().max(4)),
///     budget: BudgetRules::AWS,
///     ..DestinationRules::DEFAULT
/// };
/// assert_ne!(RULES, DestinationRules::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DestinationRules {
    /// When to stop knocking.
    pub breaker: BreakerRules,
    /// How many at a time.
    pub gate: GateRules,
    /// How many retries for how many first attempts.
    pub budget: BudgetRules,
    /// When retries are a storm.
    pub storm: StormRules,
    /// How fast dead letters are let out again.
    pub replay: ReplayRules,
    /// What the numbers are taken over.
    pub health: HealthRules,
    /// When to stop for good.
    pub disable: DisableRules,
}

impl DestinationRules {
    /// The defaults of every guard.
    ///
    /// ```
    /// use reknock::destination::{BreakerRules, DestinationRules};
    ///
    /// assert_eq!(DestinationRules::DEFAULT.breaker, BreakerRules::DEFAULT);
    /// ```
    pub const DEFAULT: Self = Self {
        breaker: BreakerRules::DEFAULT,
        gate: GateRules::DEFAULT,
        budget: BudgetRules::DEFAULT,
        storm: StormRules::DEFAULT,
        replay: ReplayRules::DEFAULT,
        health: HealthRules::DEFAULT,
        disable: DisableRules::DEFAULT,
    };
}

impl Default for DestinationRules {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Destination {
    /// A destination that nothing is known about: served, all guards new.
    ///
    /// ```
    /// use reknock::destination::{Destination, DestinationRules};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// assert_eq!(Destination::new(&DestinationRules::DEFAULT, now).version(), 0);
    /// ```
    #[must_use]
    pub const fn new(rules: &DestinationRules, now: Moment) -> Self {
        Self {
            at: now,
            version: 0,
            standing: Standing::NEW,
            breaker: Breaker::NEW,
            gate: Gate::NEW,
            budget: Budget::new(&rules.budget),
            storm: Storm::NEW,
            replay: Replay::NEW,
            health: Health::NEW,
        }
    }

    /// Goes up with every call that changes the state: what a compare-and-set
    /// compares. A call that left it alone needs no write.
    ///
    /// ```
    /// use reknock::destination::{Destination, DestinationRules};
    /// use reknock::Moment;
    ///
    /// let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// let mut destination = Destination::new(&rules, now);
    /// destination.waiting(&rules, now, 7);
    /// assert_eq!(destination.version(), 1);
    /// ```
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// The point in time that the state is of.
    ///
    /// ```
    /// # use reknock::destination::{Destination, DestinationRules};
    /// # use reknock::Moment;
    /// let now = Moment::from_millis(5);
    /// assert_eq!(Destination::new(&DestinationRules::DEFAULT, now).at(), now);
    /// ```
    #[must_use]
    pub const fn at(&self) -> Moment {
        self.at
    }

    /// Moves the state from one time base to another: what was `was` is `is`
    /// now. For a device whose clock begins again at 0 after a reset.
    ///
    /// ```
    /// # use reknock::destination::{Destination, DestinationRules};
    /// # use reknock::Moment;
    /// let mut destination =
    ///     Destination::new(&DestinationRules::DEFAULT, Moment::from_millis(70_000));
    /// destination.rebase(Moment::from_millis(90_000), Moment::from_millis(0));
    /// assert_eq!(destination.at(), Moment::from_millis(-20_000));
    /// ```
    pub const fn rebase(&mut self, was: Moment, is: Moment) {
        self.at = self.at.moved(was, is);
    }

    /// A call that always changes the state.
    pub(crate) fn change<T>(
        &mut self,
        rules: &DestinationRules,
        now: Moment,
        change: impl FnOnce(&mut Self, Moment) -> T,
    ) -> T {
        let step = Step::new(self.at, now);
        self.settle(rules, step.elapsed);
        self.touch(step.now);
        change(self, step.now)
    }

    /// A call that leaves the state as it was where it comes to nothing (`Err`).
    pub(crate) fn try_change<T, E>(
        &mut self,
        rules: &DestinationRules,
        now: Moment,
        change: impl FnOnce(&mut Self, Moment) -> Result<T, E>,
    ) -> Result<T, E> {
        let step = Step::new(self.at, now);
        let mut after = self.settled(rules, now);
        let done = change(&mut after, step.now);
        if done.is_ok() {
            *self = after;
        }
        if done.is_ok() || step.set_back {
            self.touch(step.now);
        }
        done
    }

    /// The state as it is now; the stored one stays as it was.
    pub(crate) fn settled(&self, rules: &DestinationRules, now: Moment) -> Self {
        let mut after = *self;
        after.settle(rules, Step::new(self.at, now).elapsed);
        after
    }

    pub(crate) const fn touch(&mut self, now: Moment) {
        self.at = now;
        self.version = self.version.wrapping_add(1);
    }
}

impl Guard for Destination {
    type Rules = DestinationRules;

    fn settle(&mut self, rules: &DestinationRules, elapsed: Millis) {
        self.standing.settle(elapsed);
        self.breaker.settle(&rules.breaker, elapsed);
        self.gate.settle(&rules.gate, elapsed);
        self.budget.settle(&rules.budget, elapsed);
        self.storm.settle(&rules.storm, elapsed);
        self.replay.settle(&rules.replay, elapsed);
        self.health.settle(&rules.health, elapsed);
    }
}

#[cfg(test)]
mod tests {
    use super::{Destination, Standing};

    #[test]
    fn the_state_is_small() {
        assert!(size_of::<Standing>() <= 8);
        assert!(size_of::<Destination>() <= 200);
    }
}
