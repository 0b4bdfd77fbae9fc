//! Acts one after the other: those of a bad day, and any numbers at all.

use super::{BUDGET, ENDED, EVERY, REPLAY, RULES, act, admitted, draws, row_of};
use crate::destination::{Admission, Destination, DestinationRules, Heard, Kind, Report};
use crate::raw::tests::{NOW, any_word};
use crate::raw::{Act, Task};
use crate::{Class, Ending, Failure, Millis, Moment};

/// The whole of a bad day, by methods and by acts: the same answers, and the same state after each.
#[test]
fn a_life_by_acts_is_the_life_by_methods() {
    let mut seed = 7;
    let mut met = [0u32; 6];
    for life in 0..if cfg!(miri) { 2 } else { 200 } {
        let mut state = Destination::new(&RULES, NOW);
        let mut now = NOW;
        let mut permits = std::vec::Vec::new();
        for step in 0..60 {
            let word = any_word(&mut seed);
            // Also backwards, by less and by more than what counts as set back.
            now = match word % 16 {
                0 => Moment::from_millis(now.as_millis() - 90_000),
                1 => Moment::from_millis(now.as_millis() - 1_000),
                2 => now.after(Millis::from_mins(6)),
                _ => now.after(Millis::new(word >> 24)),
            };
            let before = state;
            let mut by_act = state;
            let number = word >> 4 & 3;
            if word & 8 == 0 || permits.is_empty() {
                let kind = Kind::ALL[(number % 3) as usize];
                let asked = EVERY | [0, BUDGET, REPLAY][kind as usize];
                let admission = state.admit(&RULES, now, kind, &mut draws());
                assert_eq!(
                    admitted(&mut by_act, now, kind as u32 | asked),
                    admission,
                    "{life}.{step}"
                );
                match admission {
                    Admission::Go(permit) => {
                        met[0] += 1;
                        permits.push(permit);
                    }
                    Admission::Wait { .. } => met[1] += 1,
                    Admission::Hold(_) => met[2] += 1,
                }
            } else {
                let permit = permits.remove(word as usize / 64 % permits.len());
                let ending = [
                    Ending::Status(503),
                    Ending::Status(410),
                    Ending::Status(200),
                ]
                .into_iter()
                .chain(Failure::ALL.map(Ending::Failure))
                .nth((word >> 8) as usize % 11)
                .unwrap_or(Ending::Status(503));
                let code = match ending {
                    Ending::Status(status) => u32::from(status),
                    Ending::Failure(failure) => 1 << 16 | failure as u32,
                };
                let meaning = Class::ALL[(word >> 12) as usize % 5];
                let ended = (word >> 16) % 7;
                let packed =
                    code | (meaning as u32) << 17 | ended << 20 | (permit.kind() as u32) << 23;
                let report = Report {
                    ending,
                    class: meaning,
                    attempts: number,
                    ended: ENDED[ended as usize],
                };
                let mut row = row_of(&permit);
                let answer = act(&mut by_act, now, (Act::Report, packed, number), &mut row);
                match state.report(&RULES, now, permit, &report, &mut draws()) {
                    Heard::Late => {
                        met[3] += 1;
                        assert_eq!(answer, 0);
                    }
                    Heard::Counted { breaker, disabled } => {
                        met[4] += 1;
                        assert_eq!(answer & 7, breaker as u32 + 1);
                        assert_eq!(answer >> 3, disabled.map_or(0, |why| why as u32 + 1));
                    }
                }
            }
            assert_eq!(by_act, state, "{life}.{step}");
            let told = state.tell(&RULES, now);
            let answer = act(&mut by_act, now, (Act::Tell, 0, 0), &mut []);
            assert_eq!(answer, told.map_or(0, |why| why as u32 + 1));
            assert_eq!(by_act, state, "{life}.{step}");
            met[5] += u32::from(told.is_some());
            let mut row = [0; 3];
            let storm = before.storm(&RULES, now);
            let mut asked = before;
            let answer = act(&mut asked, now, (Act::Storm, 0, 0), &mut row);
            assert_eq!(asked, before, "a question changes nothing");
            assert_eq!(answer, storm.level as u32);
            let stretch = u32::from(storm.stretch.get());
            assert_eq!(row, [storm.retries, storm.first, stretch]);
            if told.is_some() {
                state.enable(&RULES, now);
            }
        }
    }
    assert!(cfg!(miri) || met.iter().all(|times| *times > 20), "{met:?}");
}

#[test]
fn any_numbers_at_all_are_acted_on_without_a_panic() {
    const ACTS: [Act; 22] = [
        Act::Show,
        Act::ShowAsLeft,
        Act::Admit,
        Act::Report,
        Act::BreakerResult,
        Act::Release,
        Act::Tell,
        Act::Storm,
        Act::Disable,
        Act::Enable,
        Act::Isolate,
        Act::Reset,
        Act::Replay,
        Act::StopReplay,
        Act::Waiting,
        Act::Budget,
        Act::GiveBack,
        Act::Count,
        Act::Opened,
        Act::Replayed,
        Act::Tried,
        Act::Ended,
    ];
    for (place, act) in ACTS.into_iter().enumerate() {
        assert_eq!(act as usize, place, "bindings know them by their numbers");
        assert_eq!(Act::of(place as u32), act);
    }
    for none in [22, 23, 255, 256, u32::MAX] {
        assert_eq!(Act::of(none), Act::ShowAsLeft);
    }
    let mut seed = 0xac7;
    for _ in 0..if cfg!(miri) { 20 } else { 2_000 } {
        let rules: [u32; 40] = core::array::from_fn(|_| any_word(&mut seed));
        let rules = DestinationRules::from_row(&rules);
        let mut state = Destination::new(&rules, NOW);
        let mut now = NOW;
        for _ in 0..20 {
            let mut row: [u32; 160] = core::array::from_fn(|_| any_word(&mut seed));
            now = now.after(Millis::new(any_word(&mut seed)));
            let task = Task {
                act: ACTS[any_word(&mut seed) as usize % ACTS.len()],
                packed: any_word(&mut seed),
                number: any_word(&mut seed),
            };
            state.act(&rules, now, task, &mut row, &mut draws());
        }
    }
}
