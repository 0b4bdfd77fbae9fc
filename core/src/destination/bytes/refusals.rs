//! Bytes that are refused, and the field that is named.

use super::Binary;
use crate::destination::alone::Alone;
use crate::destination::breaker::Breaker;
use crate::destination::budget::Budget;
use crate::destination::replay::Replay;
use crate::destination::state::Destination;

#[test]
fn each_wrong_byte_is_laid_to_its_field() {
    fn field<G: Binary + core::fmt::Debug>(bytes: &[u8]) -> &'static str {
        let error = Alone::<G>::from_bytes(bytes).expect_err("refused");
        error.field()
    }
    assert_eq!(field::<Budget>(&[2, 0, 0]), "v");
    assert_eq!(
        field::<Budget>(&[1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, 0]),
        "at"
    );
    assert_eq!(
        field::<Budget>(&[1, 0, 0xff, 0xff, 0xff, 0xff, 0x10]),
        "tokens"
    );
    // 16 bits are three bytes at most, even where the number is small.
    assert_eq!(
        field::<Breaker>(&[1, 0, 0x80, 0x80, 0x80, 0, 0, 3]),
        "generation"
    );
    assert_eq!(
        field::<Breaker>(&[1, 0, 0xff, 0xff, 0x04, 0, 3]),
        "generation"
    );
    assert_eq!(field::<Breaker>(&[1, 0, 0, 0, 4]), "state");
    assert_eq!(field::<Breaker>(&[1, 0, 0, 0, 0x83, 0x02]), "state");
    assert_eq!(field::<Breaker>(&[1, 0, 0, 0, 1, 9]), "state.open.cooldown");
    assert_eq!(field::<Replay>(&[1, 0, 2]), "replay");
    assert_eq!(field::<Replay>(&[1, 0, 1, 0, 0, 0]), "rate");

    let destination = |bytes: &[u8]| {
        let error = Destination::from_bytes(bytes).expect_err("refused");
        std::format!("{error}")
    };
    let refused = "the number is out of range";
    assert!(destination(&[1, 0, 0, 2]).starts_with("standing: "));
    let why = std::format!("standing.disabled.why: {refused}");
    assert_eq!(destination(&[1, 0, 0, 1, 0, 4, 0]), why);
    let told = std::format!("standing.disabled.told: {refused}");
    assert_eq!(destination(&[1, 0, 0, 1, 0, 0, 2]), told);
    let state = std::format!("breaker.state: {refused}");
    assert_eq!(destination(&[1, 0, 0, 0, 0, 0, 0, 0, 4]), state);
}
