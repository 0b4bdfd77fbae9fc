//! Numbers worked out by hand.

use core::num::NonZeroU16;

use super::{Replay, ReplayRules, Running};
use crate::destination::Guard;
use crate::destination::admit::{Because, Refusal};
use crate::destination::breaker::Weight;
use crate::time::Millis;

const RULES: ReplayRules = ReplayRules::DEFAULT;

fn running(rate: u16, left: u32, well: u16) -> Replay {
    Replay {
        running: NonZeroU16::new(rate).map(|rate| Running {
            rate,
            left: Millis::new(left),
            well,
        }),
    }
}

#[test]
fn eight_bytes() {
    assert_eq!(size_of::<Replay>(), 8);
}

#[test]
fn idle_holds_and_learns_nothing() {
    let mut replay = Replay::NEW;
    assert_eq!(replay.ask(&RULES), Err(Refusal::hold(Because::Replay)));
    for weight in Weight::ALL {
        replay.result(&RULES, weight);
    }
    replay.opened(&RULES);
    replay.take(&RULES);
    replay.settle(&RULES, Millis::MAX);
    assert_eq!(replay, Replay::NEW);
}

#[test]
fn the_interval_is_that_of_the_rate_when_a_letter_goes() {
    for (rate, interval) in [
        (1, 60_000),
        (7, 8_571),
        (100, 600),
        (1_000, 60),
        (60_000, 1),
    ] {
        let rules = ReplayRules {
            slowest: 1,
            fastest: 60_000,
            ..RULES
        };
        let mut replay = running(rate, 0, 0);
        assert_eq!(replay.ask(&rules), Ok(()));
        replay.take(&rules);
        assert_eq!(replay, running(rate, interval, 0));
        assert_eq!(
            replay.ask(&rules),
            Err(Refusal::wait(Because::Pace, interval, interval)),
        );
        replay.settle(&rules, Millis::new(interval));
        assert_eq!(replay.ask(&rules), Ok(()));
    }
}

#[test]
fn a_good_minute_makes_it_faster() {
    let mut replay = Replay::NEW;
    replay.begin(&RULES);
    let mut rates = std::vec![];
    for _ in 0..10 {
        let rate = replay.rate().unwrap_or(0);
        rates.push(rate);
        for _ in 0..rate {
            assert_eq!(replay.rate(), Some(rate));
            replay.result(&RULES, Weight::Success);
            replay.result(&RULES, Weight::Ignore);
        }
    }
    assert_eq!(
        rates,
        [100, 150, 225, 337, 505, 757, 1_000, 1_000, 1_000, 1_000]
    );
}

#[test]
fn a_small_rate_grows_by_one_at_least() {
    let rules = ReplayRules {
        slowest: 1,
        ramp: 1,
        ..RULES
    };
    let mut replay = running(1, 0, 0);
    replay.result(&rules, Weight::Success);
    assert_eq!(replay, running(2, 0, 0));
}

#[test]
fn a_failure_halves_it_and_an_open_breaker_makes_it_slowest() {
    let mut replay = running(225, 7, 224);
    replay.result(&RULES, Weight::Failure);
    assert_eq!(replay, running(112, 7, 0));
    replay = running(15, 7, 3);
    replay.result(&RULES, Weight::Failure);
    assert_eq!(replay, running(10, 7, 0));
    replay = running(900, 7, 3);
    replay.opened(&RULES);
    assert_eq!(replay, running(10, 7, 0));
}

#[test]
fn a_forged_state_comes_into_range() {
    let mut replay = running(65_535, u32::MAX, 65_535);
    replay.settle(&RULES, Millis::ZERO);
    assert_eq!(replay, running(1_000, 60_000, 65_535));
    replay.result(&RULES, Weight::Success);
    assert_eq!(replay, running(1_000, 60_000, 0));
    replay = running(1, 0, 0);
    replay.settle(&RULES, Millis::ZERO);
    assert_eq!(replay, running(10, 0, 0));
}

#[test]
fn nothing_piles_up_while_nobody_asks() {
    let mut replay = running(100, 600, 0);
    replay.settle(&RULES, Millis::MAX);
    replay.take(&RULES);
    assert_eq!(replay, running(100, 600, 0));
}

#[test]
fn the_defaults_keep_the_rules() {
    assert_eq!(ReplayRules::draft().build(), Ok(ReplayRules::default()));
}
