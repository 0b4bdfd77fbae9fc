//! How the base delay grows with the attempts, as people write it down.

use core::fmt;
use core::num::NonZeroU16;

use crate::time::Millis;

/// The most entries of a schedule.
pub(crate) const SCHEDULE_MAX: usize = 32;

/// The most steps an exponential backoff takes; it must be at its cap by then.
pub(crate) const STEPS_MAX: u32 = 64;

/// How the base delay grows with the number of attempts.
///
/// ```
/// use reknock::{presets, Backoff, Factor, Millis};
///
/// let doubling = Backoff::Exponential {
///     base: Millis::from_secs(30),
///     factor: Factor::whole(2),
/// };
/// assert_eq!(presets::STORM_SAFE.backoff(), doubling);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Backoff {
    /// Always the same.
    Constant {
        /// The delay before every retry.
        delay: Millis,
    },
    /// One step more with every attempt: step, 2·step, 3·step, …
    Linear {
        /// The first delay, and what every further one adds.
        step: Millis,
    },
    /// A factor more with every attempt: base, base·factor, base·factor², …
    Exponential {
        /// The first delay.
        base: Millis,
        /// What each delay is multiplied by to give the next.
        factor: Factor,
    },
    /// Delays listed one by one.
    Schedule(Schedule),
}

/// What an exponential backoff multiplies with: a whole number or a ratio.
///
/// ```
/// use reknock::Factor;
///
/// assert_eq!(Factor::whole(2), Factor::ratio(2, 1));
/// let one_and_a_half = Factor::ratio(3, 2);
/// assert_eq!((one_and_a_half.numerator(), one_and_a_half.denominator()), (3, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Factor {
    num: u16,
    den: NonZeroU16,
}

impl Factor {
    /// Twice, three times, …
    ///
    /// ```
    /// use reknock::{Factor, Millis, Policy};
    ///
    /// // A factor that does not grow is refused when the policy is built.
    /// let still = Policy::exponential(Millis::from_secs(1), Factor::whole(1)).build();
    /// assert_eq!(still.unwrap_err().field(), "backoff.exponential.factor");
    /// ```
    #[must_use]
    pub const fn whole(number: u16) -> Self {
        Self {
            num: number,
            den: NonZeroU16::MIN,
        }
    }

    /// `num`/`den` times: 3/2 is half as much again. A denominator of 0 counts
    /// as a factor of 0, which no policy accepts.
    ///
    /// ```
    /// use reknock::{Factor, Millis, Policy};
    ///
    /// let policy = Policy::exponential(Millis::from_secs(1), Factor::ratio(1, 0)).build();
    /// assert!(policy.is_err());
    /// ```
    #[must_use]
    pub const fn ratio(num: u16, den: u16) -> Self {
        match NonZeroU16::new(den) {
            Some(den) => Self { num, den },
            None => Self {
                num: 0,
                den: NonZeroU16::MIN,
            },
        }
    }

    /// The number above the line.
    ///
    /// ```
    /// assert_eq!(reknock::Factor::ratio(3, 2).numerator(), 3);
    /// ```
    #[must_use]
    pub const fn numerator(self) -> u16 {
        self.num
    }

    /// The number below the line.
    ///
    /// ```
    /// assert_eq!(reknock::Factor::ratio(3, 2).denominator(), 2);
    /// ```
    #[must_use]
    pub const fn denominator(self) -> u16 {
        self.den.get()
    }

    /// ⌊value · factor⌋, or the largest number if that is beyond it.
    #[inline]
    pub(crate) const fn of(self, value: u32) -> u32 {
        // Whole factors are what people use, and need no division.
        if self.den.get() == 1 {
            return value.saturating_mul(self.num as u32);
        }
        scale(value, self.num, self.den)
    }
}

impl From<u16> for Factor {
    fn from(number: u16) -> Self {
        Self::whole(number)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Factor {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}/{}", self.num, self.den.get());
    }
}

/// ⌊value · num / den⌋, exact; or the largest number if that is beyond it.
///
/// Quotient and remainder apart need nothing wider than a 32-bit division,
/// where the plain product would need a 64-bit one: 864 bytes of flash.
#[inline]
const fn scale(value: u32, num: u16, den: NonZeroU16) -> u32 {
    let num = num as u32;
    let den = den.get() as u32;
    let quotient = value / den;
    // Both numbers are below 2^16 where they are multiplied: nothing wraps.
    let remainder = value.wrapping_sub(quotient.wrapping_mul(den));
    quotient
        .saturating_mul(num)
        .saturating_add(remainder.wrapping_mul(num) / den)
}

/// Delays listed one by one.
///
/// ```
/// use reknock::{presets, Backoff, Millis, Then};
///
/// let Backoff::Schedule(schedule) = presets::SLACK.backoff() else { unreachable!() };
/// assert_eq!(schedule.delays()[1], Millis::from_mins(1));
/// assert_eq!(schedule.then(), Then::Stop);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Schedule {
    /// Zero beyond `len`, so that equal schedules are equal values.
    pub(crate) delays: [Millis; SCHEDULE_MAX],
    pub(crate) len: u8,
    pub(crate) then: Then,
}

impl fmt::Debug for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schedule")
            .field("delays", &self.delays())
            .field("then", &self.then)
            .finish()
    }
}

impl Schedule {
    /// The listed delays, in order.
    ///
    /// ```
    /// use reknock::{presets, Backoff};
    ///
    /// let Backoff::Schedule(schedule) = presets::HOOK0.backoff() else { unreachable!() };
    /// assert_eq!(schedule.delays().len(), 24);
    /// ```
    #[must_use]
    pub fn delays(&self) -> &[Millis] {
        self.delays
            .get(..usize::from(self.len))
            .unwrap_or(&self.delays)
    }

    /// What follows the last entry.
    ///
    /// ```
    /// use reknock::{presets, Backoff, Then};
    ///
    /// let Backoff::Schedule(schedule) = presets::HOOK_MESH.backoff() else { unreachable!() };
    /// assert_eq!(schedule.then(), Then::RepeatLast);
    /// ```
    #[must_use]
    pub const fn then(&self) -> Then {
        self.then
    }
}

/// What follows the last entry of a schedule.
///
/// ```
/// assert_eq!(reknock::Then::default(), reknock::Then::Stop);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Then {
    /// The delivery ends as a dead letter.
    #[default]
    Stop,
    /// The last entry again and again, until another limit ends it.
    RepeatLast,
}
