//! What the standard library's errors mean for a delivery.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::string::ToString as _;

use crate::delivery::outcome::{Failure, Outcome};

/// The most errors looked at in one chain: a chain that leads back into itself
/// ends here.
const CHAIN_MAX: usize = 64;

impl Failure {
    /// Why there was no answer, as an HTTP client's error tells it: the first
    /// [`io::Error`] in its chain of [sources](Error::source) that says
    /// something. `None` if there is none: then the client alone knows.
    ///
    /// ```
    /// use std::{error::Error, fmt, io};
    /// use reknock::{Failure, Outcome};
    ///
    /// #[derive(Debug)]
    /// struct ClientError(io::Error);
    /// # impl fmt::Display for ClientError {
    /// #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    /// #         f.write_str("error sending request")
    /// #     }
    /// # }
    /// impl Error for ClientError {
    ///     fn source(&self) -> Option<&(dyn Error + 'static)> {
    ///         Some(&self.0)
    ///     }
    /// }
    ///
    /// let error = ClientError(io::ErrorKind::ConnectionRefused.into());
    /// let failure = Failure::from_error(&error).unwrap_or(Failure::Reset);
    /// assert_eq!(failure, Failure::Refused);
    /// assert_eq!(Failure::from_error(&fmt::Error), None);
    /// ```
    #[must_use]
    pub fn from_error(error: &(dyn Error + 'static)) -> Option<Self> {
        let mut next = Some(error);
        for _ in 0..CHAIN_MAX {
            let error = next?;
            next = match error.downcast_ref::<io::Error>() {
                None => error.source(),
                Some(error) => {
                    if let Some(failure) = of_io(error) {
                        return Some(failure);
                    }
                    // Its `source()` would skip the very error it wraps.
                    error.get_ref().map(|inner| inner as &(dyn Error + 'static))
                }
            };
        }
        None
    }
}

impl From<&io::Error> for Failure {
    /// Why there was no answer. What says nothing more precise counts as
    /// [`Reset`](Failure::Reset): the connection broke, for whatever reason.
    ///
    /// ```
    /// use std::net::TcpListener;
    /// use std::net::TcpStream;
    /// use reknock::Failure;
    ///
    /// let free = TcpListener::bind("127.0.0.1:0")?.local_addr()?; // and closed again
    /// let error = TcpStream::connect(free).unwrap_err();
    /// assert_eq!(Failure::from(&error), Failure::Refused);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    fn from(error: &io::Error) -> Self {
        Self::from_error(error).unwrap_or(Self::Reset)
    }
}

impl From<&io::Error> for Outcome {
    /// ```
    /// use std::io;
    /// use reknock::{Failure, Outcome};
    ///
    /// let error = io::Error::from(io::ErrorKind::TimedOut);
    /// assert_eq!(Outcome::from(&error), Outcome::failure(Failure::Timeout));
    /// ```
    fn from(error: &io::Error) -> Self {
        Self::failure(error.into())
    }
}

/// What one error says by itself, without what it wraps.
///
/// `Local` is for what can only be the sender's doing, since it costs no
/// attempt: a doubtful case counted as `Local` could be retried for ever.
fn of_io(error: &io::Error) -> Option<Failure> {
    if error
        .raw_os_error()
        .is_some_and(|code| os::NO_RESOURCES.contains(&code))
    {
        return Some(Failure::Local);
    }
    match error.kind() {
        // A read or write timeout is `WouldBlock` on Unix, `TimedOut` on Windows.
        ErrorKind::TimedOut | ErrorKind::WouldBlock => Some(Failure::Timeout),
        ErrorKind::ConnectionRefused => Some(Failure::Refused),
        ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::NotConnected
        | ErrorKind::BrokenPipe
        | ErrorKind::UnexpectedEof => Some(Failure::Reset),
        // No address to call from: all ports in use, or no IPv6 here at all.
        // A firewall's word is `PermissionDenied`. Both may never end.
        ErrorKind::HostUnreachable
        | ErrorKind::NetworkUnreachable
        | ErrorKind::NetworkDown
        | ErrorKind::AddrNotAvailable
        | ErrorKind::PermissionDenied => Some(Failure::Unreachable),
        // Said by a library, not by the system, whose word may be about this
        // moment only: an event must not be lost to that.
        ErrorKind::InvalidInput if error.raw_os_error().is_none() => Some(Failure::Invalid),
        ErrorKind::OutOfMemory | ErrorKind::AddrInUse => Some(Failure::Local),
        _ if is_lookup(error) => Some(Failure::Dns),
        _ => None,
    }
}

/// Whether this comes from looking up a name. The standard library has no kind
/// for it: a text of its own on Unix, the system's number on Windows.
fn is_lookup(error: &io::Error) -> bool {
    match error.raw_os_error() {
        Some(code) => os::NO_SUCH_NAME.contains(&code),
        None => error
            .to_string()
            .starts_with("failed to lookup address information"),
    }
}

#[cfg(unix)]
mod os {
    /// `ENFILE`, `EMFILE`: too many open files, here or in the whole system.
    pub(super) const NO_RESOURCES: &[i32] = &[23, 24];
    pub(super) const NO_SUCH_NAME: &[i32] = &[];
}

#[cfg(windows)]
mod os {
    /// `WSAEMFILE`, `WSAENOBUFS`: no socket, no buffer.
    pub(super) const NO_RESOURCES: &[i32] = &[10024, 10055];
    /// `WSAHOST_NOT_FOUND`, `WSATRY_AGAIN`, `WSANO_RECOVERY`, `WSANO_DATA`.
    pub(super) const NO_SUCH_NAME: &[i32] = &[11001, 11002, 11003, 11004];
}

#[cfg(not(any(unix, windows)))]
mod os {
    pub(super) const NO_RESOURCES: &[i32] = &[];
    pub(super) const NO_SUCH_NAME: &[i32] = &[];
}

#[cfg(test)]
mod tests {
    use std::boxed::Box;
    use std::fmt;
    use std::net::ToSocketAddrs as _;

    use super::*;

    #[test]
    fn every_kind_has_its_failure() {
        for (kind, failure) in [
            (ErrorKind::TimedOut, Failure::Timeout),
            (ErrorKind::WouldBlock, Failure::Timeout),
            (ErrorKind::ConnectionRefused, Failure::Refused),
            (ErrorKind::ConnectionReset, Failure::Reset),
            (ErrorKind::ConnectionAborted, Failure::Reset),
            (ErrorKind::NotConnected, Failure::Reset),
            (ErrorKind::BrokenPipe, Failure::Reset),
            (ErrorKind::UnexpectedEof, Failure::Reset),
            (ErrorKind::HostUnreachable, Failure::Unreachable),
            (ErrorKind::NetworkUnreachable, Failure::Unreachable),
            (ErrorKind::NetworkDown, Failure::Unreachable),
            (ErrorKind::AddrNotAvailable, Failure::Unreachable),
            (ErrorKind::PermissionDenied, Failure::Unreachable),
            (ErrorKind::InvalidInput, Failure::Invalid),
            (ErrorKind::OutOfMemory, Failure::Local),
            (ErrorKind::AddrInUse, Failure::Local),
        ] {
            assert_eq!(
                Failure::from_error(&io::Error::from(kind)),
                Some(failure),
                "{kind:?}"
            );
            let outcome = Outcome::from(&io::Error::new(kind, "with a text of its own"));
            assert_eq!(outcome, Outcome::failure(failure), "{kind:?}");
        }
    }

    #[test]
    fn what_says_nothing_is_a_broken_connection_or_the_callers_to_know() {
        let error = io::Error::other("gremlins");
        assert_eq!(Failure::from_error(&error), None);
        assert_eq!(Failure::from(&error), Failure::Reset);
    }

    #[cfg(unix)]
    #[test]
    fn too_many_open_files_are_the_senders_own_fault() {
        for code in [23, 24] {
            assert_eq!(
                Failure::from(&io::Error::from_raw_os_error(code)),
                Failure::Local
            );
        }
    }

    // How the system says so is what is tested, and Miri says it otherwise.
    #[cfg_attr(miri, ignore = "Miri has one error for every failed lookup")]
    #[test]
    fn a_name_that_cannot_be_looked_up_is_a_dns_failure() {
        let error = ("reknock.invalid", 80).to_socket_addrs().unwrap_err();
        assert_eq!(Failure::from(&error), Failure::Dns, "{error:?}");
    }

    #[test]
    fn an_error_inside_an_error_is_found() {
        let reset = io::Error::other(Wrapper(Box::new(io::Error::other(io::Error::from(
            ErrorKind::ConnectionReset,
        )))));
        assert_eq!(
            Failure::from_error(&Wrapper(Box::new(reset))),
            Some(Failure::Reset)
        );
    }

    #[test]
    fn a_chain_that_leads_back_into_itself_ends() {
        assert_eq!(Failure::from_error(&Ouroboros), None);
    }

    #[derive(Debug)]
    struct Wrapper(Box<dyn Error + Send + Sync>);

    impl fmt::Display for Wrapper {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    impl Error for Wrapper {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&*self.0)
        }
    }

    #[derive(Debug)]
    struct Ouroboros;

    impl fmt::Display for Ouroboros {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("see below")
        }
    }

    impl Error for Ouroboros {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(self)
        }
    }
}
