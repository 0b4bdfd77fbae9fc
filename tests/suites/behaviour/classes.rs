//! What every status, failure and gRPC code means.

use reknock::{Class, Failure, GrpcCode, Millis, Outcome, Policy};

/// The table for statuses, one line each, over all 65,536.
#[test]
fn every_status_has_its_class() {
    for status in 0..=u16::MAX {
        let expected = match status {
            408 => Class::Transient,
            410 => Class::Gone,
            429 => Class::Throttled,
            _ if status / 100 == 2 => Class::Delivered,
            _ if status / 100 == 3 || status / 100 == 4 => Class::Permanent,
            _ => Class::Transient,
        };
        assert_eq!(Class::of_status(status), expected, "{status}");
    }
}

#[test]
fn every_failure_has_its_class() {
    for failure in Failure::ALL {
        let expected = if failure == Failure::Invalid {
            Class::Permanent
        } else {
            Class::Transient
        };
        assert_eq!(Class::of_failure(failure), expected, "{failure:?}");
    }
}

/// The numbers and the order are those of the gRPC specification.
#[test]
fn every_grpc_code_has_its_class() {
    let (delivered, transient) = (Class::Delivered, Class::Transient);
    let (throttled, permanent) = (Class::Throttled, Class::Permanent);
    let table = [
        (GrpcCode::Ok, delivered),
        (GrpcCode::Cancelled, permanent),
        (GrpcCode::Unknown, transient),
        (GrpcCode::InvalidArgument, permanent),
        (GrpcCode::DeadlineExceeded, transient),
        (GrpcCode::NotFound, permanent),
        (GrpcCode::AlreadyExists, permanent),
        (GrpcCode::PermissionDenied, permanent),
        (GrpcCode::ResourceExhausted, throttled),
        (GrpcCode::FailedPrecondition, permanent),
        (GrpcCode::Aborted, transient),
        (GrpcCode::OutOfRange, permanent),
        (GrpcCode::Unimplemented, permanent),
        (GrpcCode::Internal, transient),
        (GrpcCode::Unavailable, transient),
        (GrpcCode::DataLoss, permanent),
        (GrpcCode::Unauthenticated, permanent),
    ];
    for (number, (code, class)) in (0u16..).zip(table) {
        assert_eq!(GrpcCode::by_number(number), Some(code));
        assert_eq!(Class::of_grpc(code), class, "{code:?}");
        assert_eq!(
            Outcome::grpc(code),
            Outcome::status(number).with_class(class)
        );
    }
    assert!((17..=u16::MAX).all(|number| GrpcCode::by_number(number).is_none()));
}

#[test]
fn names_go_there_and_back() {
    for class in Class::ALL {
        assert_eq!(Class::by_name(class.name()), Some(class));
    }
    for failure in Failure::ALL {
        assert_eq!(Failure::by_name(failure.name()), Some(failure));
    }
    for other in ["", "Gone", "DNS", "timeout ", "transients"] {
        assert_eq!(
            (Class::by_name(other), Failure::by_name(other)),
            (None, None),
            "{other:?}"
        );
    }
}

/// The caller's word beats a single status, which beats a range, which beats
/// the table.
#[test]
fn the_nearer_word_counts() {
    let policy = Policy::constant(Millis::from_secs(1))
        .statuses_mean(400, 499, Class::Transient)
        .status_means(404, Class::Gone)
        .failure_means(Failure::Tls, Class::Permanent)
        .build()
        .expect("a valid policy");
    for (outcome, class) in [
        (Outcome::status(399), Class::Permanent),
        (Outcome::status(400), Class::Transient),
        (Outcome::status(404), Class::Gone),
        (Outcome::status(410), Class::Transient),
        (Outcome::status(429), Class::Transient),
        (Outcome::status(499), Class::Transient),
        (Outcome::status(500), Class::Transient),
        (
            Outcome::status(404).with_class(Class::Delivered),
            Class::Delivered,
        ),
        (Outcome::failure(Failure::Tls), Class::Permanent),
        (Outcome::failure(Failure::Timeout), Class::Transient),
        (Failure::Tls.into(), Class::Permanent),
    ] {
        assert_eq!(policy.classify(outcome), class, "{outcome:?}");
    }
    // A range given after its exception does not hide it.
    let other_order = Policy::constant(Millis::from_secs(1))
        .status_means(404, Class::Gone)
        .statuses_mean(400, 499, Class::Transient)
        .build()
        .expect("a valid policy");
    assert_eq!(other_order.classify(Outcome::status(404)), Class::Gone);
}

/// Neither a failure of the same number nor a status counts for the other.
#[test]
fn statuses_and_failures_are_kept_apart() {
    for failure in Failure::ALL {
        let policy = Policy::constant(Millis::from_secs(1))
            .failure_means(failure, Class::Gone)
            .build()
            .expect("a valid policy");
        for status in 0..10 {
            assert_eq!(policy.classify(Outcome::status(status)), Class::Transient);
        }
        let meaning = Failure::ALL.map(|other| policy.classify(Outcome::failure(other)));
        assert_eq!(
            meaning
                .iter()
                .filter(|class| **class == Class::Gone)
                .count(),
            1
        );
    }
}
