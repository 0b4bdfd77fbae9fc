//! The decision, and what an outcome means.

use reknock::raw::class;
use reknock::{Decision, Delivery, Millis, Moment, Outcome, Stretch};

use crate::desk;
use crate::draws::Draws;
use crate::guards::DRAW_NEEDED;

/// Where a draw comes from, if the class of the outcome is all that is asked.
const CLASS_ONLY: u32 = 3;

/// Decides. `policy` is its address; `packed` is an [outcome](unpack), and in bits 20 to 27
/// the delivery's `dns`, in 28 and 29 where the draw comes from.
///
/// The answer: bits 0 and 1 delivered, retry or dead letter, 2 to 4 the reason; 5 to 7 the class, of a dead
/// letter or where nothing else was asked. On the desk: `at`; and the delay, the coming attempt, and the
/// delivery's new `attempts` and `dns`.
#[expect(clippy::too_many_arguments)]
pub(crate) fn decide(
    policy: usize,
    packed: u32,
    attempts: u32,
    created_at: f64,
    delay: u32,
    hint: u32,
    now: f64,
    stretch: u32,
    draw_high: u32,
    draw_low: u32,
) -> u32 {
    desk::policy(policy, |policy| {
        let outcome = unpack(packed, hint);
        let class = policy.classify(outcome);
        let meaning = (class as u32) << 5;
        if packed >> 28 & 3 == CLASS_ONLY {
            return meaning;
        }
        let mut draws = Draws::new(packed >> 28, draw_high, draw_low);
        // When the next try was due is not looked at, and changes with a retry only.
        let created_at = Moment::from_millis(created_at as i64);
        let dns = (packed >> 20) as u8;
        let mut delivery =
            Delivery::from_parts(attempts, dns, created_at, created_at, Millis::new(delay));
        let decision = policy.decide_stretched(
            &mut delivery,
            outcome.with_class(class),
            Moment::from_millis(now as i64),
            Stretch::per_mille(stretch as u16),
            &mut draws,
        );
        if draws.missing() {
            return DRAW_NEEDED;
        }
        desk::with(|desk| {
            desk.words[2] = delivery.attempts();
            desk.words[3] = u32::from(delivery.dns_failures());
            match decision {
                Decision::Delivered => 0,
                Decision::Retry {
                    at,
                    delay,
                    attempt,
                    reason,
                } => {
                    desk.floats[0] = at.as_millis() as f64;
                    desk.words[0] = delay.get();
                    desk.words[1] = attempt;
                    1 | (reason as u32) << 2
                }
                Decision::DeadLetter { reason, .. } => 2 | (reason as u32) << 2 | meaning,
            }
        })
    })
}

/// An outcome as it crosses: bits 0 to 16 are the status, or 65536 + the failure; 17 to 19 the caller's
/// class, 7 for none; bit 30 says that the hint counts on a throttled answer only. The texts of its headers are read
/// by JavaScript.
#[inline(always)]
fn unpack(packed: u32, hint: u32) -> Outcome {
    let throttled_only = packed & 1 << 30 != 0;
    Outcome::from_numbers(
        packed,
        class(packed >> 17),
        Millis::new(hint),
        throttled_only,
    )
}
