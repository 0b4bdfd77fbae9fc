//! Whether an attempt may be made now, and if not, when to ask again and why.

use core::fmt;

use crate::delivery::jitter::Window;
use crate::destination::clock::counter;
use crate::random::Draw;
use crate::time::Moment;

/// What a guard, or a whole destination, says to an attempt.
///
/// A refusal costs the delivery no attempt, and is about the destination: a
/// scheduler with a queue for each destination needs to ask again once, not
/// once for each delivery.
///
/// ```
/// use reknock::destination::{Admission, Gate, GateRules};
/// use reknock::{Derived, Moment};
///
/// let now = Moment::from_millis(0);
/// let mut gate = Gate::alone(now);
/// match gate.admit(&GateRules::DEFAULT, now, &mut Derived::new(7, 42)) {
///     Admission::Go(place) => println!("try, and give the place back before {:?}", place.until()),
///     Admission::Wait { until, because } => println!("ask again at {until:?}: {because}"),
///     Admission::Hold(because) => println!("for a person to look at: {because}"),
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[must_use = "a go is to be reported, a refusal to be obeyed"]
pub enum Admission<P> {
    /// Try now, then report what was given.
    Go(P),
    /// Not now.
    Wait {
        /// When to ask again at the latest; never now. Ask sooner if an attempt
        /// at this destination is reported: that may give a place or a token
        /// back, or close the breaker. A queue that only waits for this moment
        /// wastes most of what a quick server could take.
        until: Moment,
        /// What stands in the way.
        because: Because,
    },
    /// Not until a person, or the program, changes something.
    Hold(Because),
}

/// What stands in the way of an attempt.
///
/// ```
/// use reknock::destination::Because;
///
/// assert_eq!(Because::Full.name(), "full");
/// assert_eq!(Because::Full.to_string(), "enough attempts are under way");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Because {
    /// The destination is disabled.
    Disabled,
    /// The breaker was opened by hand.
    Isolated,
    /// The breaker is open.
    Open,
    /// The breaker is half open, and its probes are under way.
    Probing,
    /// The gate is full.
    Full,
    /// The budget of retries is used up.
    Budget,
    /// The replay's rate: the next letter is not due.
    Pace,
    /// No replay is running.
    Replay,
}

impl Because {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Because::ALL.len(), 8);
    /// ```
    pub const ALL: [Self; 8] = [
        Self::Disabled,
        Self::Isolated,
        Self::Open,
        Self::Probing,
        Self::Full,
        Self::Budget,
        Self::Pace,
        Self::Replay,
    ];

    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Because::Open.name(), "open");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Disabled => "disabled",
            Self::Isolated => "isolated",
            Self::Open => "open",
            Self::Probing => "probing",
            Self::Full => "full",
            Self::Budget => "budget",
            Self::Pace => "pace",
            Self::Replay => "replay",
        }
    }
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Disabled => "the destination is disabled",
            Self::Isolated => "the destination is isolated by hand",
            Self::Open => "the destination fails, and rests",
            Self::Probing => "the destination is being probed",
            Self::Full => "enough attempts are under way",
            Self::Budget => "the budget of retries is used up",
            Self::Pace => "the next letter of the replay is not due yet",
            Self::Replay => "no replay is running",
        })
    }
}

/// Which kind of attempt this is.
///
/// ```
/// use reknock::destination::Kind;
///
/// assert_eq!(Kind::of_attempts(0), Kind::First);
/// assert_eq!(Kind::of_attempts(3).name(), "retry");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Kind {
    /// The first attempt of a delivery.
    First,
    /// Every further one.
    Retry,
    /// The first attempt of a dead letter that is let out again; its further
    /// ones are retries.
    Replay,
}

impl Kind {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Kind::ALL.len(), 3);
    /// ```
    pub const ALL: [Self; 3] = [Self::First, Self::Retry, Self::Replay];

    /// The kind of the next attempt of a delivery that had so many, unless it
    /// is a dead letter that begins anew.
    ///
    /// ```
    /// use reknock::destination::Kind;
    /// use reknock::{Delivery, Moment};
    ///
    /// let delivery = Delivery::new(Moment::from_millis(0));
    /// assert_eq!(Kind::of_attempts(delivery.attempts()), Kind::First);
    /// ```
    #[must_use]
    pub const fn of_attempts(attempts: u32) -> Self {
        if attempts == 0 {
            Self::First
        } else {
            Self::Retry
        }
    }

    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Kind::Replay.name(), "replay");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Retry => "retry",
            Self::Replay => "replay",
        }
    }

    /// Whether it counts as a retry where only first and retry are told apart.
    #[inline]
    pub(crate) const fn is_retry(self) -> bool {
        matches!(self, Self::Retry)
    }
}

/// Why an admission is refused, and from which window the wait is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) because: Because,
    /// None: hold.
    pub(crate) wait: Option<Window>,
}

impl Refusal {
    /// Ask again after a delay from this window, both ends included.
    #[inline]
    pub(crate) const fn wait(because: Because, lo: u32, hi: u32) -> Self {
        Self {
            because,
            wait: Some(Window { lo, hi }),
        }
    }

    /// Not before something is changed by hand.
    #[inline]
    pub(crate) const fn hold(because: Because) -> Self {
        Self {
            because,
            wait: None,
        }
    }

    /// The refusal as an answer; a wait takes the call's one draw.
    #[inline]
    pub(crate) fn answer<P, D: Draw + ?Sized>(self, now: Moment, random: &mut D) -> Admission<P> {
        let because = self.because;
        match self.wait {
            Some(window) => Admission::Wait {
                until: drawn(window, now, random),
                because,
            },
            None => Admission::Hold(because),
        }
    }
}

/// A moment in a window that begins now. Apart, so that it stands once in a
/// program, whatever the kinds of permits there are.
#[inline(never)]
pub(crate) fn drawn<D: Draw + ?Sized>(window: Window, now: Moment, random: &mut D) -> Moment {
    now.after(window.pick(random.draw(counter(now))))
}
