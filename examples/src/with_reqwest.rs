//! What reqwest's answers and errors mean for a delivery.

use std::error::Error;

use reknock::http::Headers;
use reknock::{Failure, Moment, Outcome};
use reqwest::header::HeaderValue;
use reqwest::{Client, ClientBuilder, Response};

use crate::ATTEMPT_TIMEOUT;

/// What a try with reqwest ended with.
///
/// `wall` is what a `Retry-After` date is measured against when the response
/// has no `Date` of its own.
///
/// ```no_run
/// use reknock::{Clock, SystemClock};
/// use reknock_examples::with_reqwest::{client, outcome_of};
///
/// # async fn knock() -> reqwest::Result<()> {
/// let result = client().build()?.post("https://example.com/hook").send().await;
/// let outcome = outcome_of(result.as_ref(), SystemClock.wall());
/// println!("{}", outcome.ending());
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn outcome_of(result: Result<&Response, &reqwest::Error>, wall: Option<Moment>) -> Outcome {
    match result {
        Ok(response) => {
            let header = |name| response.headers().get(name).map(HeaderValue::as_bytes);
            Outcome::status(response.status().as_u16())
                .with_headers(&Headers::from_lookup(header), wall)
        }
        // From `error_for_status`: there was an answer after all.
        Err(error) => match error.status() {
            Some(status) => Outcome::status(status.as_u16()),
            None => Outcome::failure(failure_of(error)),
        },
    }
}

/// Why there was no answer.
///
/// ```
/// use reknock::Failure;
/// use reknock_examples::with_reqwest::{client, failure_of};
///
/// let error = client().build()?.post("not a URL").build().unwrap_err();
/// assert_eq!(failure_of(&error), Failure::Invalid);
/// # Ok::<(), reqwest::Error>(())
/// ```
#[must_use]
pub fn failure_of(error: &reqwest::Error) -> Failure {
    if error.is_builder() {
        // A bad URL, a scheme other than http, a header with a line break.
        Failure::Invalid
    } else if error.is_timeout() {
        Failure::Timeout
    } else if is_tls(error) {
        Failure::Tls
    } else if let Some(failure) = Failure::from_error(error) {
        failure
    } else if error.is_connect() {
        Failure::Unreachable
    } else {
        // While sending, waiting or reading the body: hyper's "connection
        // closed before message completed" has no `io::Error` inside.
        Failure::Reset
    }
}

/// A client as a webhook sender wants it: one try is one request, to the
/// address that was asked for, and it ends.
///
/// ```
/// let client = reknock_examples::with_reqwest::client().build()?;
/// # Ok::<(), reqwest::Error>(())
/// ```
pub fn client() -> ClientBuilder {
    // The only thing that can go wrong is that the program has chosen already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .timeout(ATTEMPT_TIMEOUT)
        // A redirect would carry the event to an address nobody registered.
        .redirect(reqwest::redirect::Policy::none())
        // reqwest's own retries would knock without being counted.
        .retry(reqwest::retry::never())
}

/// Whether rustls refused: a bad certificate, or a peer that does not speak
/// TLS. (A peer that merely hangs up during the handshake is a reset.)
fn is_tls(error: &reqwest::Error) -> bool {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = next {
        if error.is::<rustls::Error>() {
            return true;
        }
        next = match error.downcast_ref::<std::io::Error>() {
            // Its `source()` would skip the very error it wraps.
            Some(error) => error.get_ref().map(|inner| inner as _),
            None => error.source(),
        };
    }
    false
}
