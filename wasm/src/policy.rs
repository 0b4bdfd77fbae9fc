//! A policy from the numbers that JavaScript read, checked by core.

use reknock::{
    Class, Factor, HintMode, HintRules, Jitter, Millis, Policy, PolicyBuilder, PolicyError, Then,
};

use crate::desk::{self, Desk, Slot};
use crate::outcome;

/// The numbers of a policy on the desk, in this order, then up to 8 classes of
/// two words each, then up to 32 delays. `js/src/policy/numbers.ts` writes them.
struct Draft {
    /// constant, linear, exponential, schedule
    backoff: u32,
    first: u32,
    num: u32,
    den: u32,
    repeats: u32,
    delays: u32,
    /// none, full, equal, decorrelated, proportional, additive
    jitter: u32,
    per_mille: u32,
    min: u32,
    max: u32,
    has_max_delay: u32,
    max_delay: u32,
    /// unsaid, a limit, none
    attempts: u32,
    max_attempts: u32,
    has_window: u32,
    window: u32,
    dns: u32,
    throttle_factor: u32,
    has_hints: u32,
    longest: u32,
    at_least: u32,
    hint_jitter: u32,
    classes: u32,
}

const CLASSES_AT: usize = 23;
const DELAYS_AT: usize = CLASSES_AT + 16;

/// Builds the policy that lies on the desk, into a slot. The answer is 0, and
/// the limits as they are now lie on the desk (`maxAttempts`, 0 for none;
/// `maxDelay`); or how long the text is that says what is wrong, and the desk
/// says where it lies.
pub(crate) fn load_policy(slot: u32) -> u32 {
    desk::with(|desk| match build(desk) {
        Ok(policy) => {
            desk.words[0] = policy.max_attempts().unwrap_or(0);
            desk.words[1] = policy.max_delay().get();
            if let Some(place) = desk.policies.get_mut(slot as usize) {
                *place = Slot::Taken(policy);
            }
            0
        }
        Err(error) => desk.refuse(error.text()),
    })
}

fn build(desk: &Desk) -> Result<Policy, PolicyError> {
    let draft = Draft::read(&desk.words);
    let mut builder = draft.backoff(desk).jitter(draft.jitter());
    if draft.has_max_delay != 0 {
        builder = builder.max_delay(Millis::new(draft.max_delay));
    }
    builder = match draft.attempts {
        0 => builder,
        1 => builder.max_attempts(draft.max_attempts),
        _ => builder.no_attempt_limit(),
    };
    if draft.has_window != 0 {
        builder = builder.window(Millis::new(draft.window));
    }
    builder = builder
        .dns_attempts(draft.dns as u8)
        .throttle_factor(draft.throttle_factor as u8);
    builder = if draft.has_hints == 0 {
        builder.ignore_hints()
    } else {
        builder.hints(HintRules {
            longest: Millis::new(draft.longest),
            mode: if draft.at_least == 0 {
                HintMode::Replace
            } else {
                HintMode::AtLeast
            },
            jitter: draft.hint_jitter as u16,
        })
    };
    let (classes, _) = desk.words[CLASSES_AT..DELAYS_AT].as_chunks();
    for [statuses, meaning] in classes.iter().take(draft.classes as usize) {
        builder = except(builder, *statuses, *meaning);
    }
    builder.build()
}

/// `statuses` is the first and, above it, the last; or a failure's number.
/// `meaning` is the class and, above it, 0 for a status, 1 for a range, 2 for a
/// failure.
fn except(builder: PolicyBuilder, statuses: u32, meaning: u32) -> PolicyBuilder {
    let class = outcome::class(meaning).unwrap_or(Class::Transient);
    match meaning >> 3 {
        0 => builder.status_means(statuses as u16, class),
        1 => builder.statuses_mean(statuses as u16, (statuses >> 16) as u16, class),
        _ => builder.failure_means(outcome::failure(statuses), class),
    }
}

impl Draft {
    fn read(words: &[u32; 96]) -> Self {
        let [
            backoff,
            first,
            num,
            den,
            repeats,
            delays,
            jitter,
            per_mille,
            min,
            max,
            has_max_delay,
            max_delay,
            attempts,
            max_attempts,
            has_window,
            window,
            dns,
            throttle_factor,
            has_hints,
            longest,
            at_least,
            hint_jitter,
            classes,
            ..,
        ] = *words;
        Self {
            backoff,
            first,
            num,
            den,
            repeats,
            delays,
            jitter,
            per_mille,
            min,
            max,
            has_max_delay,
            max_delay,
            attempts,
            max_attempts,
            has_window,
            window,
            dns,
            throttle_factor,
            has_hints,
            longest,
            at_least,
            hint_jitter,
            classes,
        }
    }

    fn backoff(&self, desk: &Desk) -> PolicyBuilder {
        let first = Millis::new(self.first);
        match self.backoff {
            0 => Policy::constant(first),
            1 => Policy::linear(first),
            2 => Policy::exponential(first, Factor::ratio(self.num as u16, self.den as u16)),
            _ => {
                let mut delays = [Millis::ZERO; 32];
                for (delay, word) in delays.iter_mut().zip(&desk.words[DELAYS_AT..]) {
                    *delay = Millis::new(*word);
                }
                let then = if self.repeats == 0 {
                    Then::Stop
                } else {
                    Then::RepeatLast
                };
                let listed = delays.get(..self.delays as usize).unwrap_or_default();
                Policy::schedule(listed, then)
            }
        }
    }

    fn jitter(&self) -> Jitter {
        match self.jitter {
            0 => Jitter::None,
            1 => Jitter::Full,
            2 => Jitter::Equal,
            3 => Jitter::Decorrelated,
            4 => Jitter::Proportional(self.per_mille as u16),
            _ => Jitter::Additive {
                per_mille: self.per_mille as u16,
                min: Millis::new(self.min),
                max: Millis::new(self.max),
            },
        }
    }
}
