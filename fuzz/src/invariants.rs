//! The invariants of a decision, asserted on whatever a target comes up with.

use std::fmt::{self, Write as _};

use reknock::{
    Class, DeadReason, Decision, Delivery, Draw, Ending, Failure, HintMode, Millis, Moment,
    Outcome, Policy, Stretch,
};
use reknock_tests::fixtures::Fixed;
use reknock_tests::plain;

use crate::subject::Subject;

/// A source of draws that remembers what was asked of it.
pub(crate) struct Watched<'a> {
    source: &'a mut dyn Draw,
    /// The attempts it was asked for, and the draw it gave.
    pub(crate) draws: Vec<(u32, u32)>,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(source: &'a mut dyn Draw) -> Self {
        Self {
            source,
            draws: Vec::new(),
        }
    }
}

impl Draw for Watched<'_> {
    fn draw(&mut self, attempts: u32) -> u32 {
        let draw = self.source.draw(attempts);
        self.draws.push((attempts, draw));
        draw
    }
}

/// Takes text and keeps its length: what it says is for people to judge.
struct Length(usize);

impl fmt::Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// One step of a delivery's life.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) outcome: Outcome,
    /// The class that the caller added to it.
    pub(crate) class: Option<Class>,
    /// What it asks for before the policy's own bound; 0: nothing.
    pub(crate) asked: u32,
    /// What it asks for on a throttled answer, where nothing else does.
    pub(crate) asked_if_throttled: u32,
    pub(crate) now: Moment,
    pub(crate) stretch: Stretch,
}

/// Takes a decision and asserts everything that must hold of it.
pub(crate) fn decide(step: Step<'_>, delivery: &mut Delivery, source: &mut dyn Draw) -> Decision {
    let before = *delivery;
    let mut watched = Watched::new(source);
    let decision = step.run(delivery, &mut watched);
    let draws = watched.draws;

    step.check_draws(&before, decision, &draws);
    step.check_state(&before, delivery, decision);
    if let Decision::Retry { delay, attempt, .. } = decision {
        step.check_delay(delay);
        step.check_limits(delivery, attempt);
        check_wait(delivery, step.now);
    }

    // The same inputs give the same decision.
    let draw = draws.first().map_or(0, |(_, draw)| *draw);
    let mut again = before;
    assert_eq!(step.run(&mut again, &mut Fixed(draw)), decision);
    assert_eq!(again, *delivery);

    let expected = step.subject.plain.decide(&plain::Case {
        class: step.class,
        asked: step.asked,
        asked_if_throttled: step.asked_if_throttled,
        stretch: step.stretch.get(),
        draw,
        ..plain::Case::new(
            (&before).into(),
            step.outcome.ending(),
            step.now.as_millis(),
        )
    });
    assert_eq!(
        (decision.into(), (&*delivery).into()),
        expected,
        "the plain way decides otherwise"
    );

    let mut sentence = Length(0);
    write!(
        sentence,
        "{}",
        step.policy().explain(step.outcome, decision)
    )
    .unwrap();
    assert!(sentence.0 > 0, "nothing can be said of {decision:?}");
    decision
}

impl Step<'_> {
    fn policy(&self) -> &Policy {
        &self.subject.policy
    }

    fn run(&self, delivery: &mut Delivery, source: &mut dyn Draw) -> Decision {
        let Self {
            outcome,
            now,
            stretch,
            ..
        } = *self;
        let policy = self.policy();
        if stretch == Stretch::NONE {
            policy.decide(delivery, outcome, now, source)
        } else {
            policy.decide_stretched(delivery, outcome, now, stretch, source)
        }
    }

    fn is_local(&self) -> bool {
        self.outcome.ending() == Ending::Failure(Failure::Local)
    }

    /// One draw when the delivery might go on, none when it has ended before.
    fn check_draws(&self, before: &Delivery, decision: Decision, draws: &[(u32, u32)]) {
        let expected = match decision {
            Decision::Retry { .. }
            | Decision::DeadLetter {
                reason: DeadReason::Window,
                ..
            } => 1,
            Decision::Delivered | Decision::DeadLetter { .. } => 0,
        };
        assert_eq!(draws.len(), expected, "draws for {decision:?}");
        for (attempts, _) in draws {
            assert_eq!(*attempts, before.attempts());
        }
    }

    /// What is counted, what is scheduled, and that the rest is left alone.
    fn check_state(&self, before: &Delivery, after: &Delivery, decision: Decision) {
        assert_eq!(after.created_at(), before.created_at());
        let counted = after.attempts() - before.attempts();
        if self.is_local() {
            assert_eq!(counted, 0, "the sender's own fault cost an attempt");
            assert_eq!(after.dns_failures(), before.dns_failures());
        } else {
            assert!(counted == 1 || before.attempts() == u32::MAX);
        }
        match decision {
            Decision::Retry {
                at, delay, attempt, ..
            } => {
                assert_eq!((after.next_at(), after.delay()), (at, delay));
                assert_eq!(at, self.now.after(delay));
                assert_eq!(attempt, after.attempts().saturating_add(1));
            }
            Decision::Delivered | Decision::DeadLetter { .. } => {
                assert_eq!(after.next_at(), before.next_at());
                assert_eq!(after.delay(), before.delay());
            }
        }
        if let Decision::DeadLetter { last, .. } = decision {
            assert_eq!(last.ending(), self.outcome.ending());
            assert_eq!(last.class(), self.policy().classify(self.outcome));
        }
    }

    /// Backoff stays under the cap; a hint is never undercut.
    fn check_delay(&self, delay: Millis) {
        let cap = self.policy().max_delay();
        let Some((rules, hint)) = self.policy().hints().zip(self.policy().hint(self.outcome))
        else {
            assert!(delay <= cap, "{delay} is longer than maxDelay {cap}");
            return;
        };
        assert!(!hint.is_zero() && hint <= rules.longest);
        assert!(delay >= hint, "{delay} undercuts the hint {hint}");
        let on_top = u64::from(hint.get()) * u64::from(rules.jitter) / 1000;
        let mut most = (u64::from(hint.get()) + on_top).min(u64::from(u32::MAX));
        if rules.mode == HintMode::AtLeast {
            most = most.max(u64::from(cap.get()));
        }
        assert!(
            u64::from(delay.get()) <= most,
            "{delay} is above what {hint} allows"
        );
    }

    /// No try beyond the limit, none scheduled past the window.
    fn check_limits(&self, after: &Delivery, attempt: u32) {
        if !self.is_local()
            && let Some(limit) = self.policy().max_attempts()
        {
            assert!(attempt <= limit, "try {attempt} of {limit}");
        }
        if let Some(window) = self.policy().window() {
            let at = after.next_at().as_millis();
            let end = after.created_at().as_millis() + i64::from(window.get());
            assert!(at <= end, "a try {}ms past the window", at - end);
        }
    }
}

/// A wait is never longer than was decided, whatever the clock says meanwhile.
pub(crate) fn check_wait(delivery: &Delivery, now: Moment) {
    let millis = now.as_millis();
    let later = Moment::from_millis(millis.saturating_add(i64::from(delivery.delay().get())));
    let earlier = Moment::from_millis(millis.saturating_sub(86_400_000));
    for moment in [
        now,
        later,
        earlier,
        Moment::MIN,
        Moment::MAX,
        delivery.next_at(),
    ] {
        let wait = delivery.wait(moment);
        let left = delivery.next_at().as_millis() - moment.as_millis();
        assert_eq!(
            i64::from(wait.get()),
            left.clamp(0, i64::from(delivery.delay().get()))
        );
        assert_eq!(delivery.due(moment), wait.is_zero());
    }
}

/// What an accepted policy promises before anything happens.
pub(crate) fn check_policy(policy: &Policy) {
    let mut before = 0;
    for (place, retry) in policy.timeline().take(70).enumerate() {
        let delay = retry.delay;
        assert_eq!(retry.attempt as usize, place + 2);
        assert!(delay.earliest <= delay.nominal && delay.nominal <= delay.latest);
        assert!(delay.latest <= policy.max_delay());
        assert!(
            policy
                .max_attempts()
                .is_none_or(|limit| retry.attempt <= limit)
        );
        assert!(retry.since_first.latest >= before);
        before = retry.since_first.latest;
    }
}
