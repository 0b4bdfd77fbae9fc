//! Bugs that were found in other breakers, each with a test that shows that it
//! does not happen here.

use reknock::destination::{
    Admission, Alone, Because, Breaker, BreakerRules, Circuit, Gate, GateRules, Weight,
};
use reknock::{Millis, Moment};
use serde_json::json;

use crate::clock::{START, fixed, point};

fn go<P>(admission: Admission<P>) -> P {
    match admission {
        Admission::Go(permit) => permit,
        Admission::Wait { because, .. } | Admission::Hold(because) => panic!("{because}"),
    }
}

fn report(breaker: &mut Alone<Breaker>, rules: &BreakerRules, now: Moment, weight: Weight) {
    let pass = go(breaker.admit(rules, now, &mut fixed(0)));
    breaker.result(rules, now, pass, weight, &mut fixed(0));
}

fn open(rules: &BreakerRules, now: Moment, draw: u32) -> Alone<Breaker> {
    let mut breaker = Breaker::alone(now);
    let pass = go(breaker.admit(rules, now, &mut fixed(draw)));
    while breaker.circuit() != Circuit::Open {
        breaker.result(rules, now, pass.clone(), Weight::Failure, &mut fixed(draw));
    }
    breaker
}

/// A sampling breaker whose window moved on only as far as calls came in:
/// failures from long ago still counted after a pause.
#[test]
fn cockatiel_stale_window_never_counts() {
    let draft = BreakerRules::draft().no_consecutive().minimum(10);
    let rules = draft.window(Millis::from_secs(10)).build().expect("valid");
    // From one slot beyond the window to far beyond it.
    for pause in [10_000, 12_000, 60_000, 86_400_000, u32::MAX] {
        let now = point(START);
        let mut breaker = Breaker::alone(now);
        for _ in 0..9 {
            report(&mut breaker, &rules, now, Weight::Failure);
        }
        let later = now.after(Millis::new(pause));
        for _ in 0..9 {
            report(&mut breaker, &rules, later, Weight::Failure);
            assert_eq!(breaker.circuit(), Circuit::Closed, "after {pause} ms");
        }
        report(&mut breaker, &rules, later, Weight::Failure);
        assert_eq!(breaker.circuit(), Circuit::Open);
    }
}

/// A budget that walked through every slot of the time it had been idle. Here
/// a loop over idle slots would take 10^10 turns for each of these jumps.
#[test]
fn tower_idle_time_costs_no_loop() {
    let draft = BreakerRules::draft().window(Millis::from_secs(1));
    let rules = draft.build().expect("valid");
    let gate_rules = GateRules::draft().lease(Millis::from_secs(1));
    let gate_rules = gate_rules.build().expect("valid");
    let mut breaker = Breaker::alone(Moment::MIN);
    let mut gate = Gate::alone(Moment::MIN);
    for turn in 0..100_000 {
        let now = if turn % 2 == 0 {
            Moment::MAX
        } else {
            Moment::MIN
        };
        report(&mut breaker, &rules, now, Weight::Success);
        let _ = gate.admit(&gate_rules, now, &mut fixed(0));
    }
    assert_eq!(breaker.circuit(), Circuit::Closed);
}

/// A breaker that, while open, told callers to come back after no time at all:
/// they came back in a loop.
#[test]
fn open_state_never_answers_with_delay_zero() {
    for spread in [0, 1, 500, 1_000] {
        for cooldown in [1, 2, 999, 30_000] {
            // Where the longest is no longer, the spread slides down under it.
            for longest in [cooldown, 300_000] {
                let draft = BreakerRules::draft().spread(spread);
                let draft = draft.cooldown(Millis::new(cooldown));
                let draft = draft.max_cooldown(Millis::new(longest));
                let rules = draft.build().expect("valid");
                for draw in [0, 1 << 31, u32::MAX] {
                    ask_until_it_goes(&rules, cooldown, draw);
                }
            }
        }
    }
}

/// Asks whenever it is told to, and twice between.
fn ask_until_it_goes(rules: &BreakerRules, cooldown: u32, draw: u32) {
    let start = point(START);
    let mut breaker = open(rules, start, draw);
    let mut now = start;
    loop {
        match breaker.admit(rules, now, &mut fixed(draw)) {
            Admission::Go(_) => break,
            Admission::Hold(because) => panic!("{because}"),
            Admission::Wait { until, because } => {
                assert_eq!(because, Because::Open);
                assert!(until > now);
                now = until.min(now.after(Millis::new(cooldown.div_ceil(3))));
            }
        }
    }
    assert!(now > start, "it rests at least once");
}

/// A breaker that let everybody through once its cooldown was over.
#[test]
fn probes_have_a_cap() {
    for probes in 1..=4 {
        let draft = BreakerRules::draft().probes(probes).successes_to_close(255);
        let rules = draft.build().expect("valid");
        let mut breaker = open(&rules, point(START), 0);
        let now = point(START + 30_000);
        let mut under_way = Vec::new();
        for _ in 0..100 {
            if let Admission::Go(pass) = breaker.admit(&rules, now, &mut fixed(7)) {
                under_way.push(pass);
            }
        }
        assert_eq!(under_way.len(), usize::from(probes));
        // One comes back, one goes.
        for _ in 0..20 {
            let pass = under_way.pop().expect("a probe");
            breaker.result(&rules, now, pass, Weight::Success, &mut fixed(7));
            under_way.push(go(breaker.admit(&rules, now, &mut fixed(7))));
            let more = breaker.admit(&rules, now, &mut fixed(7));
            let Admission::Wait { until, because } = more else {
                panic!("one too many")
            };
            assert_eq!(because, Because::Probing);
            assert!(until > now);
        }
    }
}

/// A breaker that took its stored state as it was: one that had been written
/// wrongly, or by another version, stayed open for as long as that said.
#[test]
fn cockatiel_restored_state_is_not_trusted() {
    let rules = BreakerRules::DEFAULT;
    let now = point(START);
    let stored = |state| json!({ "v": 1, "at": START, "generation": 7, "base": 0, "state": state });
    let most = u32::MAX;
    for (state, rests) in [
        (
            json!({ "open": { "left": most, "cooldown": most } }),
            300_000,
        ),
        (
            json!({ "halfOpen": { "probes": [most, most, most, most], "successes": 255, "cooldown": most } }),
            60_000,
        ),
    ] {
        let restored = serde_json::from_value::<Alone<Breaker>>(stored(state.clone()));
        let mut breaker = restored.expect("well-formed");
        let told = match breaker.admit(&rules, now, &mut fixed(u32::MAX)) {
            Admission::Wait { until, .. } => until.since(now),
            other => panic!("{other:?}"),
        };
        assert!(
            told <= Millis::from_mins(8),
            "the longest rest and its spread"
        );
        let later = now.after(Millis::new(rests));
        assert!(go(breaker.admit(&rules, later, &mut fixed(0))).is_probe());
    }
    // What cannot be is refused, by its name.
    for (state, field) in [
        (
            json!({ "open": { "left": -1, "cooldown": 0 } }),
            "state.open.left",
        ),
        (json!("ajar"), "state"),
    ] {
        let refused = serde_json::from_value::<Alone<Breaker>>(stored(state)).unwrap_err();
        assert!(refused.to_string().starts_with(field), "{refused}");
    }
}

/// A breaker whose half-open state came from a timer: a process that was
/// restarted had none, and stayed open for ever.
#[test]
fn opossum_half_open_follows_from_the_clock_not_from_a_timer() {
    let rules = BreakerRules::DEFAULT;
    let stored = open(&rules, point(START), 0).to_bytes();
    for pause in [30_000, 86_400_000, u32::MAX] {
        let mut restored = Alone::<Breaker>::from_bytes(&stored).expect("as it was written");
        let later = point(START).after(Millis::new(pause));
        assert!(go(restored.admit(&rules, later, &mut fixed(0))).is_probe());
    }
}

/// A success that had been under way since before the trip closed a breaker that
/// knew nothing yet about how the server fares now.
#[test]
fn gobreaker_a_result_of_an_older_generation_closes_nothing() {
    let rules = BreakerRules::DEFAULT;
    let mut breaker = Breaker::alone(point(START));
    let slow = go(breaker.admit(&rules, point(START), &mut fixed(0)));
    for _ in 0..5 {
        report(&mut breaker, &rules, point(START), Weight::Failure);
    }
    let later = point(START + 30_000);
    let probe = go(breaker.admit(&rules, later, &mut fixed(0)));
    let after_slow = breaker.result(&rules, later, slow, Weight::Success, &mut fixed(0));
    assert_eq!(after_slow, Circuit::HalfOpen);
    let after_probe = breaker.result(&rules, later, probe, Weight::Success, &mut fixed(0));
    assert_eq!(after_probe, Circuit::Closed);
}
