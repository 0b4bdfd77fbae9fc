//! Lengths as people write them, and as other types have them.

use std::time::Duration;

use reknock::{Millis, Moment, ParseMillisError};

#[test]
fn text_and_what_it_means() {
    for (text, millis) in [
        ("0s", 0),
        ("0ms", 0),
        ("250ms", 250),
        ("30s", 30_000),
        ("2m30s", 150_000),
        ("48h", 172_800_000),
        ("7d", 604_800_000),
        ("1d2h3m4s5ms", 93_784_005),
        ("1d5ms", 86_400_005),
        ("90m", 5_400_000),
        ("007s", 7_000),
        ("49d17h2m47s295ms", u32::MAX),
        ("4294967295ms", u32::MAX),
        ("00000000000000000000000000000001s", 1_000),
    ] {
        assert_eq!(text.parse(), Ok(Millis::new(millis)), "{text}");
    }
}

#[test]
fn text_that_means_nothing() {
    let form = [
        "", " ", "30", "s", "1.5s", "-1s", "+1s", "1 s", " 1s", "1s ", "1s1m", "1m1m", "1S", "1w",
        "1sec", "1m30", "1ms1s", "∞s", "1e3s", "0x1s", "1_000ms",
    ];
    for text in form {
        assert_eq!(
            text.parse::<Millis>(),
            Err(ParseMillisError::Form),
            "{text:?}"
        );
    }
    let too_long = [
        "4294967296ms",
        "49d17h2m47s296ms",
        "50d",
        "99999999999999999999999999s",
    ];
    for text in too_long {
        assert_eq!(
            text.parse::<Millis>(),
            Err(ParseMillisError::TooLong),
            "{text:?}"
        );
    }
}

/// Written with the largest units, each text is the only one for its length.
#[test]
fn every_length_is_read_back_from_its_text() {
    let powers = (0..32).flat_map(|bit| [(1u32 << bit) - 1, 1 << bit, (1 << bit) + 1]);
    let units = [1_000u32, 60_000, 3_600_000, 86_400_000];
    let around = units
        .into_iter()
        .flat_map(|unit| [unit - 1, unit, unit + 1, unit * 49]);
    for millis in powers.chain(around).chain([u32::MAX]) {
        let length = Millis::new(millis);
        assert_eq!(length.to_string().parse(), Ok(length));
        assert_eq!(format!("{length:?}"), length.to_string());
    }
    assert_eq!(Millis::new(93_784_005).to_string(), "1d2h3m4s5ms");
    assert_eq!(Millis::ZERO.to_string(), "0s");
}

#[test]
fn too_long_a_length_is_the_longest() {
    assert_eq!(Millis::from_secs(4_294_967), Millis::new(4_294_967_000));
    for longest in [
        Millis::from_secs(4_294_968),
        Millis::from_mins(71_583),
        Millis::from_hours(1_194),
        Millis::from_days(50),
        Millis::from_days(u32::MAX),
        Millis::from_duration(Duration::from_millis(1 << 32)),
        Millis::from_duration(Duration::MAX),
    ] {
        assert_eq!(longest, Millis::MAX);
    }
    assert_eq!(
        Millis::from_duration(Duration::from_millis(4_294_967_295)),
        Millis::MAX
    );
    assert_eq!(
        Millis::from_duration(Duration::from_nanos(1_999_999)),
        Millis::new(1)
    );
    assert_eq!(
        Duration::from(Millis::MAX),
        Duration::from_millis(4_294_967_295)
    );
}

#[test]
fn points_stop_at_the_ends_of_time() {
    const END: i64 = (1 << 53) - 1;
    assert_eq!(Moment::from_millis(i64::MAX).as_millis(), END);
    assert_eq!(Moment::from_millis(END + 1).as_millis(), END);
    assert_eq!(Moment::from_millis(-END - 1).as_millis(), -END);
    assert_eq!(Moment::from_millis(i64::MIN), Moment::MIN);
    let near = Moment::from_millis(END - 5);
    assert_eq!(near.after(Millis::new(5)), Moment::MAX);
    assert_eq!(near.after(Millis::new(6)), Moment::MAX);
    assert_eq!(near.after(Millis::new(4)).as_millis(), END - 1);
    assert_eq!(Moment::MAX.since(Moment::MIN), Millis::MAX);
    assert_eq!(Moment::MIN.since(Moment::MAX), Millis::ZERO);
    assert_eq!(Moment::MAX.since(near), Millis::new(5));
}
