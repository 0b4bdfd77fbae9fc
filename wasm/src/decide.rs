//! The decision.

use reknock::{Decision, Delivery, Millis, Moment, Policy, Stretch};

use crate::desk::{self, Desk};
use crate::draws::{Draws, moment};
use crate::guards::DRAW_NEEDED;
use crate::outcome;

/// The answer of a slot that holds nothing; JavaScript never asks one.
const NO_POLICY: u32 = u32::MAX - 1;

/// Decides. `packed` is an [outcome](crate::outcome::unpack), and in bits 20
/// to 27 the delivery's `dns`, in 28 and 29 where the draw comes from.
///
/// The answer: bits 0 and 1 delivered, retry or dead letter, 2 to 4 the reason,
/// 5 to 7 the class. On the desk: `at`; and the delay, the coming attempt, and
/// the delivery's new `attempts` and `dns`.
#[expect(clippy::too_many_arguments)]
pub(crate) fn decide(
    slot: u32,
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
    desk::with(|desk| {
        let outcome = outcome::unpack(desk, packed, hint);
        let Some(policy) = policy(desk, slot) else {
            return NO_POLICY;
        };
        let mut draws = Draws::new(packed >> 28, draw_high, draw_low);
        // When the next try was due is not looked at, and changes with a retry only.
        // Not through `moment`: two calls less, which is a tenth of a decision.
        let created_at = Moment::from_millis(created_at as i64);
        let dns = (packed >> 20) as u8;
        let mut delivery =
            Delivery::from_parts(attempts, dns, created_at, created_at, Millis::new(delay));
        let decision = policy.decide_stretched(
            &mut delivery,
            outcome,
            Moment::from_millis(now as i64),
            Stretch::per_mille(stretch as u16),
            &mut draws,
        );
        if draws.missing() {
            return DRAW_NEEDED;
        }
        let [.., attempts_after, dns_after] = &mut desk.words[..4] else {
            return NO_POLICY;
        };
        *attempts_after = delivery.attempts();
        *dns_after = u32::from(delivery.dns_failures());
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
            Decision::DeadLetter { reason, last } => {
                2 | (reason as u32) << 2 | (last.class() as u32) << 5
            }
        }
    })
}

/// The class of an outcome.
pub(crate) fn classify(slot: u32, packed: u32) -> u32 {
    desk::with(|desk| {
        let outcome = outcome::unpack(desk, packed, 0);
        policy(desk, slot).map_or(NO_POLICY, |policy| policy.classify(outcome) as u32)
    })
}

/// The pause that is believed of an outcome; 0 for none.
pub(crate) fn hint(slot: u32, packed: u32, hint: u32) -> u32 {
    desk::with(|desk| {
        let outcome = outcome::unpack(desk, packed, hint);
        let pause = policy(desk, slot).and_then(|policy| policy.hint(outcome));
        pause.map_or(0, Millis::get)
    })
}

/// Whether a delivery's window is over.
pub(crate) fn expired(slot: u32, created_at: f64, now: f64) -> bool {
    desk::with(|desk| {
        let delivery = Delivery::new(moment(created_at));
        let now = moment(now);
        policy(desk, slot).is_some_and(|policy| policy.expired(&delivery, now))
    })
}

#[inline(always)]
fn policy(desk: &Desk, slot: u32) -> Option<&Policy> {
    desk.policies.get(slot as usize)?.get()
}
