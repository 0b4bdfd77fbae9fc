//! What one attempt ended with.

use core::fmt;

use crate::delivery::classify::{Class, GrpcCode};
use crate::http::{Hint, retry_after};
use crate::time::{Millis, Moment};

/// What one attempt ended with: an HTTP status or a failure, what the server
/// asked for, and the caller's own word on it.
///
/// ```
/// use reknock::{Class, Failure, Millis, Outcome};
///
/// let answered = Outcome::status(503);
/// let unanswered = Outcome::failure(Failure::Timeout);
/// // 429 with `Retry-After: 120`; no `Date` header, no wall clock at hand.
/// let throttled = Outcome::status(429).with_retry_after(b"120", None, None);
/// // A pause that stood in the body, and a verdict of the caller's own.
/// let custom = Outcome::status(200)
///     .with_hint(Millis::from_secs(5))
///     .with_class(Class::Transient);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Outcome {
    pub(crate) code: Code,
    /// The caller's own word, which beats everything.
    pub(crate) class: Option<Class>,
    pub(crate) hint: Hint,
}

impl Outcome {
    /// The server answered with this HTTP status.
    ///
    /// ```
    /// use reknock::{Ending, Outcome};
    ///
    /// assert_eq!(Outcome::status(204).ending(), Ending::Status(204));
    /// ```
    #[must_use]
    #[inline]
    pub const fn status(status: u16) -> Self {
        Self {
            code: Code::of_status(status),
            class: None,
            hint: Hint::NONE,
        }
    }

    /// There was no answer, for this reason.
    ///
    /// ```
    /// use reknock::{Ending, Failure, Outcome};
    ///
    /// assert_eq!(Outcome::failure(Failure::Dns).ending(), Ending::Failure(Failure::Dns));
    /// ```
    #[must_use]
    #[inline]
    pub const fn failure(failure: Failure) -> Self {
        Self {
            code: Code::of_failure(failure),
            class: None,
            hint: Hint::NONE,
        }
    }

    /// A gRPC call ended with this code. The code stands as the status (0–16,
    /// where no HTTP status is), its meaning as the class.
    ///
    /// ```
    /// use reknock::{Class, Ending, GrpcCode, Outcome};
    ///
    /// let outcome = Outcome::grpc(GrpcCode::ResourceExhausted);
    /// assert_eq!(outcome.ending(), Ending::Status(8));
    /// assert_eq!(outcome, Outcome::status(8).with_class(Class::Throttled));
    /// ```
    #[must_use]
    #[inline]
    pub const fn grpc(code: GrpcCode) -> Self {
        Self::status(code as u16).with_class(Class::of_grpc(code))
    }

    /// The same outcome with a class of the caller's own, which beats every
    /// table: some servers say 200 and mean "try later".
    ///
    /// ```
    /// use reknock::{presets, Class, Outcome};
    ///
    /// let outcome = Outcome::status(200).with_class(Class::Transient);
    /// assert_eq!(presets::STORM_SAFE.classify(outcome), Class::Transient);
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_class(mut self, class: Class) -> Self {
        self.class = Some(class);
        self
    }

    /// The same outcome with a pause that the caller found elsewhere, such as
    /// in a body. It wins over headers, whichever is given first; a pause of
    /// zero is no hint.
    ///
    /// ```
    /// use reknock::{Millis, Outcome};
    ///
    /// let outcome = Outcome::status(429).with_hint(Millis::from_secs(3));
    /// assert_eq!(outcome.with_retry_after(b"60", None, None), outcome);
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_hint(mut self, pause: Millis) -> Self {
        self.hint = Hint::always(pause).or(self.hint);
        self
    }

    /// The same outcome with the response's `Retry-After`, as it came.
    ///
    /// A date is measured against the response's own `Date` header, else
    /// against `wall` (unix milliseconds), else it is no hint; neither is
    /// anything malformed. Use [`with_headers`](Self::with_headers) to have the
    /// `RateLimit` fields looked at too.
    ///
    /// ```
    /// use reknock::{Millis, Outcome};
    ///
    /// let date = Some(&b"Sun, 06 Nov 1994 08:49:37 GMT"[..]);
    /// let outcome = Outcome::status(503)
    ///     .with_retry_after(b"Sun, 06 Nov 1994 08:50:37 GMT", date, None);
    /// assert_eq!(outcome, Outcome::status(503).with_retry_after(b"60", None, None));
    /// ```
    #[must_use]
    pub fn with_retry_after(
        mut self,
        value: &[u8],
        date: Option<&[u8]>,
        wall: Option<Moment>,
    ) -> Self {
        let pause = retry_after(value, date, wall).unwrap_or(Millis::ZERO);
        self.hint = self.hint.or(Hint::always(pause));
        self
    }

    /// The same outcome with everything the response's headers ask for.
    ///
    /// ```
    /// use reknock::{http::Headers, Millis, Outcome};
    ///
    /// let headers = Headers { rate_limit_reset: Some(b"30"), ..Headers::NONE };
    /// let outcome = Outcome::status(429).with_headers(&headers, None);
    /// assert_eq!(reknock::presets::STORM_SAFE.hint(outcome), Some(Millis::from_secs(30)));
    /// ```
    #[must_use]
    pub fn with_headers(
        mut self,
        headers: &crate::http::Headers<'_>,
        wall: Option<Moment>,
    ) -> Self {
        self.hint = self.hint.or(headers.hint(wall));
        self
    }

    /// How the attempt ended, without what the server or caller added.
    ///
    /// ```
    /// use reknock::{Ending, Outcome};
    ///
    /// assert_eq!(Outcome::status(503).ending(), Ending::Status(503));
    /// ```
    #[must_use]
    #[inline]
    pub const fn ending(&self) -> Ending {
        self.code.ending()
    }
}

/// An [`Ending`] as one number: a status as it is, failures above them all. A
/// decision tells the usual from the rare with one comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Code(u32);

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ending().fmt(f)
    }
}

impl Code {
    const FAILURES: u32 = 1 << 16;

    pub(crate) const fn of_status(status: u16) -> Self {
        Self(status as u32)
    }

    pub(crate) const fn of_failure(failure: Failure) -> Self {
        Self(Self::FAILURES | failure as u32)
    }

    /// The one that a number means; of what is above its bits nothing is looked at.
    #[inline]
    pub(crate) const fn of_number(number: u32) -> Self {
        Self(number & 0x1_ffff)
    }

    /// The number of the status, or else of the failure.
    #[inline]
    pub(crate) const fn number(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    pub(crate) const fn is_failure(self) -> bool {
        self.0 >= Self::FAILURES
    }

    #[inline]
    pub(crate) const fn is(self, failure: Failure) -> bool {
        self.0 == Self::of_failure(failure).0
    }

    #[inline]
    pub(crate) const fn ending(self) -> Ending {
        if !self.is_failure() {
            return Ending::Status(self.number());
        }
        // The mask stands for the bounds check.
        Ending::Failure(Failure::ALL[(self.0 & 7) as usize])
    }
}

impl From<Failure> for Outcome {
    #[inline]
    fn from(failure: Failure) -> Self {
        Self::failure(failure)
    }
}

/// How an attempt ended: with an answer, or without one.
///
/// ```
/// use reknock::{Ending, Failure};
///
/// assert_eq!(Ending::Status(503).to_string(), "status 503");
/// assert_eq!(Ending::Failure(Failure::Refused).to_string(), "connection refused");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Ending {
    /// The server answered with this HTTP status.
    Status(u16),
    /// There was no answer.
    Failure(Failure),
}

/// Why there was no answer.
///
/// ```
/// use reknock::Failure;
///
/// assert_eq!(Failure::by_name("dns"), Some(Failure::Dns));
/// assert_eq!(Failure::Dns.name(), "dns");
/// assert_eq!(Failure::Dns.to_string(), "DNS failure");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Failure {
    /// No answer in time: connecting, sending or waiting took too long.
    Timeout,
    /// The destination refused the connection.
    Refused,
    /// The connection broke before the answer was complete.
    Reset,
    /// No route to the destination's network or host.
    Unreachable,
    /// The destination's name could not be looked up.
    Dns,
    /// The TLS handshake failed.
    Tls,
    /// The request can never be sent as it is: a bad URL, a bad header.
    Invalid,
    /// The sender's own fault: no memory, no socket, a proxy of its own down.
    /// Never charged to the event, so only a window ends a delivery that meets
    /// nothing else; and since the attempts stand still, the delay does not
    /// grow and may be drawn as zero: pause in your own loop while the fault
    /// lasts.
    Local,
}

impl Failure {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(reknock::Failure::ALL.len(), 8);
    /// ```
    pub const ALL: [Self; 8] = [
        Self::Timeout,
        Self::Refused,
        Self::Reset,
        Self::Unreachable,
        Self::Dns,
        Self::Tls,
        Self::Invalid,
        Self::Local,
    ];

    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::Failure::Refused.name(), "refused");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Refused => "refused",
            Self::Reset => "reset",
            Self::Unreachable => "unreachable",
            Self::Dns => "dns",
            Self::Tls => "tls",
            Self::Invalid => "invalid",
            Self::Local => "local",
        }
    }

    /// The failure with this name.
    ///
    /// ```
    /// assert_eq!(reknock::Failure::by_name("gremlins"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|failure| failure.name() == name)
    }
}
