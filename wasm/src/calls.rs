//! What a person or a program can tell a destination or a guard, and ask it.

use reknock::Class;
use reknock::destination::{HealthReport, Metric, StormReport, Thresholds};

use crate::admit::{ended, kind, place, weight};
use crate::desk::{self, Desk};
use crate::draws::moment;
use crate::guards::{State, kept};

/// There is nothing to say.
const NOTHING: u32 = 0;

/// Makes the call that `what` names; the numbers of each kind of state are its
/// own, and stand in `js/src/destination`. `number` and `more` are its
/// arguments. What does not fit the answer lies on the desk.
pub(crate) fn call(slot: u32, what: u32, now: f64, number: u32, more: u32) -> u32 {
    let now = moment(now);
    desk::with(|desk| {
        let place = place(desk);
        let Some(kept) = kept(&mut desk.guards, slot) else {
            return NOTHING;
        };
        let rules = &kept.rules;
        match &mut kept.state {
            State::Destination(destination) => match what {
                0 => destination.disable(rules, now),
                1 => destination.enable(rules, now),
                2 => {
                    let told = destination.tell(rules, now);
                    return told.map_or(NOTHING, |why| why as u32 + 1);
                }
                3 => destination.isolate(rules, now),
                4 => destination.reset(rules, now),
                5 => destination.replay(rules, now),
                6 => destination.stop_replay(rules, now),
                7 => destination.waiting(rules, now, number),
                8 => {
                    let report = destination.storm(rules, now);
                    return storm(desk, &report);
                }
                9 => {
                    let status = destination.status(rules, now);
                    desk.words[0] = status.disabled.map_or(0, |why| why as u32 + 1);
                    desk.words[1] = status.breaker as u32;
                    desk.words[2] = u32::from(status.in_flight);
                    desk.words[3] = status.tokens;
                    desk.words[4] = status.replay_rate.map_or(0, u32::from);
                }
                _ => return destination.version(),
            },
            State::Breaker(breaker) => match what {
                0 => breaker.isolate(&rules.breaker, now),
                1 => breaker.reset(&rules.breaker, now),
                _ => return breaker.circuit() as u32,
            },
            State::Gate(gate) => match what {
                0 => return u32::from(gate.release(&rules.gate, now, place)),
                _ => return u32::from(gate.in_flight(&rules.gate, now)),
            },
            State::Budget(budget) => match what {
                0 => {
                    let class = crate::outcome::class(more).unwrap_or(Class::Transient);
                    budget.result(&rules.budget, now, kind(number), class, more & 8 != 0);
                }
                1 => budget.give_back(&rules.budget, now),
                _ => return budget.tokens(&rules.budget, now),
            },
            State::Storm(guard) => match what {
                0 => guard.count(&rules.storm, now, kind(number)),
                1 => guard.waiting(&rules.storm, now, number),
                _ => {
                    let report = guard.report(&rules.storm, now);
                    return storm(desk, &report);
                }
            },
            State::Replay(replay) => match what {
                0 => replay.begin(&rules.replay, now),
                1 => replay.stop(&rules.replay, now),
                2 => replay.opened(&rules.replay, now),
                3 => replay.result(&rules.replay, now, weight(number)),
                _ => return replay.rate(&rules.replay, now).map_or(0, u32::from),
            },
            State::Health(health) => match what {
                0 => health.result(&rules.health, now, kind(more), number, more & 4 != 0),
                _ => health.ended(&rules.health, now, ended(more), number, more & 8 != 0),
            },
        }
        NOTHING
    })
}

fn storm(desk: &mut Desk, report: &StormReport) -> u32 {
    desk.words[0] = report.retries;
    desk.words[1] = report.first;
    desk.words[2] = u32::from(report.stretch.get());
    report.level as u32
}

/// Compares with the thresholds that lie on the desk: for each metric whether
/// it has any, `healthy` and `alert`. The answer is the level, or 8 and up where
/// thresholds lie the wrong way round: then how long the text is that says so,
/// times 8. On the desk, for each metric: whether
/// it has a value, the value, and its level.
pub(crate) fn health(slot: u32, now: f64, waiting: u32, overdue: u32) -> u32 {
    let now = moment(now);
    desk::with(|desk| {
        let mut thresholds = Thresholds::NONE;
        for (metric, words) in Metric::ALL.into_iter().zip(desk.words.as_chunks().0) {
            let [has, healthy, alert] = *words;
            if has == 0 {
                continue;
            }
            thresholds = match thresholds.with(metric, healthy, alert) {
                Ok(thresholds) => thresholds,
                Err(error) => return desk.refuse(error.text()) << 3,
            };
        }
        let Some(kept) = kept(&mut desk.guards, slot) else {
            return NOTHING;
        };
        let rules = &kept.rules;
        let report: HealthReport = match &kept.state {
            State::Destination(guard) => guard.health(rules, now, waiting, overdue, &thresholds),
            State::Health(guard) => guard.report(&rules.health, now, waiting, overdue, &thresholds),
            _ => return NOTHING,
        };
        for (reading, words) in report.iter().zip(desk.words.as_chunks_mut().0) {
            let value = reading.value();
            *words = [
                u32::from(value.is_some()),
                value.unwrap_or(0),
                reading.level() as u32,
            ];
        }
        report.level() as u32
    })
}
