//! Asking a destination or a guard, and telling it what came of it.

use reknock::destination::{
    Admission, Asked, Because, Ended, Heard, Kind, Pass, Permit, Place, Report, Weight,
};
use reknock::{Class, DeadReason};

use crate::desk::{self, Desk};
use crate::draws::{Draws, moment};
use crate::guards::drawing;
use crate::outcome;

/// Where a permit lies on the desk: its words from here on (the breaker's
/// generation; 0, or a probe's index and one; the place's index and
/// generation), and two points (until when the place and the probe last).
const PERMIT: usize = 8;

/// Asks. `packed` is the kind of attempt, in bits 2 and 3 where the draw comes from, and from bit 4 on
/// [which guards](Asked) are asked. The answer: bits 0 and 1 go, wait or hold, above them why not. On
/// the desk: the permit; or until when to wait, the first point.
pub(crate) fn admit(slot: u32, packed: u32, now: f64, draw_high: u32, draw_low: u32) -> u32 {
    let draws = Draws::new(packed >> 2, draw_high, draw_low);
    let now = moment(now);
    desk::with(|desk| {
        let mut admission = Admission::Hold(Because::Disabled);
        let answer = drawing(desk, slot, draws, |kept, draws| {
            let asked = Asked((packed >> 4) as u8);
            admission = kept
                .state
                .admit_by(&kept.rules, now, asked, kind(packed), draws);
            0
        });
        if answer != 0 {
            return answer;
        }
        match admission {
            Admission::Go(permit) => {
                lay(desk, &permit);
                0
            }
            Admission::Wait { until, because } => {
                desk.floats[0] = until.as_millis() as f64;
                1 | (because as u32) << 2
            }
            Admission::Hold(because) => 2 | (because as u32) << 2,
        }
    })
}

fn lay(desk: &mut Desk, permit: &Permit) {
    let (pass, place) = (permit.pass(), permit.place());
    desk.words[PERMIT] = u32::from(pass.generation());
    desk.words[PERMIT + 1] = 0;
    if let Some((index, until)) = pass.probe() {
        desk.words[PERMIT + 1] = u32::from(index) + 1;
        desk.floats[1] = until.as_millis() as f64;
    }
    desk.words[PERMIT + 2] = u32::from(place.index());
    desk.words[PERMIT + 3] = u32::from(place.generation());
    desk.floats[0] = place.until().as_millis() as f64;
}

/// Tells what came of an attempt, the permit of which lies on the desk.
/// `packed` is an [outcome](crate::outcome::unpack) without a hint; in bits 20 to
/// 22 whether the delivery ended, in 23 and 24 the kind of attempt, in 28 and 29
/// where the draw comes from. The answer: 0 for late, else the breaker's state
/// and one, and in bits 3 to 5 why it was disabled just now, and one.
pub(crate) fn report(
    slot: u32,
    packed: u32,
    attempts: u32,
    now: f64,
    draw_high: u32,
    draw_low: u32,
) -> u32 {
    let draws = Draws::new(packed >> 28, draw_high, draw_low);
    let now = moment(now);
    desk::with(|desk| {
        let permit = Permit::from_parts(kind(packed >> 23), pass(desk), place(desk));
        let report = Report {
            ending: outcome::ending(packed),
            class: outcome::class(packed >> 17).unwrap_or(Class::Transient),
            attempts,
            ended: ended(packed >> 20),
        };
        drawing(desk, slot, draws, |kept, draws| {
            match kept.state.report(&kept.rules, now, permit, &report, draws) {
                Heard::Late => 0,
                Heard::Counted { breaker, disabled } => {
                    (breaker as u32 + 1) | disabled.map_or(0, |why| (why as u32 + 1) << 3)
                }
            }
        })
    })
}

/// Tells a breaker kept alone of a result, the pass of which lies on the desk.
/// `packed` is the weight, and in bits 2 and 3 where the draw comes from. The
/// answer is the breaker's state.
pub(crate) fn breaker_result(
    slot: u32,
    packed: u32,
    now: f64,
    draw_high: u32,
    draw_low: u32,
) -> u32 {
    let draws = Draws::new(packed >> 2, draw_high, draw_low);
    let now = moment(now);
    desk::with(|desk| {
        let pass = pass(desk);
        drawing(desk, slot, draws, |kept, draws| {
            let weight = weight(packed);
            kept.state
                .breaker_result(&kept.rules, now, &pass, weight, draws) as u32
        })
    })
}

#[inline(never)]
fn pass(desk: &Desk) -> Pass {
    let probe = desk.words[PERMIT + 1].checked_sub(1);
    Pass::from_parts(
        desk.words[PERMIT] as u16,
        probe.map(|index| (index as u8, moment(desk.floats[1]))),
    )
}

#[inline(never)]
pub(crate) fn place(desk: &Desk) -> Place {
    let (index, generation) = (desk.words[PERMIT + 2], desk.words[PERMIT + 3]);
    Place::from_parts(index as u8, generation as u8, moment(desk.floats[0]))
}

pub(crate) fn kind(number: u32) -> Kind {
    match number & 3 {
        0 => Kind::First,
        1 => Kind::Retry,
        _ => Kind::Replay,
    }
}

pub(crate) fn weight(number: u32) -> Weight {
    match number & 3 {
        0 => Weight::Success,
        1 => Weight::Failure,
        _ => Weight::Ignore,
    }
}

pub(crate) fn ended(number: u32) -> Ended {
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
