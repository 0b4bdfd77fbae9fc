//! Which header is believed when several speak, on which answers.

use reknock::http::Headers;
use reknock::{Millis, Moment, Outcome, presets};

/// Sunday, 6 November 1994, 08:49:37.
const THEN: i64 = 784_111_777;
const DATE: &[u8] = b"Sun, 06 Nov 1994 08:49:37 GMT";

const ALL: Headers<'_> = Headers {
    retry_after: Some(b"10"),
    date: Some(DATE),
    rate_limit: Some(b"\"default\";r=0;t=20"),
    rate_limit_reset: Some(b"30"),
    x_rate_limit_reset: Some(b"40"),
};

/// The pause believed, in seconds.
fn pause(status: u16, headers: &Headers<'_>, wall: Option<i64>) -> Option<u32> {
    let wall = wall.map(|seconds| Moment::from_millis(seconds * 1_000));
    let outcome = Outcome::status(status).with_headers(headers, wall);
    presets::STORM_SAFE
        .hint(outcome)
        .map(|pause| pause.get() / 1_000)
}

#[test]
fn the_first_that_is_there_counts() {
    let mut headers = ALL;
    assert_eq!(pause(429, &headers, None), Some(10));
    headers.retry_after = None;
    assert_eq!(pause(429, &headers, None), Some(20));
    headers.rate_limit = None;
    assert_eq!(pause(429, &headers, None), Some(30));
    headers.rate_limit_reset = None;
    assert_eq!(pause(429, &headers, None), Some(40));
    headers.x_rate_limit_reset = None;
    assert_eq!(pause(429, &headers, None), None);
}

#[test]
fn what_is_malformed_gives_way_to_the_next() {
    let mut headers = ALL;
    headers.retry_after = Some(b"soon");
    assert_eq!(pause(429, &headers, None), Some(20));
    headers.rate_limit = Some(b"\"default\";r=0;t=");
    assert_eq!(pause(429, &headers, None), Some(30));
    headers.rate_limit_reset = Some(b"-30");
    assert_eq!(pause(429, &headers, None), Some(40));
}

/// A well-formed `Retry-After` has spoken, even where it asks for nothing.
#[test]
fn a_retry_after_of_nothing_silences_the_rest() {
    for nothing in [&b"0"[..], DATE, b"Sun, 06 Nov 1994 08:49:36 GMT"] {
        assert_eq!(
            pause(
                429,
                &Headers {
                    retry_after: Some(nothing),
                    ..ALL
                },
                None
            ),
            None
        );
    }
}

#[test]
fn rate_limits_are_for_throttled_answers() {
    let limits = Headers {
        retry_after: None,
        ..ALL
    };
    assert_eq!(pause(503, &limits, None), None);
    assert_eq!(
        pause(503, &ALL, None),
        Some(10),
        "Retry-After is for any answer"
    );
}

#[test]
fn a_callers_own_hint_beats_every_header() {
    let hint = Millis::from_secs(5);
    let (before, after) = (
        Outcome::status(429)
            .with_hint(hint)
            .with_headers(&ALL, None),
        Outcome::status(429)
            .with_headers(&ALL, None)
            .with_hint(hint),
    );
    assert_eq!(before, after);
    assert_eq!(presets::STORM_SAFE.hint(after), Some(hint));
    let none = Outcome::status(429)
        .with_headers(&ALL, None)
        .with_hint(Millis::ZERO);
    assert_eq!(presets::STORM_SAFE.hint(none), Some(Millis::from_secs(10)));
}

#[test]
fn the_longest_exhausted_limit_counts() {
    for (value, expected) in [
        (&br#""a";r=0;t=5, "b";r=0;t=9, "c";r=1;t=99"#[..], Some(9)),
        (br#""a";r=1;t=5"#, None),
        (br#""a";t=5;r=0"#, Some(5)),
        (br#""a";r=0"#, None),
        (br#""a";r=0;t=0"#, None),
        (br#""a";r=0;t=-5"#, None),
        (br#""a";r=0;t=5.0"#, None),
        (br#"default;r=0;t=5"#, Some(5)),
        (br#""a";pk=:YQ==:;r=0;t=5"#, Some(5)),
        (br#""a";r=0;t=5,"#, None),
        (br#""a;r=0;t=5"#, None),
        (br#"limit=10, remaining=0, reset=5"#, None),
        (b"", None),
    ] {
        let headers = Headers {
            rate_limit: Some(value),
            ..Headers::NONE
        };
        let text = String::from_utf8_lossy(value);
        assert_eq!(pause(429, &headers, None), expected, "{text}");
    }
}

/// Below 10^9 it is seconds from now, from there on unix seconds.
#[test]
fn x_rate_limit_reset_is_seconds_or_a_point() {
    let reset = |text: &str, date, wall| {
        let value = Some(text.as_bytes());
        pause(
            429,
            &Headers {
                x_rate_limit_reset: value,
                date,
                ..Headers::NONE
            },
            wall,
        )
    };
    assert_eq!(reset("60", None, None), Some(60));
    assert_eq!(
        reset("999999999", None, None),
        Some(86_400),
        "as long as is believed"
    );
    assert_eq!(
        reset("1000000000", None, None),
        None,
        "nothing to measure it against"
    );
    assert_eq!(reset("1000000060", None, Some(1_000_000_000)), Some(60));
    assert_eq!(reset("1000000060", None, Some(1_000_000_060)), None, "past");
    assert_eq!(reset("1000000060", Some(DATE), None), Some(86_400));
    assert_eq!(
        reset("99999999999999999999", None, Some(THEN)),
        Some(86_400)
    );
}

/// The response's own `Date` is believed before the wall clock, if it is one.
#[test]
fn dates_are_measured_against_the_responses_own() {
    let until = Some(&b"Sun, 06 Nov 1994 08:50:37 GMT"[..]);
    let headers = |date| Headers {
        retry_after: until,
        date,
        ..Headers::NONE
    };
    assert_eq!(pause(503, &headers(Some(DATE)), Some(THEN + 50)), Some(60));
    assert_eq!(
        pause(503, &headers(Some(b"today")), Some(THEN + 50)),
        Some(10)
    );
    assert_eq!(pause(503, &headers(None), Some(THEN + 50)), Some(10));
    assert_eq!(pause(503, &headers(None), None), None);
}

#[test]
fn headers_are_looked_up_by_their_names_in_lower_case() {
    let mut asked = Vec::new();
    let headers = Headers::from_lookup(|name| {
        asked.push(name);
        (name == "ratelimit-reset").then_some(&b"7"[..])
    });
    assert_eq!(
        headers,
        Headers {
            rate_limit_reset: Some(b"7"),
            ..Headers::NONE
        }
    );
    asked.sort_unstable();
    let names = [
        "date",
        "ratelimit",
        "ratelimit-reset",
        "retry-after",
        "x-ratelimit-reset",
    ];
    assert_eq!(asked, names);
}
