//! Readings: whole, or not at all.

use crate::{BODY_MAX, Importance, Reading, TooLong};

#[test]
fn a_body_that_does_not_fit_is_not_cut() {
    let body = |length: usize| {
        let reading = Reading::new(
            Importance::Alarm,
            format_args!("\"{:0>1$}\"", 1, length - 2),
        );
        reading.map(|reading| reading.body.len())
    };
    assert_eq!(body(BODY_MAX), Ok(BODY_MAX));
    assert_eq!(body(BODY_MAX + 1), Err(TooLong));
}
