//! What an outcome means.

use core::fmt;

use crate::delivery::outcome::{Code, Failure, Outcome};

/// What an outcome means for the delivery.
///
/// ```
/// use reknock::{Class, Failure};
///
/// assert_eq!(Class::of_status(503), Class::Transient);
/// assert_eq!(Class::of_failure(Failure::Invalid), Class::Permanent);
/// assert_eq!(Class::Throttled.name(), "throttled");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Class {
    /// It arrived.
    Delivered,
    /// It may work later.
    Transient,
    /// It may work later, and the destination asks for less.
    Throttled,
    /// It will never work as it is.
    Permanent,
    /// The destination asks never to be called again.
    Gone,
}

impl Class {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(reknock::Class::ALL.len(), 5);
    /// ```
    pub const ALL: [Self; 5] = [
        Self::Delivered,
        Self::Transient,
        Self::Throttled,
        Self::Permanent,
        Self::Gone,
    ];

    /// What an HTTP status means, when no exception of a policy says otherwise.
    ///
    /// Redirects are not followed: a destination that moved is
    /// misconfigured. Numbers that are no final status at all (below 200, 600
    /// and above) are a broken answer, which may be whole the next time.
    ///
    /// ```
    /// use reknock::Class;
    ///
    /// assert_eq!(Class::of_status(200), Class::Delivered);
    /// assert_eq!(Class::of_status(301), Class::Permanent);
    /// assert_eq!(Class::of_status(408), Class::Transient);
    /// assert_eq!(Class::of_status(410), Class::Gone);
    /// assert_eq!(Class::of_status(429), Class::Throttled);
    /// assert_eq!(Class::of_status(999), Class::Transient);
    /// ```
    #[must_use]
    #[inline]
    pub const fn of_status(status: u16) -> Self {
        // Asked first, since it is what usually brings a delivery here.
        if status >= 500 {
            return Self::Transient;
        }
        match status {
            200..=299 => Self::Delivered,
            408 => Self::Transient,
            410 => Self::Gone,
            429 => Self::Throttled,
            300..=499 => Self::Permanent,
            _ => Self::Transient,
        }
    }

    /// What a failure means, when no exception of a policy says otherwise.
    ///
    /// ```
    /// use reknock::{Class, Failure};
    ///
    /// assert_eq!(Class::of_failure(Failure::Timeout), Class::Transient);
    /// ```
    #[must_use]
    #[inline]
    pub const fn of_failure(failure: Failure) -> Self {
        match failure {
            Failure::Invalid => Self::Permanent,
            _ => Self::Transient,
        }
    }

    /// What a gRPC status code means.
    ///
    /// ```
    /// use reknock::{Class, GrpcCode};
    ///
    /// assert_eq!(Class::of_grpc(GrpcCode::Unavailable), Class::Transient);
    /// assert_eq!(Class::of_grpc(GrpcCode::InvalidArgument), Class::Permanent);
    /// ```
    #[must_use]
    pub const fn of_grpc(code: GrpcCode) -> Self {
        match code {
            GrpcCode::Ok => Self::Delivered,
            GrpcCode::Unavailable
            | GrpcCode::DeadlineExceeded
            | GrpcCode::Aborted
            | GrpcCode::Internal
            | GrpcCode::Unknown => Self::Transient,
            GrpcCode::ResourceExhausted => Self::Throttled,
            _ => Self::Permanent,
        }
    }

    /// Whether there may be another try.
    #[inline]
    pub(crate) const fn is_retried(self) -> bool {
        matches!(self, Self::Transient | Self::Throttled)
    }

    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::Class::Gone.name(), "gone");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Transient => "transient",
            Self::Throttled => "throttled",
            Self::Permanent => "permanent",
            Self::Gone => "gone",
        }
    }

    /// The class with this name.
    ///
    /// ```
    /// assert_eq!(reknock::Class::by_name("gone"), Some(reknock::Class::Gone));
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }
}

/// The status codes of gRPC.
///
/// ```
/// use reknock::GrpcCode;
///
/// assert_eq!(GrpcCode::by_number(14), Some(GrpcCode::Unavailable));
/// assert_eq!(GrpcCode::by_number(17), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[allow(missing_docs, reason = "the names are those of the gRPC specification")]
#[repr(u16)]
pub enum GrpcCode {
    Ok = 0,
    Cancelled = 1,
    Unknown = 2,
    InvalidArgument = 3,
    DeadlineExceeded = 4,
    NotFound = 5,
    AlreadyExists = 6,
    PermissionDenied = 7,
    ResourceExhausted = 8,
    FailedPrecondition = 9,
    Aborted = 10,
    OutOfRange = 11,
    Unimplemented = 12,
    Internal = 13,
    Unavailable = 14,
    DataLoss = 15,
    Unauthenticated = 16,
}

impl GrpcCode {
    /// All of them, in the order of their numbers.
    ///
    /// ```
    /// assert_eq!(reknock::GrpcCode::ALL[14], reknock::GrpcCode::Unavailable);
    /// ```
    pub const ALL: [Self; 17] = [
        Self::Ok,
        Self::Cancelled,
        Self::Unknown,
        Self::InvalidArgument,
        Self::DeadlineExceeded,
        Self::NotFound,
        Self::AlreadyExists,
        Self::PermissionDenied,
        Self::ResourceExhausted,
        Self::FailedPrecondition,
        Self::Aborted,
        Self::OutOfRange,
        Self::Unimplemented,
        Self::Internal,
        Self::Unavailable,
        Self::DataLoss,
        Self::Unauthenticated,
    ];

    /// The code with this number.
    ///
    /// ```
    /// assert_eq!(reknock::GrpcCode::by_number(0), Some(reknock::GrpcCode::Ok));
    /// ```
    #[must_use]
    pub fn by_number(number: u16) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

/// The most exceptions a policy can have.
pub(crate) const EXCEPTIONS_MAX: usize = 8;

/// A policy's exceptions to the tables above.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Exceptions {
    pub(crate) rules: [Exception; EXCEPTIONS_MAX],
    pub(crate) len: u8,
}

/// One exception: these statuses, or this failure, mean that class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Exception {
    pub(crate) first: u16,
    pub(crate) last: u16,
    /// Whether the two numbers are a failure's rather than statuses.
    pub(crate) failure: bool,
    pub(crate) class: Class,
}

impl Exception {
    /// What fills the unused places; never looked at.
    const UNUSED: Self = Self {
        first: 0,
        last: 0,
        failure: false,
        class: Class::Transient,
    };

    /// Whether this is a range of statuses, which a single status beats.
    pub(crate) const fn is_range(&self) -> bool {
        self.first != self.last
    }
}

impl fmt::Debug for Exceptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Exceptions {
    pub(crate) const NONE: Self = Self {
        rules: [Exception::UNUSED; EXCEPTIONS_MAX],
        len: 0,
    };

    /// Those that are used.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Exception> {
        self.rules.iter().take(usize::from(self.len))
    }

    /// The class that an exception gives this ending: a single status or a
    /// failure if there is one, else a range.
    ///
    /// Out of line: most policies have no exceptions, and the others should
    /// not make their decisions carry this loop around.
    #[cold]
    #[inline(never)]
    fn lookup(&self, code: Code) -> Option<Class> {
        let (number, failure) = (code.number(), code.is_failure());
        let mut by_range = None;
        for rule in self.iter() {
            if rule.failure == failure && rule.first <= number && number <= rule.last {
                if !rule.is_range() {
                    return Some(rule.class);
                }
                by_range = Some(rule.class);
            }
        }
        by_range
    }
}

/// Step 1 of a decision: the caller's word, else an exception, else the tables.
#[inline]
pub(crate) fn classify(outcome: &Outcome, exceptions: &Exceptions) -> Class {
    if let Some(class) = outcome.class {
        return class;
    }
    if exceptions.len > 0
        && let Some(class) = exceptions.lookup(outcome.code)
    {
        return class;
    }
    if !outcome.code.is_failure() {
        Class::of_status(outcome.code.number())
    } else if outcome.code.is(Failure::Invalid) {
        Class::Permanent
    } else {
        Class::Transient
    }
}
