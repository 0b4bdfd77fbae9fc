//! Counters over a rolling window, in a fixed number of slots.

use crate::time::Millis;

/// The most that one `add` counts.
const ADD_MAX: u16 = 32_767;

/// `N` slots of `M` counters, the newest slot first. The counters from number
/// `H` on are absolute: they saturate, where the others are halved together so
/// that their ratios survive any volume.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Rolling<const N: usize, const M: usize, const H: usize = M> {
    /// The length since the newest slot began.
    pub(crate) phase: Millis,
    pub(crate) slots: [[u16; M]; N],
}

impl<const N: usize, const M: usize, const H: usize> Rolling<N, M, H> {
    /// Nothing counted.
    pub(crate) const NEW: Self = Self {
        phase: Millis::ZERO,
        slots: [[0; M]; N],
    };

    /// Lets time pass, and tells how many slots that were. `window` is the
    /// length of all slots together, 1 s or more.
    pub(crate) fn settle(&mut self, window: Millis, elapsed: Millis) -> u32 {
        // Never 0 by the rules; `max` tells the compiler.
        let slot = (window.get() / N as u32).max(1);
        let since = self.phase.get().saturating_add(elapsed.get());
        let passed = since / slot;
        self.phase = Millis::new(since.wrapping_sub(passed.wrapping_mul(slot)));
        if passed > 0 {
            let before = self.slots;
            self.slots = core::array::from_fn(|place| {
                place
                    .checked_sub(passed as usize)
                    .and_then(|from| before.get(from))
                    .copied()
                    .unwrap_or([0; M])
            });
        }
        passed
    }

    /// Counts in the newest slot.
    pub(crate) fn add(&mut self, counter: usize, more: u32) {
        // Not above 32767, so the conversion loses nothing.
        let more = more.min(u32::from(ADD_MAX)) as u16;
        if counter < H && self.newest(counter).checked_add(more).is_none() {
            for number in self
                .slots
                .iter_mut()
                .flat_map(|slot| slot.iter_mut().take(H))
            {
                *number /= 2;
            }
        }
        // Halved, 32767 + 32767 fits; an absolute counter stops at its end.
        let number = self.newest(counter).saturating_add(more);
        if let Some(place) = self
            .slots
            .first_mut()
            .and_then(|slot| slot.get_mut(counter))
        {
            *place = number;
        }
    }

    /// What the whole window holds of a counter.
    pub(crate) fn total(&self, counter: usize) -> u32 {
        let numbers = self.slots.iter().filter_map(|slot| slot.get(counter));
        numbers.fold(0, |sum, number| sum.wrapping_add(u32::from(*number)))
    }

    /// Forgets a counter in every slot.
    pub(crate) fn clear(&mut self, counter: usize) {
        for number in self
            .slots
            .iter_mut()
            .filter_map(|slot| slot.get_mut(counter))
        {
            *number = 0;
        }
    }

    fn newest(&self, counter: usize) -> u16 {
        let slot = self.slots.first();
        slot.and_then(|slot| slot.get(counter))
            .copied()
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::Rolling;
    use crate::time::Millis;

    const WINDOW: Millis = Millis::from_secs(5);

    #[test]
    fn the_last_whole_slots_and_the_running_one_count() {
        let mut window = Rolling::<5, 2>::NEW;
        window.add(0, 1);
        assert_eq!(window.settle(WINDOW, Millis::new(999)), 0);
        assert_eq!(window.settle(WINDOW, Millis::new(1)), 1);
        window.add(0, 2);
        window.add(1, 7);
        assert_eq!((window.total(0), window.total(1)), (3, 7));
        assert_eq!(window.settle(WINDOW, Millis::new(3_999)), 3);
        assert_eq!(window.total(0), 3);
        assert_eq!(window.settle(WINDOW, Millis::new(1)), 1);
        assert_eq!(window.total(0), 2);
        assert_eq!(window.settle(WINDOW, Millis::new(1_000)), 1);
        assert_eq!((window.total(0), window.total(1)), (0, 0));
    }

    #[test]
    fn any_length_of_time_is_one_settle() {
        let mut window = Rolling::<5, 1>::NEW;
        window.add(0, 9);
        assert_eq!(window.settle(WINDOW, Millis::MAX), u32::MAX / 1_000);
        assert_eq!(window.total(0), 0);
        assert_eq!(window.phase.get(), u32::MAX % 1_000);
    }

    #[test]
    fn a_full_counter_halves_all_of_them_but_the_absolute() {
        let mut window = Rolling::<2, 3, 2>::NEW;
        window.slots = [[65_535, 11, 65_535], [8, 3, 5]];
        window.add(0, 100_000);
        assert_eq!(window.slots, [[65_534, 5, 65_535], [4, 1, 5]]);
        window.add(2, 1);
        assert_eq!(window.slots, [[65_534, 5, 65_535], [4, 1, 5]]);
        window.add(0, 1);
        assert_eq!(window.slots, [[65_535, 5, 65_535], [4, 1, 5]]);
        window.clear(2);
        assert_eq!((window.total(2), window.total(0)), (0, 65_539));
    }

    #[test]
    fn a_stored_phase_beyond_the_slot_passes_at_once() {
        let mut window = Rolling::<5, 1>::NEW;
        window.phase = Millis::MAX;
        window.add(0, 1);
        assert!(window.settle(WINDOW, Millis::ZERO) > 4);
        assert_eq!(window.total(0), 0);
    }

    #[test]
    fn settling_twice_is_settling_once() {
        for first in [0, 1, 999, 1_000, 3_500, 70_000] {
            for second in [0, 1, 500, 1_001, 4_999] {
                let mut twice = Rolling::<5, 1>::NEW;
                twice.slots = [[1], [2], [4], [8], [16]];
                twice.phase = Millis::new(300);
                let mut once = twice;
                let passed = twice.settle(WINDOW, Millis::new(first))
                    + twice.settle(WINDOW, Millis::new(second));
                assert_eq!(once.settle(WINDOW, Millis::new(first + second)), passed);
                assert_eq!(once, twice);
            }
        }
    }
}
