//! A guard with its own clock.

use crate::destination::Guard;
use crate::destination::admit::{Admission, Refusal};
use crate::destination::clock::Step;
use crate::random::Draw;
use crate::time::Moment;

/// One guard kept by itself, with the point in time it was last brought up to.
///
/// Eight bytes more than the guard, and nothing of the other guards: a program
/// that needs a breaker pays for a breaker.
///
/// ```
/// use reknock::destination::{Alone, Gate};
/// use reknock::Moment;
///
/// let gate: Alone<Gate> = Gate::alone(Moment::from_millis(0));
/// assert_eq!(size_of::<Alone<Gate>>(), 48);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Alone<G> {
    pub(crate) at: Moment,
    pub(crate) guard: G,
}

impl<G> Alone<G> {
    #[inline]
    pub(crate) const fn starting(now: Moment, guard: G) -> Self {
        Self { at: now, guard }
    }

    /// The point in time that the state is of.
    ///
    /// ```
    /// use reknock::destination::Breaker;
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(5);
    /// assert_eq!(Breaker::alone(now).at(), now);
    /// ```
    #[must_use]
    #[inline]
    pub const fn at(&self) -> Moment {
        self.at
    }

    /// Moves the state from one time base to another: what was `was` is `is`
    /// now. For a device whose clock begins again at 0 after a reset.
    ///
    /// ```
    /// use reknock::destination::Breaker;
    /// use reknock::Moment;
    ///
    /// let mut breaker = Breaker::alone(Moment::from_millis(70_000));
    /// // The clock stood at 90 s when the state was saved, and restarts at 0.
    /// breaker.rebase(Moment::from_millis(90_000), Moment::from_millis(0));
    /// assert_eq!(breaker.at(), Moment::from_millis(-20_000));
    /// ```
    #[inline]
    pub const fn rebase(&mut self, was: Moment, is: Moment) {
        self.at = self.at.moved(was, is);
    }
}

// The methods are the crate's own; only the block itself counts as public.
#[allow(private_bounds)]
impl<G: Guard + Copy> Alone<G> {
    /// A call that always changes the state.
    #[inline]
    pub(crate) fn change<T>(
        &mut self,
        rules: &G::Rules,
        now: Moment,
        change: impl FnOnce(&mut G, Moment) -> T,
    ) -> T {
        let step = Step::new(self.at, now);
        self.guard.settle(rules, step.elapsed);
        self.at = step.now;
        change(&mut self.guard, step.now)
    }

    /// A call that leaves the state as it was where it comes to nothing (`Err`).
    #[inline]
    pub(crate) fn try_change<T, E>(
        &mut self,
        rules: &G::Rules,
        now: Moment,
        change: impl FnOnce(&mut G, Moment) -> Result<T, E>,
    ) -> Result<T, E> {
        let step = Step::new(self.at, now);
        let mut guard = self.guard;
        guard.settle(rules, step.elapsed);
        let done = change(&mut guard, step.now);
        if done.is_ok() {
            self.guard = guard;
        }
        if done.is_ok() || step.set_back {
            self.at = step.now;
        }
        done
    }

    /// An admission: what the guard gives away, or its refusal, drawn.
    #[inline]
    pub(crate) fn offer<P, D: Draw + ?Sized>(
        &mut self,
        rules: &G::Rules,
        now: Moment,
        random: &mut D,
        take: impl FnOnce(&mut G, Moment) -> Result<P, Refusal>,
    ) -> Admission<P> {
        let effective = Step::new(self.at, now).now;
        match self.try_change(rules, now, take) {
            Ok(permit) => Admission::Go(permit),
            Err(refusal) => refusal.answer(effective, random),
        }
    }

    /// The guard as it is now; the stored one stays as it was.
    #[inline]
    pub(crate) fn settled(&self, rules: &G::Rules, now: Moment) -> G {
        let mut guard = self.guard;
        guard.settle(rules, Step::new(self.at, now).elapsed);
        guard
    }
}
