//! A delivery's life as a sequence of operations, with a clock that jumps.

use arbitrary::{Result, Unstructured};
use rand_xoshiro::Xoshiro128PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use reknock::{Decision, Delivery, Derived, Draw, Millis, Moment, Stretch};
use reknock_tests::fixtures::Fixed;
use reknock_tests::plain;

use crate::input::{self, Exceptions};
use crate::invariants::{self, Step, Watched};
use crate::subject::Subject;

const OPERATIONS: usize = 64;

/// Builds a policy from the bytes, then lives through whatever they say next.
pub fn decide(data: &[u8]) {
    // Bytes that run out end the life early; that is no finding.
    let _ = live(&mut Unstructured::new(data));
}

fn live(u: &mut Unstructured<'_>) -> Result<()> {
    let (builder, exceptions) = input::policy(u)?;
    let policy = match builder.build() {
        Ok(policy) => policy,
        Err(error) => {
            assert!(
                !error.field().is_empty() && !error.fix().is_empty(),
                "{error}"
            );
            return Ok(());
        }
    };
    invariants::check_policy(&policy);

    let mut now = input::moment(u)?;
    let mut life = Life {
        subject: Subject::of(policy),
        exceptions,
        delivery: start(u, now)?,
    };
    for _ in 0..OPERATIONS {
        if u.is_empty() {
            break;
        }
        now = life.jump(u, now)?;
        match u.int_in_range(0..=9u8)? {
            0 => life.restart(now),
            1 => life.rebase(input::moment(u)?, now),
            2 => life.store(),
            3 => life.ask(now),
            _ => life.decide(u, now)?,
        }
    }
    Ok(())
}

/// A new delivery, or one that comes from a store with a past.
pub(crate) fn start(u: &mut Unstructured<'_>, now: Moment) -> Result<Delivery> {
    if u.ratio(3, 4)? {
        return Ok(Delivery::new(now));
    }
    let attempts: u32 = if u.arbitrary()? {
        u.int_in_range(0..=70)?
    } else {
        u.arbitrary()?
    };
    let json = serde_json::json!({
        "v": 1,
        "attempts": attempts,
        "dns": u.arbitrary::<u8>()?,
        "createdAt": input::moment(u)?.as_millis(),
        "nextAt": input::moment(u)?.as_millis(),
        "delay": input::length(u)?.get(),
    });
    Ok(serde_json::from_value(json).expect("every field is in range"))
}

struct Life {
    subject: Subject,
    exceptions: Exceptions,
    delivery: Delivery,
}

impl Life {
    /// The clock goes on, stands still, is set back or jumps anywhere.
    fn jump(&self, u: &mut Unstructured<'_>, now: Moment) -> Result<Moment> {
        let delivery = &self.delivery;
        let window = self.subject.policy.window().unwrap_or(Millis::ZERO);
        Ok(match u.int_in_range(0..=8u8)? {
            0 => now,
            1 => now.after(input::length(u)?),
            2 => Moment::from_millis(now.as_millis() - i64::from(input::length(u)?.get())),
            3 => input::moment(u)?,
            4 => delivery.created_at(),
            5 => {
                // Where one more delay like the last ends with the window, or
                // misses it by one.
                let end = delivery.created_at().as_millis() + i64::from(window.get());
                let off = u.int_in_range(-1..=1)?;
                Moment::from_millis(end - i64::from(delivery.delay().get()) + off)
            }
            _ => delivery.next_at(),
        })
    }

    fn decide(&mut self, u: &mut Unstructured<'_>, now: Moment) -> Result<()> {
        let ended = input::outcome(u)?;
        let class = ended
            .class
            .unwrap_or_else(|| self.exceptions.classify(ended.outcome.ending()));
        assert_eq!(self.subject.policy.classify(ended.outcome), class);
        let stretch = if u.arbitrary()? {
            u.arbitrary()?
        } else {
            1_000
        };
        let step = Step {
            subject: &self.subject,
            outcome: ended.outcome,
            class: ended.class,
            asked: ended.asked,
            asked_if_throttled: ended.asked_if_throttled,
            now,
            stretch: Stretch::per_mille(stretch),
        };
        assert_eq!(step.stretch.get(), stretch.clamp(1_000, 10_000));

        let before = self.delivery;
        let (seed, key): (u64, u64) = (u.arbitrary()?, u.arbitrary()?);
        match u.int_in_range(0..=2u8)? {
            0 => {
                let mut source = Derived::new(seed, key);
                let mut watched = Watched::new(&mut source);
                let decision = invariants::decide(step, &mut self.delivery, &mut watched);
                for (attempts, draw) in watched.draws {
                    assert_eq!(draw, plain::derived(seed, key, attempts));
                }
                self.again(before, step, decision, &mut Derived::new(seed, key));
            }
            1 => {
                let mut generator = Xoshiro128PlusPlus::seed_from_u64(seed);
                let decision = invariants::decide(step, &mut self.delivery, &mut generator);
                let mut same = Xoshiro128PlusPlus::seed_from_u64(seed);
                self.again(before, step, decision, &mut same);
            }
            // The ends of a window are met by the ends of the draws.
            _ => {
                let draw = *u.choose(&[0, 1, u32::MAX / 2, u32::MAX - 1, u32::MAX])?;
                let _ = invariants::decide(step, &mut self.delivery, &mut Fixed(draw));
            }
        }
        Ok(())
    }

    /// The same seed gives the same decision, another worker's copy included.
    fn again(&self, before: Delivery, step: Step<'_>, decision: Decision, source: &mut dyn Draw) {
        let mut copy = Delivery::from_bytes(&before.to_bytes()).expect("own bytes");
        let again = self.subject.policy.decide_stretched(
            &mut copy,
            step.outcome,
            step.now,
            step.stretch,
            source,
        );
        assert_eq!((again, copy), (decision, self.delivery));
    }

    fn restart(&mut self, now: Moment) {
        self.delivery.restart(now);
        assert_eq!(self.delivery, Delivery::new(now));
        assert!(self.delivery.due(now), "the first try is due at once");
        assert!(!self.subject.policy.expired(&self.delivery, now));
    }

    /// Both points move by the same, as far as time reaches; nothing else does.
    fn rebase(&mut self, was: Moment, is: Moment) {
        let before = self.delivery;
        self.delivery.rebase(was, is);
        let after = self.delivery;
        let moved = |point: Moment| {
            Moment::from_millis(point.as_millis() - was.as_millis() + is.as_millis())
        };
        assert_eq!(after.created_at(), moved(before.created_at()));
        assert_eq!(after.next_at(), moved(before.next_at()));
        assert_eq!(after.attempts(), before.attempts());
        assert_eq!(after.dns_failures(), before.dns_failures());
        assert_eq!(after.delay(), before.delay());
        invariants::check_wait(&after, is);
    }

    /// Through every store and back.
    fn store(&mut self) {
        let bytes = self.delivery.to_bytes();
        assert_eq!(Delivery::from_bytes(&bytes), Ok(self.delivery));
        assert_eq!(postcard::to_allocvec(&self.delivery).unwrap(), *bytes);
        let json = serde_json::to_string(&self.delivery).unwrap();
        self.delivery = serde_json::from_str(&json).unwrap();
        assert_eq!(self.delivery.to_bytes(), bytes);
    }

    /// Questions change nothing and never panic.
    fn ask(&self, now: Moment) {
        invariants::check_wait(&self.delivery, now);
        let end = self.subject.policy.window().map(|window: Millis| {
            i128::from(self.delivery.created_at().as_millis()) + i128::from(window.get())
        });
        let expired = end.is_some_and(|end| i128::from(now.as_millis()) > end);
        assert_eq!(self.subject.policy.expired(&self.delivery, now), expired);
    }
}
