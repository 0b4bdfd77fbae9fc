//! Retries as a share of first attempts, plus a small floor.

use core::num::NonZeroU32;

use crate::delivery::classify::Class;
use crate::destination::Guard;
use crate::destination::admit::{Admission, Because, Kind, Refusal};
use crate::destination::alone::Alone;
use crate::destination::clock::{POLL, ceiling};
use crate::random::Draw;
use crate::time::{Millis, Moment};

mod rules;
#[cfg(test)]
mod tests;

pub use rules::BudgetRules;

/// A bucket of tokens that retries are paid from, and first attempts pay into:
/// when all fails, retries stay a small part of the traffic.
///
/// ```
/// use reknock::destination::{Admission, Because, Budget, BudgetRules};
/// use reknock::{Derived, Moment};
///
/// let rules = BudgetRules::draft().cap(2_000).floor(0).build()?;
/// let now = Moment::from_millis(0);
/// let mut budget = Budget::alone(&rules, now);
/// let mut random = Derived::new(7, 42);
///
/// assert_eq!(budget.admit(&rules, now, &mut random), Admission::Go(()));
/// assert_eq!(budget.admit(&rules, now, &mut random), Admission::Go(()));
/// assert!(matches!(
///     budget.admit(&rules, now, &mut random),
///     Admission::Wait { because: Because::Budget, .. }
/// ));
/// # Ok::<(), reknock::destination::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Budget {
    /// In millionths, so that a floor of so many thousandths a second is a
    /// whole number in every millisecond.
    pub(crate) tokens: u32,
}

impl Budget {
    /// A full bucket, as a part of a destination.
    #[inline]
    pub(crate) const fn new(rules: &BudgetRules) -> Self {
        Self {
            tokens: millionths(rules.cap),
        }
    }

    /// A full bucket, kept by itself.
    ///
    /// ```
    /// use reknock::destination::{Budget, BudgetRules};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// let budget = Budget::alone(&BudgetRules::AWS, now);
    /// assert_eq!(budget.tokens(&BudgetRules::AWS, now), 500_000_000);
    /// ```
    #[must_use]
    pub const fn alone(rules: &BudgetRules, now: Moment) -> Alone<Self> {
        Alone::starting(now, Self::new(rules))
    }

    /// Whether a retry may be paid for. First attempts are not asked.
    #[inline]
    pub(crate) fn ask(&self, rules: &BudgetRules) -> Result<(), Refusal> {
        // More than the reserve must be there even where a retry costs nothing.
        let least = millionths(rules.reserve).saturating_add(millionths(rules.cost).max(1));
        let need = least.saturating_sub(self.tokens);
        if need == 0 {
            return Ok(());
        }
        let wait = match NonZeroU32::new(rules.floor) {
            Some(floor) => ceiling(need, floor).max(POLL.get()),
            // Only results bring tokens in, and nobody knows when they come.
            None => POLL.get().saturating_mul(10),
        };
        Err(Refusal::wait(Because::Budget, wait, wait.saturating_mul(2)))
    }

    /// Pays for a retry.
    #[inline]
    pub(crate) const fn take(&mut self, rules: &BudgetRules) {
        self.tokens = self.tokens.saturating_sub(millionths(rules.cost));
    }

    /// What an attempt came to, and whether that was by a timeout.
    pub(crate) fn result(&mut self, rules: &BudgetRules, kind: Kind, class: Class, timeout: bool) {
        if !kind.is_retry() {
            self.put(rules, rules.deposit);
        }
        match class {
            Class::Delivered if kind.is_retry() => self.put(rules, rules.refund),
            Class::Delivered => self.put(rules, rules.success),
            Class::Transient | Class::Throttled => {
                self.tokens = self.tokens.saturating_sub(millionths(rules.failure));
            }
            Class::Permanent | Class::Gone => {}
        }
        if timeout {
            self.tokens = self.tokens.saturating_sub(millionths(rules.timeout));
        }
    }

    /// A retry never left, by the sender's own fault: it costs nothing.
    pub(crate) fn give_back(&mut self, rules: &BudgetRules) {
        self.put(rules, rules.cost);
    }

    fn put(&mut self, rules: &BudgetRules, thousandths: u32) {
        let more = self.tokens.saturating_add(millionths(thousandths));
        self.tokens = more.min(millionths(rules.cap));
    }
}

impl Guard for Budget {
    type Rules = BudgetRules;

    #[inline]
    fn settle(&mut self, rules: &BudgetRules, elapsed: Millis) {
        let came = u64::from(elapsed.get()).saturating_mul(u64::from(rules.floor));
        let more = u64::from(self.tokens).saturating_add(came);
        // A length or the largest one: just the conversion that is needed here.
        self.tokens = Millis::saturating(more).get().min(millionths(rules.cap));
    }
}

impl Alone<Budget> {
    /// Whether a retry may go now. A first attempt needs not ask.
    ///
    /// ```
    /// use reknock::destination::{Admission, Budget, BudgetRules};
    /// use reknock::{Derived, Moment};
    ///
    /// let rules = BudgetRules::DEFAULT;
    /// let now = Moment::from_millis(0);
    /// let mut budget = Budget::alone(&rules, now);
    /// assert_eq!(budget.admit(&rules, now, &mut Derived::new(7, 42)), Admission::Go(()));
    /// assert_eq!(budget.tokens(&rules, now), 99_000_000);
    /// ```
    pub fn admit<D: Draw + ?Sized>(
        &mut self,
        rules: &BudgetRules,
        now: Moment,
        random: &mut D,
    ) -> Admission<()> {
        self.offer(rules, now, random, |budget, _| {
            budget.ask(rules)?;
            budget.take(rules);
            Ok(())
        })
    }

    /// What came of an attempt of either kind, and whether that was a timeout.
    ///
    /// ```
    /// use reknock::destination::{Budget, BudgetRules, Kind};
    /// use reknock::{Class, Moment};
    ///
    /// let rules = BudgetRules::GRPC;
    /// let now = Moment::from_millis(0);
    /// let mut budget = Budget::alone(&rules, now);
    /// budget.result(&rules, now, Kind::First, Class::Transient, false);
    /// assert_eq!(budget.tokens(&rules, now), 9_000_000);
    /// budget.result(&rules, now, Kind::Retry, Class::Delivered, false);
    /// assert_eq!(budget.tokens(&rules, now), 9_100_000);
    /// ```
    pub fn result(
        &mut self,
        rules: &BudgetRules,
        now: Moment,
        kind: Kind,
        class: Class,
        timeout: bool,
    ) {
        self.change(rules, now, |budget, _| {
            budget.result(rules, kind, class, timeout);
        });
    }

    /// A retry that was let go never left, by the sender's own fault.
    ///
    /// ```
    /// use reknock::destination::{Budget, BudgetRules};
    /// use reknock::{Derived, Moment};
    ///
    /// let rules = BudgetRules::AWS;
    /// let now = Moment::from_millis(0);
    /// let mut budget = Budget::alone(&rules, now);
    /// let _go = budget.admit(&rules, now, &mut Derived::new(7, 42));
    /// budget.give_back(&rules, now);
    /// assert_eq!(budget.tokens(&rules, now), 500_000_000);
    /// ```
    pub fn give_back(&mut self, rules: &BudgetRules, now: Moment) {
        self.change(rules, now, |budget, _| budget.give_back(rules));
    }

    /// What is in the bucket, in millionths of a token.
    ///
    /// ```
    /// use reknock::destination::{Budget, BudgetRules};
    /// use reknock::Moment;
    ///
    /// let budget = Budget::alone(&BudgetRules::GRPC, Moment::from_millis(0));
    /// assert_eq!(budget.tokens(&BudgetRules::GRPC, Moment::from_millis(0)), 10_000_000);
    /// ```
    #[must_use]
    pub fn tokens(&self, rules: &BudgetRules, now: Moment) -> u32 {
        self.settled(rules, now).tokens
    }
}

/// A rule's thousandths in the state's unit. At most 4·10^9, by the rules.
#[inline]
const fn millionths(thousandths: u32) -> u32 {
    thousandths.saturating_mul(1_000)
}
