//! At most so many deliveries in flight.

mod alone;
mod rules;

pub use rules::GateRules;

use crate::destination::Guard;
use crate::destination::admit::{Because, Refusal};
use crate::destination::clock::POLL;
use crate::time::{Millis, Moment};

/// At most so many attempts under way at one time.
///
/// A place is a lease: a worker that crashes gives its place back when that
/// runs out, and one that reports later than that is not heard.
///
/// ```
/// use reknock::destination::{Admission, Because, Gate, GateRules};
/// use reknock::{Derived, Millis, Moment};
///
/// let rules = GateRules::draft().max(1).build()?;
/// let now = Moment::from_millis(0);
/// let mut gate = Gate::alone(now);
/// let mut draws = Derived::new(7, 42);
///
/// let Admission::Go(place) = gate.admit(&rules, now, &mut draws) else { unreachable!() };
/// let second = gate.admit(&rules, now, &mut draws);
/// assert!(matches!(second, Admission::Wait { because: Because::Full, .. }));
/// assert!(gate.release(&rules, now, place));
/// assert_eq!(gate.in_flight(&rules, now), 0);
/// # Ok::<(), reknock::destination::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Gate {
    /// The length since the last tick.
    pub(crate) phase: Millis,
    /// What is left of each lease, in ticks; zero: free.
    pub(crate) left: [u8; 16],
    /// How often each place was given out.
    pub(crate) generations: [u8; 16],
}

/// A place in a gate, to be given back once.
///
/// ```
/// use reknock::destination::{Admission, Gate, GateRules};
/// use reknock::{Derived, Millis, Moment};
///
/// let now = Moment::from_millis(0);
/// let mut gate = Gate::alone(now);
/// let admission = gate.admit(&GateRules::DEFAULT, now, &mut Derived::new(7, 42));
/// let Admission::Go(place) = admission else { unreachable!() };
/// assert!(place.until() >= now.after(Millis::from_mins(2)));
/// ```
// Not `Copy`: one place, one release. `Clone`, for a report that is written
// again because another worker was faster.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Place {
    pub(crate) index: u8,
    pub(crate) generation: u8,
    pub(crate) until: Moment,
}

/// A place came back too late, or twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Late;

impl Place {
    /// None that was given.
    pub(crate) const NONE: Self = Self::from_parts(u8::MAX, 0, Moment::MIN);

    /// A place from its numbers, for a store or a binding with a form of its own.
    ///
    /// ```
    /// use reknock::{destination::Place, Moment};
    ///
    /// let place = Place::from_parts(0, 1, Moment::from_millis(120_000));
    /// assert_eq!((place.index(), place.generation()), (0, 1));
    /// ```
    #[must_use]
    pub const fn from_parts(index: u8, generation: u8, until: Moment) -> Self {
        Self {
            index,
            generation,
            until,
        }
    }

    /// Which of the gate's places it is.
    ///
    /// ```
    /// use reknock::{destination::Place, Moment};
    ///
    /// assert_eq!(Place::from_parts(3, 1, Moment::from_millis(0)).index(), 3);
    /// ```
    #[must_use]
    pub const fn index(&self) -> u8 {
        self.index
    }

    /// How many times that place had been given out, modulo 256.
    ///
    /// ```
    /// use reknock::{destination::Place, Moment};
    ///
    /// assert_eq!(Place::from_parts(3, 1, Moment::from_millis(0)).generation(), 1);
    /// ```
    #[must_use]
    pub const fn generation(&self) -> u8 {
        self.generation
    }

    /// When it is given up: what reports then, or later, is not heard.
    ///
    /// ```
    /// # use reknock::destination::{Admission, Gate, GateRules};
    /// # use reknock::{Derived, Moment};
    /// # let now = Moment::from_millis(0);
    /// # let mut gate = Gate::alone(now);
    /// # let admission = gate.admit(&GateRules::DEFAULT, now, &mut Derived::new(7, 42));
    /// # let Admission::Go(place) = admission else { unreachable!() };
    /// let until = place.until();
    /// assert!(!gate.release(&GateRules::DEFAULT, until, place));
    /// ```
    #[must_use]
    pub const fn until(&self) -> Moment {
        self.until
    }
}

impl Gate {
    /// All places free.
    pub(crate) const NEW: Self = Self {
        phase: Millis::ZERO,
        left: [0; 16],
        generations: [0; 16],
    };

    /// How many places are taken; the state must be settled.
    pub(crate) fn taken(&self) -> u8 {
        self.left
            .iter()
            .fold(0, |taken, left| taken.saturating_add(u8::from(*left > 0)))
    }

    /// Whether there is a place; the state must be settled.
    pub(crate) fn ask(&self, rules: &GateRules) -> Result<(), Refusal> {
        if self.taken() < rules.max {
            return Ok(());
        }
        let poll = POLL.get();
        Err(Refusal::wait(Because::Full, poll, poll.saturating_mul(2)))
    }

    /// Gives a place away, after `ask` had nothing against it.
    pub(crate) fn take(&mut self, rules: &GateRules, now: Moment) -> Place {
        let (tick, ticks) = rules.ticks();
        // In 64 bits: the longest lease is longer in ticks than a length can be.
        let lease = (i64::from(tick) * i64::from(ticks)).wrapping_sub(i64::from(self.phase.get()));
        let mut place = Place {
            index: u8::MAX,
            generation: 0,
            until: Moment::from_millis(now.as_millis().saturating_add(lease)),
        };
        let places = self.left.iter_mut().zip(&mut self.generations);
        let free = places.zip(0u8..16).find(|((left, _), _)| **left == 0);
        if let Some(((left, generation), index)) = free {
            *left = ticks;
            *generation = generation.wrapping_add(1);
            place.index = index;
            place.generation = *generation;
        }
        place
    }

    /// Takes a place back.
    pub(crate) fn release(&mut self, now: Moment, place: &Place) -> Result<(), Late> {
        let index = usize::from(place.index);
        let left = self.left.get_mut(index).ok_or(Late)?;
        let generation = self.generations.get(index).ok_or(Late)?;
        if now >= place.until || *left == 0 || *generation != place.generation {
            return Err(Late);
        }
        *left = 0;
        Ok(())
    }
}

impl Guard for Gate {
    type Rules = GateRules;

    fn settle(&mut self, rules: &GateRules, elapsed: Millis) {
        let (tick, _) = rules.ticks();
        let since = self.phase.get().saturating_add(elapsed.get());
        let passed = since / tick.max(1);
        self.phase = Millis::new(since.wrapping_sub(passed.wrapping_mul(tick)));
        // More than 255 frees every place.
        let passed = passed.min(255) as u8;
        for left in &mut self.left {
            *left = left.saturating_sub(passed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Gate, GateRules, Late, Place};
    use crate::destination::Guard;
    use crate::destination::admit::{Because, Refusal};
    use crate::time::{Millis, Moment};

    const NOW: Moment = Moment::from_millis(1_700_000_000_000);

    fn rules(max: u8, lease: Millis) -> GateRules {
        let draft = GateRules::draft().max(max).lease(lease);
        draft.build().expect("valid rules")
    }

    #[test]
    fn a_lease_lasts_as_long_as_it_says_and_not_two_ticks_more() {
        for millis in [1_000, 1_016, 1_017, 120_000, 253_999, 254_000, u32::MAX] {
            let rules = rules(1, Millis::new(millis));
            let (tick, ticks) = rules.ticks();
            for phase in [0, tick / 2, tick - 1] {
                let mut gate = Gate::NEW;
                gate.phase = Millis::new(phase);
                gate.settle(&rules, Millis::ZERO);
                let place = gate.take(&rules, NOW);
                let lease = i64::from(tick) * i64::from(ticks) - i64::from(phase);
                let asked = i64::from(millis);
                assert!((asked..asked + 2 * i64::from(tick)).contains(&lease));
                assert_eq!(place.until.as_millis(), NOW.as_millis() + lease);
                // The longest of all takes more than one settle.
                gate.settle(&rules, Millis::new(100));
                gate.settle(&rules, Millis::saturating(lease as u64 - 101));
                if lease - 1 <= i64::from(u32::MAX) {
                    assert_eq!(gate.taken(), 1);
                }
                gate.settle(&rules, Millis::new(2 * tick));
                assert_eq!(gate.taken(), 0);
            }
        }
    }

    #[test]
    fn a_place_is_given_back_once_and_in_time() {
        let rules = rules(2, Millis::from_mins(2));
        let mut gate = Gate::NEW;
        let (first, second) = (gate.take(&rules, NOW), gate.take(&rules, NOW));
        assert_eq!((first.index, second.index, first.generation), (0, 1, 1));
        assert_eq!(
            gate.ask(&rules),
            Err(Refusal::wait(Because::Full, 1_000, 2_000))
        );
        assert_eq!(gate.release(first.until, &first), Err(Late));
        assert_eq!(gate.release(NOW, &first), Ok(()));
        assert_eq!(gate.release(NOW, &first), Err(Late));
        let third = gate.take(&rules, NOW);
        assert_eq!((third.index, third.generation), (0, 2));
        assert_eq!(gate.release(NOW, &first), Err(Late), "another's place now");
        let forged = Place {
            index: 16,
            ..third.clone()
        };
        assert_eq!(gate.release(NOW, &forged), Err(Late));
        assert_eq!(gate.taken(), 2);
    }

    #[test]
    fn all_sixteen_are_looked_at_when_the_rules_became_narrower() {
        let mut gate = Gate::NEW;
        gate.left = [0; 16];
        if let Some(last) = gate.left.last_mut() {
            *last = 7;
        }
        assert_eq!(gate.taken(), 1);
        assert!(gate.ask(&rules(1, Millis::from_secs(1))).is_err());
    }

    #[test]
    fn the_state_is_small() {
        assert!(size_of::<Gate>() <= 36);
    }
}
