//! A policy: how a delivery is retried, as one small constant value.

mod builder;
mod check;
#[cfg(feature = "serde")]
mod json;

pub use builder::PolicyBuilder;
pub use check::PolicyError;

use crate::delivery::backoff::Backoff;
use crate::delivery::classify::Exceptions;
use crate::delivery::curve::Curve;
use crate::delivery::jitter::Jitter;
use crate::delivery::limits::Limits;
use crate::time::Millis;

/// How a delivery is retried: backoff, jitter, limits, hints and exceptions.
///
/// Take one of the [`presets`](crate::presets), or build your own; either can
/// be a constant in flash. There is no policy that breaks the rules: what
/// [`build`](PolicyBuilder::build) or the JSON reader gives back was checked.
///
/// ```
/// use reknock::{policy, presets, Factor, Jitter, Millis, Policy};
///
/// // Checked when it is compiled.
/// const MINE: Policy = policy!(
///     Policy::exponential(Millis::from_secs(5), Factor::whole(3))
///         .jitter(Jitter::Equal)
///         .max_delay(Millis::from_hours(6))
///         .no_attempt_limit()
///         .window(Millis::from_days(2))
/// );
/// assert_eq!(MINE.window(), Some(Millis::from_hours(48)));
/// assert_eq!(Policy::default(), presets::STORM_SAFE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Policy {
    pub(crate) curve: Curve,
    pub(crate) jitter: Jitter,
    /// `Millis::MAX` where the policy names none: the same thing.
    pub(crate) max_delay: Millis,
    pub(crate) limits: Limits,
    pub(crate) throttle_factor: u8,
    pub(crate) hints: Option<HintRules>,
    pub(crate) exceptions: Exceptions,
}

impl Policy {
    /// How the base delay grows.
    ///
    /// ```
    /// use reknock::{presets, Backoff, Millis};
    ///
    /// let every_100_s = Backoff::Constant { delay: Millis::from_secs(100) };
    /// assert_eq!(presets::CONVOY.backoff(), every_100_s);
    /// ```
    #[must_use]
    pub const fn backoff(&self) -> Backoff {
        self.curve.backoff()
    }

    /// How delays are spread.
    ///
    /// ```
    /// use reknock::{presets, Jitter};
    ///
    /// assert_eq!(presets::HOOK_MESH.jitter(), Jitter::Proportional(250));
    /// ```
    #[must_use]
    pub const fn jitter(&self) -> Jitter {
        self.jitter
    }

    /// The longest delay that backoff may give, jitter included;
    /// [`Millis::MAX`] where the policy names none.
    ///
    /// ```
    /// use reknock::{presets, Millis};
    ///
    /// assert_eq!(presets::STORM_SAFE.max_delay(), Millis::from_hours(1));
    /// ```
    #[must_use]
    pub const fn max_delay(&self) -> Millis {
        self.max_delay
    }

    /// All tries there may be, the first included; `None`: only the window ends
    /// it. A schedule that stops may end it sooner.
    ///
    /// ```
    /// use reknock::presets;
    ///
    /// assert_eq!(presets::STORM_SAFE.max_attempts(), Some(5));
    /// assert_eq!(presets::HOOK_MESH.max_attempts(), None);
    /// ```
    #[must_use]
    pub const fn max_attempts(&self) -> Option<u32> {
        match self.limits.attempts {
            Some(attempts) => Some(attempts.get()),
            None => None,
        }
    }

    /// From creation to the last moment a try may be scheduled for.
    ///
    /// ```
    /// use reknock::{presets, Millis};
    ///
    /// assert_eq!(presets::HOOK_MESH.window(), Some(Millis::from_hours(48)));
    /// ```
    #[must_use]
    pub const fn window(&self) -> Option<Millis> {
        self.limits.window
    }

    /// How many DNS failures end a delivery.
    ///
    /// ```
    /// assert_eq!(reknock::presets::STORM_SAFE.dns_attempts(), 3);
    /// ```
    #[must_use]
    pub const fn dns_attempts(&self) -> u8 {
        self.limits.dns
    }

    /// What a delay is multiplied by when the destination asks for less
    /// without saying how much.
    ///
    /// ```
    /// assert_eq!(reknock::presets::STORM_SAFE.throttle_factor(), 2);
    /// ```
    #[must_use]
    pub const fn throttle_factor(&self) -> u8 {
        self.throttle_factor
    }

    /// How the server's word is taken; `None`: not at all.
    ///
    /// ```
    /// use reknock::{presets, HintRules};
    ///
    /// assert_eq!(presets::STORM_SAFE.hints(), Some(HintRules::DEFAULT));
    /// ```
    #[must_use]
    pub const fn hints(&self) -> Option<HintRules> {
        self.hints
    }
}

impl Default for Policy {
    /// [`presets::STORM_SAFE`](crate::presets::STORM_SAFE).
    fn default() -> Self {
        crate::presets::STORM_SAFE
    }
}

/// How the server's word on when to come back is taken.
///
/// ```
/// use reknock::{HintMode, HintRules, Millis, Policy};
///
/// let patient = HintRules { longest: Millis::from_days(7), ..HintRules::DEFAULT };
/// let policy = Policy::constant(Millis::from_secs(30)).hints(patient).build()?;
/// assert_eq!(policy.hints().map(|rules| rules.mode), Some(HintMode::Replace));
/// # Ok::<(), reknock::PolicyError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct HintRules {
    /// The longest pause believed; a longer one counts as this.
    pub longest: Millis,
    /// Whether the server's word replaces backoff or only lengthens it.
    pub mode: HintMode,
    /// What comes on top, per mille of the pause (0–1000): everyone who was
    /// told "60 seconds" would wake in the same second.
    pub jitter: u16,
}

impl HintRules {
    /// A day at most, replacing backoff, and up to half as much again.
    ///
    /// ```
    /// assert_eq!(reknock::HintRules::default(), reknock::HintRules::DEFAULT);
    /// ```
    pub const DEFAULT: Self = Self {
        longest: Millis::from_hours(24),
        mode: HintMode::Replace,
        jitter: 500,
    };
}

impl Default for HintRules {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Whether the server's word replaces backoff or only lengthens it.
///
/// ```
/// assert_eq!(reknock::HintMode::default(), reknock::HintMode::Replace);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum HintMode {
    /// The server's word is the delay.
    #[default]
    Replace,
    /// The longer of the two is.
    AtLeast,
}
