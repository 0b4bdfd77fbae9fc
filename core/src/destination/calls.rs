//! What a person or a program can tell a destination, and ask it.

use crate::destination::breaker::Circuit;
use crate::destination::health::{HealthReport, Thresholds};
use crate::destination::standing::{Standing, Why};
use crate::destination::storm::StormReport;
use crate::destination::{Destination, DestinationRules};
use crate::time::Moment;

impl Destination {
    /// Stops serving it, by hand; nothing if it is disabled already.
    ///
    /// ```
    /// use reknock::destination::{Destination, DestinationRules, Why};
    /// use reknock::Moment;
    ///
    /// let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// let mut destination = Destination::new(&rules, now);
    /// destination.disable(&rules, now);
    /// assert_eq!(destination.status(&rules, now).disabled, Some(Why::Hand));
    /// ```
    pub fn disable(&mut self, rules: &DestinationRules, now: Moment) {
        self.change(rules, now, |destination, _| destination.disable_now());
    }

    /// Serves it again, as if nothing had been wrong, and begins a replay: the
    /// events that were kept go out as [`Kind::Replay`](super::Kind::Replay), at
    /// its pace. Also where it is served already.
    ///
    /// ```
    /// use reknock::destination::{Destination, DestinationRules};
    /// use reknock::Moment;
    ///
    /// let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// let mut destination = Destination::new(&rules, now);
    /// destination.disable(&rules, now);
    /// destination.enable(&rules, now);
    /// let status = destination.status(&rules, now);
    /// assert_eq!((status.disabled, status.replay_rate), (None, Some(100)));
    /// ```
    pub fn enable(&mut self, rules: &DestinationRules, now: Moment) {
        self.change(rules, now, |destination, _| destination.enable_now(rules));
    }

    /// Why its owner should be told that it was disabled; once.
    ///
    /// ```
    /// use reknock::destination::{Destination, DestinationRules};
    /// use reknock::Moment;
    ///
    /// let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// let mut destination = Destination::new(&rules, now);
    /// assert_eq!(destination.tell(&rules, now), None, "there is nothing to tell");
    /// ```
    #[must_use = "it is said once"]
    pub fn tell(&mut self, rules: &DestinationRules, now: Moment) -> Option<Why> {
        let told = self.try_change(rules, now, |destination, _| {
            match &mut destination.standing {
                Standing::Disabled { why, told, .. } if !*told => {
                    *told = true;
                    Ok(*why)
                }
                Standing::Disabled { .. } | Standing::Serving { .. } => Err(()),
            }
        });
        told.ok()
    }

    /// Opens the breaker by hand, until [`reset`](Self::reset).
    ///
    /// ```
    /// use reknock::destination::{Circuit, Destination, DestinationRules};
    /// use reknock::Moment;
    ///
    /// let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// let mut destination = Destination::new(&rules, now);
    /// destination.isolate(&rules, now);
    /// assert_eq!(destination.status(&rules, now).breaker, Circuit::Isolated);
    /// ```
    pub fn isolate(&mut self, rules: &DestinationRules, now: Moment) {
        self.change(rules, now, |destination, _| destination.breaker.isolate());
    }

    /// Closes the breaker by hand, with nothing counted.
    ///
    /// ```
    /// # use reknock::destination::{Circuit, Destination, DestinationRules};
    /// # use reknock::Moment;
    /// # let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// # let mut destination = Destination::new(&rules, now);
    /// destination.isolate(&rules, now);
    /// destination.reset(&rules, now);
    /// assert_eq!(destination.status(&rules, now).breaker, Circuit::Closed);
    /// ```
    pub fn reset(&mut self, rules: &DestinationRules, now: Moment) {
        self.change(rules, now, |destination, _| destination.breaker.reset());
    }

    /// Begins to let dead letters out, from the beginning if it does already.
    ///
    /// ```
    /// # use reknock::destination::{Destination, DestinationRules};
    /// # use reknock::Moment;
    /// # let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// # let mut destination = Destination::new(&rules, now);
    /// destination.replay(&rules, now);
    /// assert_eq!(destination.status(&rules, now).replay_rate, Some(100));
    /// ```
    pub fn replay(&mut self, rules: &DestinationRules, now: Moment) {
        self.change(rules, now, |destination, _| {
            destination.replay.begin(&rules.replay);
        });
    }

    /// Lets no dead letters out any more.
    ///
    /// ```
    /// # use reknock::destination::{Destination, DestinationRules};
    /// # use reknock::Moment;
    /// # let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// # let mut destination = Destination::new(&rules, now);
    /// destination.replay(&rules, now);
    /// destination.stop_replay(&rules, now);
    /// assert_eq!(destination.status(&rules, now).replay_rate, None);
    /// ```
    pub fn stop_replay(&mut self, rules: &DestinationRules, now: Moment) {
        self.change(rules, now, |destination, _| destination.replay.stop());
    }

    /// Tells how many retries wait for this destination now.
    ///
    /// ```
    /// # use reknock::destination::{Destination, DestinationRules, StormLevel};
    /// # use reknock::Moment;
    /// # let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// # let mut destination = Destination::new(&rules, now);
    /// destination.waiting(&rules, now, 1_000);
    /// assert_eq!(destination.storm(&rules, now).level, StormLevel::Warning);
    /// ```
    pub fn waiting(&mut self, rules: &DestinationRules, now: Moment, depth: u32) {
        self.change(rules, now, |destination, _| {
            destination.storm.waiting(depth);
        });
    }

    /// Whether retries outnumber first attempts, and how far to stretch their
    /// delays: what [`decide_stretched`](crate::Policy::decide_stretched) takes.
    ///
    /// ```
    /// # use reknock::destination::{Destination, DestinationRules};
    /// # use reknock::{Moment, Stretch};
    /// # let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// let destination = Destination::new(&rules, now);
    /// assert_eq!(destination.storm(&rules, now).stretch, Stretch::NONE);
    /// ```
    #[must_use]
    pub fn storm(&self, rules: &DestinationRules, now: Moment) -> StormReport {
        self.settled(rules, now).storm.report(&rules.storm)
    }

    /// How it fares, compared with what is healthy. `waiting` is the number of
    /// deliveries in retry, `overdue` of those in retry for more than a day.
    ///
    /// ```
    /// # use reknock::destination::{Destination, DestinationRules, Thresholds};
    /// # use reknock::Moment;
    /// # let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// let destination = Destination::new(&rules, now);
    /// let report = destination.health(&rules, now, 3, 0, &Thresholds::GET_HOOK);
    /// ```
    #[must_use]
    pub fn health(
        &self,
        rules: &DestinationRules,
        now: Moment,
        waiting: u32,
        overdue: u32,
        thresholds: &Thresholds,
    ) -> HealthReport {
        let settled = self.settled(rules, now);
        settled.health.report(waiting, overdue, thresholds)
    }

    /// What the guards say now.
    ///
    /// ```
    /// # use reknock::destination::{Circuit, Destination, DestinationRules};
    /// # use reknock::Moment;
    /// # let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
    /// let status = Destination::new(&rules, now).status(&rules, now);
    /// assert_eq!((status.breaker, status.in_flight), (Circuit::Closed, 0));
    /// ```
    #[must_use]
    pub fn status(&self, rules: &DestinationRules, now: Moment) -> Status {
        let settled = self.settled(rules, now);
        Status {
            disabled: match settled.standing {
                Standing::Serving { .. } => None,
                Standing::Disabled { why, .. } => Some(why),
            },
            breaker: settled.breaker.circuit(),
            in_flight: settled.gate.taken(),
            tokens: settled.budget.tokens,
            replay_rate: settled.replay.rate(),
        }
    }

    pub(crate) const fn disable_now(&mut self) {
        if let Standing::Serving { .. } = self.standing {
            self.standing.disable(Why::Hand);
        }
    }

    pub(crate) fn enable_now(&mut self, rules: &DestinationRules) {
        self.standing = Standing::NEW;
        self.breaker.reset();
        self.health.forget_exhausted();
        self.replay.begin(&rules.replay);
    }
}

/// What the guards of a destination say, at one moment.
///
/// ```
/// use reknock::destination::{Destination, DestinationRules};
/// use reknock::Moment;
///
/// let (rules, now) = (DestinationRules::DEFAULT, Moment::from_millis(0));
/// let status = Destination::new(&rules, now).status(&rules, now);
/// assert_eq!(status.tokens, 100_000_000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Status {
    /// Why it is not served; `None`: it is.
    pub disabled: Option<Why>,
    /// The breaker's state.
    pub breaker: Circuit,
    /// How many attempts are under way.
    pub in_flight: u8,
    /// What is in the budget, in millionths of a token.
    pub tokens: u32,
    /// Dead letters a minute; `None`: no replay is running.
    pub replay_rate: Option<u16>,
}
