//! What a response's headers ask for: bytes → lengths of time.
//!
//! Header bytes are untrusted input. Anything malformed is absent, never zero.

mod cursor;
mod date;
mod rate_limit;
mod retry_after;

#[doc(hidden)]
pub use retry_after::{Pause, pause_of};
pub use retry_after::{date, retry_after};

use crate::delivery::classify::Class;
use crate::time::{Millis, Moment};

/// The response headers that say when to come back, as they came.
///
/// ```
/// use reknock::http::Headers;
/// use reknock::Outcome;
///
/// let headers = Headers {
///     retry_after: Some(b"120"),
///     date: Some(b"Sun, 06 Nov 1994 08:49:37 GMT"),
///     ..Headers::NONE
/// };
/// let outcome = Outcome::status(503).with_headers(&headers, None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Headers<'a> {
    /// `Retry-After`: seconds, or any of the three HTTP-date forms.
    pub retry_after: Option<&'a [u8]>,
    /// `Date`: what a date above is measured against.
    pub date: Option<&'a [u8]>,
    /// `RateLimit`, as the newest draft has it: `"default";r=0;t=30`.
    pub rate_limit: Option<&'a [u8]>,
    /// `RateLimit-Reset`: seconds.
    pub rate_limit_reset: Option<&'a [u8]>,
    /// `X-RateLimit-Reset`: seconds, or unix seconds from 10^9 on.
    pub x_rate_limit_reset: Option<&'a [u8]>,
}

impl<'a> Headers<'a> {
    /// No header at all: the others are added with struct update syntax.
    ///
    /// ```
    /// assert_eq!(reknock::http::Headers::NONE, reknock::http::Headers::default());
    /// ```
    pub const NONE: Self = Self {
        retry_after: None,
        date: None,
        rate_limit: None,
        rate_limit_reset: None,
        x_rate_limit_reset: None,
    };

    /// The headers that matter, picked by a lookup of the caller's own.
    ///
    /// The name passed to `lookup` is in lower case.
    ///
    /// ```
    /// use reknock::http::Headers;
    ///
    /// let response = [("retry-after", "7"), ("content-type", "text/plain")];
    /// let headers = Headers::from_lookup(|name| {
    ///     response.iter().find(|(n, _)| *n == name).map(|(_, value)| value.as_bytes())
    /// });
    /// assert_eq!(headers, Headers { retry_after: Some(b"7"), ..Headers::NONE });
    /// ```
    #[must_use]
    pub fn from_lookup(mut lookup: impl FnMut(&'static str) -> Option<&'a [u8]>) -> Self {
        Self {
            retry_after: lookup("retry-after"),
            date: lookup("date"),
            rate_limit: lookup("ratelimit"),
            rate_limit_reset: lookup("ratelimit-reset"),
            x_rate_limit_reset: lookup("x-ratelimit-reset"),
        }
    }

    /// What they ask for. A well-formed `Retry-After` silences the rest, even
    /// where it asks for no pause.
    pub(crate) fn hint(&self, wall: Option<Moment>) -> Hint {
        if let Some(value) = self.retry_after
            && let Some(pause) = retry_after(value, self.date, wall)
        {
            return Hint::always(pause);
        }
        match self.rate_limit_pause(wall) {
            Millis::ZERO => Hint::NONE,
            pause => Hint::new(pause, true),
        }
    }

    /// The first of the rate-limit fields that asks for a pause.
    fn rate_limit_pause(&self, wall: Option<Moment>) -> Millis {
        let mut pause = self
            .rate_limit
            .map_or(Millis::ZERO, rate_limit::longest_exhausted);
        if let (Millis::ZERO, Some(value)) = (pause, self.rate_limit_reset) {
            pause = retry_after::seconds(value);
        }
        if let (Millis::ZERO, Some(value)) = (pause, self.x_rate_limit_reset) {
            pause = retry_after::seconds_or_unix(value, self.date, wall);
        }
        pause
    }
}

/// What an outcome brings along from the server or the caller: a pause, which
/// may count on a throttled answer only. Zero: none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Hint {
    pause: Millis,
    throttled_only: bool,
}

impl Hint {
    pub(crate) const NONE: Self = Self::always(Millis::ZERO);

    #[inline]
    pub(crate) const fn new(pause: Millis, throttled_only: bool) -> Self {
        Self {
            pause,
            throttled_only,
        }
    }

    /// A pause that counts on any answer.
    #[inline]
    pub(crate) const fn always(pause: Millis) -> Self {
        Self::new(pause, false)
    }

    /// This one, or the other where this one says nothing, or says it of
    /// throttled answers only and the other does not.
    #[inline]
    pub(crate) const fn or(self, other: Self) -> Self {
        let weaker = self.throttled_only && !other.throttled_only && !other.is_none();
        if self.is_none() || weaker {
            other
        } else {
            self
        }
    }

    /// Whether nobody asked for anything.
    #[inline]
    pub(crate) const fn is_none(self) -> bool {
        self.pause.is_zero()
    }

    /// The pause that counts for an outcome of this class; zero: none.
    #[inline]
    pub(crate) const fn for_class(self, class: Class) -> Millis {
        if self.throttled_only && !matches!(class, Class::Throttled) {
            return Millis::ZERO;
        }
        self.pause
    }
}
