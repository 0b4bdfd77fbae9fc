//! A delivery's own clock: wait, due, expired, restart, rebase, and its bytes.

use reknock::{Delivery, DeliveryBytes, Millis, Moment, Policy, presets};
use reknock_tests::fixtures::State;

const END: i64 = (1 << 53) - 1;

fn at(millis: i64) -> Moment {
    Moment::from_millis(millis)
}

/// Decided at 1,000: come back at 6,000.
fn waiting() -> Delivery {
    State {
        attempts: 2,
        next_at: 6_000,
        delay: 5_000,
        ..State::default()
    }
    .delivery()
}

#[test]
fn wait_is_what_is_left_and_no_more_than_was_decided() {
    for (now, wait) in [
        (1_000, 5_000),
        (1_001, 4_999),
        (5_999, 1),
        (6_000, 0),
        (6_001, 0),
        (END, 0),
        (999, 5_000),
        (-1_000_000, 5_000),
        (-END, 5_000),
    ] {
        assert_eq!(waiting().wait(at(now)), Millis::new(wait), "at {now}");
        assert_eq!(waiting().due(at(now)), wait == 0, "at {now}");
    }
    let far = State {
        created_at: -END,
        next_at: END,
        delay: u32::MAX,
        ..State::default()
    };
    assert_eq!(far.delivery().wait(Moment::MIN), Millis::MAX);
    assert!(
        Delivery::new(at(5)).due(Moment::MIN),
        "nothing was decided, so nothing is waited for"
    );
}

#[test]
fn expired_is_after_the_window_and_not_at_its_end() {
    let policy = Policy::constant(Millis::from_secs(1))
        .window(Millis::from_secs(60))
        .build()
        .expect("a valid policy");
    let delivery = Delivery::new(at(1_000));
    for (now, expired) in [
        (0, false),
        (61_000, false),
        (61_001, true),
        (END, true),
        (-END, false),
    ] {
        assert_eq!(policy.expired(&delivery, at(now)), expired, "at {now}");
    }
    assert!(
        !presets::CONVOY.expired(&delivery, Moment::MAX),
        "without a window, never"
    );
    // A window that ends after the end of time does not end.
    assert!(!policy.expired(&Delivery::new(Moment::MAX), Moment::MAX));
    assert!(policy.expired(&Delivery::new(Moment::MIN), Moment::MAX));
}

#[test]
fn restart_forgets_everything() {
    let mut delivery = State {
        dns: 255,
        attempts: u32::MAX,
        ..State::default()
    }
    .delivery();
    delivery.restart(at(77));
    assert_eq!(delivery, Delivery::new(at(77)));
    assert_eq!((delivery.attempts(), delivery.dns_failures()), (0, 0));
    assert_eq!(
        (delivery.created_at(), delivery.next_at()),
        (at(77), at(77))
    );
    assert_eq!(delivery.delay(), Millis::ZERO);
}

#[test]
fn rebase_moves_both_points_and_nothing_else() {
    let mut delivery = waiting();
    delivery.rebase(at(4_000), at(0));
    assert_eq!(
        (delivery.created_at(), delivery.next_at()),
        (at(-4_000), at(2_000))
    );
    assert_eq!(
        (delivery.attempts(), delivery.delay()),
        (2, Millis::new(5_000))
    );
    assert_eq!(delivery.wait(at(0)), Millis::new(2_000));
}

#[test]
fn rebase_stops_at_the_ends_of_time() {
    let mut late = waiting();
    late.rebase(Moment::MIN, Moment::MAX);
    assert_eq!(
        (late.created_at(), late.next_at()),
        (Moment::MAX, Moment::MAX)
    );
    let mut early = waiting();
    early.rebase(Moment::MAX, Moment::MIN);
    assert_eq!(
        (early.created_at(), early.next_at()),
        (Moment::MIN, Moment::MIN)
    );
    let mut still = waiting();
    still.rebase(Moment::MAX, Moment::MAX);
    assert_eq!(still, waiting());
}

/// The tuple (version, attempts, dns, createdAt, nextAt − createdAt, delay), as
/// postcard writes it.
#[test]
fn bytes_are_those_of_the_first_release() {
    let delivery = State {
        attempts: 300,
        dns: 200,
        created_at: -1,
        next_at: 63,
        delay: 64,
    }
    .delivery();
    let bytes = [1, 0xac, 2, 200, 1, 0x80, 1, 64];
    assert_eq!(&delivery.to_bytes()[..], bytes);
    assert_eq!(Delivery::from_bytes(&bytes), Ok(delivery));
}

#[test]
fn bytes_are_few_in_real_life_and_bounded_always() {
    let usual = State {
        attempts: 999,
        dns: 3,
        created_at: 1_900_000_000_000,
        next_at: 1_900_172_800_000,
        delay: 129_600_000,
    };
    assert!(usual.delivery().to_bytes().len() <= 20);
    let largest = State {
        attempts: u32::MAX,
        dns: 255,
        created_at: -END,
        next_at: END,
        delay: u32::MAX,
    };
    assert!(largest.delivery().to_bytes().len() <= DeliveryBytes::MAX);
    assert!(size_of::<Delivery>() <= 32);
}

#[test]
fn bytes_that_are_refused_name_their_field() {
    let too_much = [0xff; 10];
    let cases: [(&[u8], &str); 13] = [
        (&[], "v"),
        (&[0], "v"),
        (&[2, 0, 0, 0, 0, 0], "v"),
        (&[1], "attempts"),
        (&[1, 0x80], "attempts"),
        (&[1, 0x80, 0x80, 0x80, 0x80, 0x10], "attempts"),
        (&[1, 0], "dns"),
        (&[1, 0, 0], "createdAt"),
        (&[1, 0, 0, 0], "nextAt"),
        (&[1, 0, 0, 0, 0], "delay"),
        (&[1, 0, 0, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x10], "delay"),
        (&[1, 0, 0, 0, 0, 0, 0], "delay"),
        (&too_much, "v"),
    ];
    for (bytes, field) in cases {
        let error = Delivery::from_bytes(bytes).expect_err("bytes that mean nothing");
        assert_eq!(error.field(), field, "{bytes:?}");
    }
    let far = |created_at: i64, until_next: i64| {
        postcard::to_allocvec(&(1u8, 0u32, 0u8, created_at, until_next, 0u32))
            .map(|bytes| Delivery::from_bytes(&bytes))
    };
    for (created_at, until_next, field) in [
        (END + 1, 0, "createdAt"),
        (-END - 1, 0, "createdAt"),
        (i64::MIN / 4, 0, "createdAt"),
        (END, 1, "nextAt"),
        (-END, -1, "nextAt"),
        (END, i64::MAX / 4, "nextAt"),
    ] {
        let error = far(created_at, until_next)
            .expect("written")
            .expect_err("out of range");
        assert_eq!(error.field(), field, "{created_at} {until_next}");
    }
}

/// Found by fuzzing: postcard reads ten bytes of a point, of which none is needed.
#[test]
fn needless_bytes_are_read_up_to_those_of_the_largest_point() {
    let created = |needless: usize| {
        let mut bytes = vec![1, 0, 0];
        bytes.extend(vec![0x80; needless]);
        bytes.extend([0, 0, 0]);
        Delivery::from_bytes(&bytes)
    };
    assert_eq!(created(7), Ok(Delivery::new(at(0))));
    for needless in [8, 9, 10] {
        let error = created(needless).expect_err("more than eight bytes");
        assert_eq!(error.field(), "createdAt");
    }
}

#[test]
fn a_number_is_stored_in_as_few_bytes_as_it_needs() {
    for (attempts, length) in [
        (0, 6),
        (127, 6),
        (128, 7),
        (16_383, 7),
        (16_384, 8),
        (u32::MAX, 10),
    ] {
        let delivery = State::after(attempts);
        let bytes = delivery.to_bytes();
        assert_eq!(bytes.len(), length, "{attempts} attempts");
        assert_eq!(Delivery::from_bytes(&bytes), Ok(delivery));
    }
}
