//! What a binding can do to a destination, or to one guard of it alone: one call, in numbers.
//!
//! One for all of them, since they have most in common: a state that time has passed over, a change that is
//! kept or not, a row in which lies what no number says. Written out one by one, they made a module of 13.7 KB
//! two kilobytes larger.

use super::{Row, Way};
use crate::delivery::classify::Class;
use crate::delivery::decision::DeadReason;
use crate::delivery::outcome::Code;
use crate::destination::parts::{Asked, Effect, Standing, Step, drawn};
use crate::destination::{
    Destination, DestinationRules, Ended, Guard, Kind, Pass, Permit, Place, Report, Weight,
};
use crate::random::Draw;
use crate::time::Moment;

/// What is done. The numbers of a [`Task`] that it takes stand behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Act {
    /// Lays the state into the row, as it is at this time.
    Show,
    /// Lays the state into the row, as it was left.
    ShowAsLeft,
    /// Asks; `packed` is the kind, and from bit 2 on which guards. In the row: the permit, or until when to wait.
    Admit,
    /// Tells what came of an attempt, the permit of which lies in the row; `packed` is a report, as `report_of` below takes it.
    Report,
    /// Tells the breaker of a result, the pass of which lies in the row; `packed` is the weight.
    BreakerResult,
    /// Gives back the place that lies in the row.
    Release,
    /// Why it was disabled, said once.
    Tell,
    /// Whether there is a storm. In the row: retries, first attempts, stretch.
    Storm,
    /// Disables it by hand.
    Disable,
    /// Serves it again.
    Enable,
    /// Holds the breaker open by hand.
    Isolate,
    /// Closes the breaker by hand.
    Reset,
    /// Begins the replay.
    Replay,
    /// Ends the replay.
    StopReplay,
    /// `number` retries wait.
    Waiting,
    /// The budget learns what came of an attempt: its kind, its class in bits 2 to 4, whether it took too long in 5.
    Budget,
    /// The budget takes back what a retry cost that was never made.
    GiveBack,
    /// The watch for storms counts an attempt: its kind.
    Count,
    /// The replay learns that the breaker opened.
    Opened,
    /// The replay learns what came of a letter: its weight.
    Replayed,
    /// Health counts an attempt: its `number` and kind, and in bit 2 whether it arrived.
    Tried,
    /// Health counts a delivery that ended after `number` attempts: how, and in bit 3 whether by an own fault.
    Ended,
}

impl Act {
    /// The act of this number. One that is none only looks.
    #[must_use]
    pub const fn of(number: u32) -> Self {
        match number {
            0 => Self::Show,
            2 => Self::Admit,
            3 => Self::Report,
            4 => Self::BreakerResult,
            5 => Self::Release,
            6 => Self::Tell,
            7 => Self::Storm,
            8 => Self::Disable,
            9 => Self::Enable,
            10 => Self::Isolate,
            11 => Self::Reset,
            12 => Self::Replay,
            13 => Self::StopReplay,
            14 => Self::Waiting,
            15 => Self::Budget,
            16 => Self::GiveBack,
            17 => Self::Count,
            18 => Self::Opened,
            19 => Self::Replayed,
            20 => Self::Tried,
            21 => Self::Ended,
            _ => Self::ShowAsLeft,
        }
    }
}

/// An act, and its numbers.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// What is done.
    pub act: Act,
    /// What it takes that is small.
    pub packed: u32,
    /// A count.
    pub number: u32,
}

/// What stays of a change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stays {
    /// All of it.
    Change,
    /// That the clock was set back.
    Clock,
    /// Nothing: it was a question.
    Nothing,
}

impl Destination {
    /// Does it. The answer is a number; what does not fit into it lies in the row afterwards.
    #[inline]
    pub fn act<D: Draw + ?Sized>(
        &mut self,
        rules: &DestinationRules,
        now: Moment,
        task: Task,
        row: &mut [u32],
        random: &mut D,
    ) -> u32 {
        let step = Step::new(self.at, now);
        let mut after = *self;
        if task.act != Act::ShowAsLeft {
            after.settle(rules, step.elapsed);
        }
        let now = step.now;
        let Task { packed, number, .. } = task;
        let mut stays = Stays::Change;
        let answer = match task.act {
            Act::Show | Act::ShowAsLeft => {
                stays = Stays::Nothing;
                let mut row = Row::new(row, Way::Out);
                after.cross(&mut row);
                row.used() as u32
            }
            Act::Admit => {
                let asked = Asked((packed >> 2) as u8);
                match after.ask(rules, asked) {
                    Ok(()) => {
                        let mut permit = after.take(rules, now, asked, kind(packed));
                        permit.cross(&mut Row::new(row, Way::Out));
                        0
                    }
                    Err(refusal) => {
                        stays = Stays::Clock;
                        let because = (refusal.because as u32) << 2;
                        match refusal.wait {
                            Some(window) => {
                                let mut until = drawn(window, now, random);
                                Row::new(row, Way::Out).point(&mut until);
                                1 | because
                            }
                            None => 2 | because,
                        }
                    }
                }
            }
            Act::Report => {
                let mut permit = Permit::from_parts(kind(packed >> 23), Pass::NONE, Place::NONE);
                permit.cross(&mut Row::new(row, Way::In));
                if after.gate.release(now, &permit.place).is_err() {
                    stays = Stays::Clock;
                    0
                } else {
                    let report = report_of(packed, number);
                    let why = after.learn(rules, now, &permit, &report, random);
                    let disabled = why.map_or(0, |why| why as u32 + 1);
                    (after.breaker.circuit() as u32 + 1) | disabled << 3
                }
            }
            Act::BreakerResult => {
                let mut pass = Pass::NONE;
                pass.cross(&mut Row::new(row, Way::In));
                let effect =
                    after
                        .breaker
                        .result(&rules.breaker, now, &pass, weight(packed), random);
                if effect == Effect::Late {
                    stays = Stays::Clock;
                    self.breaker.circuit() as u32
                } else {
                    after.breaker.circuit() as u32
                }
            }
            Act::Release => {
                let mut place = Place::NONE;
                place.cross(&mut Row::new(row, Way::In));
                let released = after.gate.release(now, &place).is_ok();
                if !released {
                    stays = Stays::Clock;
                }
                u32::from(released)
            }
            Act::Tell => match &mut after.standing {
                Standing::Disabled { why, told, .. } if !*told => {
                    *told = true;
                    *why as u32 + 1
                }
                _ => {
                    stays = Stays::Clock;
                    0
                }
            },
            Act::Storm => {
                stays = Stays::Nothing;
                let report = after.storm.report(&rules.storm);
                let mut row = Row::new(row, Way::Out);
                row.word(report.retries);
                row.word(report.first);
                row.word(u32::from(report.stretch.get()));
                report.level as u32
            }
            _ => {
                after.change_by(rules, task);
                0
            }
        };
        if stays == Stays::Change {
            *self = after;
        }
        if stays == Stays::Change || (stays == Stays::Clock && step.set_back) {
            self.touch(now);
        }
        answer
    }

    /// The acts that answer nothing.
    #[inline]
    fn change_by(&mut self, rules: &DestinationRules, task: Task) {
        let Task {
            act,
            packed,
            number,
        } = task;
        match act {
            Act::Disable => self.disable_now(),
            Act::Enable => self.enable_now(rules),
            Act::Isolate => self.breaker.isolate(),
            Act::Reset => self.breaker.reset(),
            Act::Replay => self.replay.begin(&rules.replay),
            Act::StopReplay => self.replay.stop(),
            Act::Waiting => self.storm.waiting(number),
            Act::Budget => {
                let class = class(packed >> 2).unwrap_or(Class::Transient);
                let timeout = packed & 1 << 5 != 0;
                self.budget
                    .result(&rules.budget, kind(packed), class, timeout);
            }
            Act::GiveBack => self.budget.give_back(&rules.budget),
            Act::Count => self.storm.count(kind(packed)),
            Act::Opened => self.replay.opened(&rules.replay),
            Act::Replayed => self.replay.result(&rules.replay, weight(packed)),
            Act::Tried => self
                .health
                .result(kind(packed), number, packed & 1 << 2 != 0),
            Act::Ended => self
                .health
                .ended(ended(packed), number, packed & 1 << 3 != 0),
            // Those that answer something are done where they do.
            Act::Show
            | Act::ShowAsLeft
            | Act::Admit
            | Act::Report
            | Act::BreakerResult
            | Act::Release
            | Act::Tell
            | Act::Storm => {}
        }
    }
}

/// A report: in bits 0 to 16 a status or failure, as [`Outcome::from_numbers`](crate::Outcome::from_numbers) takes
/// it; in 17 to 19 the class, in 20 to 22 whether the delivery ended, in 23 and 24 the kind of the attempt.
fn report_of(packed: u32, attempts: u32) -> Report {
    Report {
        ending: Code::of_number(packed).ending(),
        class: class(packed >> 17).unwrap_or(Class::Transient),
        attempts,
        ended: ended(packed >> 20),
    }
}

/// The class of this number; 7 is none.
#[must_use]
#[inline]
pub const fn class(number: u32) -> Option<Class> {
    match number & 7 {
        0 => Some(Class::Delivered),
        1 => Some(Class::Transient),
        2 => Some(Class::Throttled),
        3 => Some(Class::Permanent),
        4 => Some(Class::Gone),
        _ => None,
    }
}

const fn kind(number: u32) -> Kind {
    match number & 3 {
        0 => Kind::First,
        1 => Kind::Retry,
        _ => Kind::Replay,
    }
}

const fn weight(number: u32) -> Weight {
    match number & 3 {
        0 => Weight::Success,
        1 => Weight::Failure,
        _ => Weight::Ignore,
    }
}

const fn ended(number: u32) -> Ended {
    match number & 7 {
        0 => Ended::No,
        1 => Ended::Delivered,
        2 => Ended::Dead(DeadReason::Permanent),
        3 => Ended::Dead(DeadReason::Gone),
        4 => Ended::Dead(DeadReason::Dns),
        5 => Ended::Dead(DeadReason::Attempts),
        _ => Ended::Dead(DeadReason::Window),
    }
}
