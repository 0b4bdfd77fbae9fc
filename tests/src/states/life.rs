//! A destination on the way of a life: what real calls leave behind.

use reknock::destination::{Admission, Destination, DestinationRules, Ended, Kind, Permit, Report};
use reknock::{Class, DeadReason, Derived, Ending, Moment};
use serde_json::Value;

const RULES: DestinationRules = DestinationRules::DEFAULT;
const BEGIN: i64 = 1_700_000_000_000;

struct Life {
    state: Destination,
    now: i64,
    stages: Vec<(&'static str, Value)>,
}

/// Name and state of each stage.
pub(super) fn stages() -> Vec<(&'static str, Value)> {
    let mut life = Life {
        state: Destination::new(&RULES, Moment::from_millis(BEGIN)),
        now: BEGIN,
        stages: Vec::new(),
    };
    life.keep("new");
    life.served();
    life.failing();
    life.by_hand();
    life.stages
}

impl Life {
    fn served(&mut self) {
        for _ in 0..150 {
            let permit = self.admitted(Kind::First);
            self.report(permit, 200, Ended::Delivered);
            self.now += 7;
        }
        self.keep("150 deliveries later");
        let under_way: Vec<_> = (0..3).map(|_| self.admitted(Kind::First)).collect();
        self.keep("three attempts under way");
        for permit in under_way {
            self.report(permit, 200, Ended::Delivered);
        }
        self.state.waiting(&RULES, self.moment(), 20_000);
        self.keep("many wait");
    }

    fn failing(&mut self) {
        // Both kinds, so that the budget and the watch for storms count as well.
        for kind in [Kind::First, Kind::Retry].into_iter().cycle().take(40) {
            let permit = self.admitted(kind);
            self.report(permit, 503, Ended::No);
            self.now += 100;
        }
        self.keep("it fails, and the breaker opened");
        self.now += 3_600_000;
        let probe = self.admitted(Kind::Retry);
        self.keep("a probe is under way");
        self.report(probe, 200, Ended::Delivered);
        self.keep("the probe arrived");
        let permit = self.admitted(Kind::First);
        self.report(permit, 410, Ended::Dead(DeadReason::Gone));
        self.keep("gone, and nobody was told");
        let _ = self.state.tell(&RULES, self.moment());
        self.keep("gone, and told");
    }

    fn by_hand(&mut self) {
        self.now += 86_400_000;
        self.state.enable(&RULES, self.moment());
        self.keep("enabled again: a replay runs");
        self.now += 60_000;
        let permit = self.admitted(Kind::Replay);
        self.report(permit, 200, Ended::Delivered);
        self.keep("a letter was let out");
        self.state.isolate(&RULES, self.moment());
        self.keep("isolated");
        self.state.reset(&RULES, self.moment());
        self.state.stop_replay(&RULES, self.moment());
        self.state.disable(&RULES, self.moment());
        self.keep("disabled by hand");
    }

    fn keep(&mut self, name: &'static str) {
        let json = serde_json::to_value(self.state).unwrap_or_default();
        self.stages.push((name, json));
    }

    fn moment(&self) -> Moment {
        Moment::from_millis(self.now)
    }

    /// Nothing where it is refused: then nothing is reported either.
    fn admitted(&mut self, kind: Kind) -> Option<Permit> {
        let draws = &mut Derived::new(7, 42);
        match self.state.admit(&RULES, self.moment(), kind, draws) {
            Admission::Go(permit) => Some(permit),
            _ => None,
        }
    }

    fn report(&mut self, permit: Option<Permit>, status: u16, ended: Ended) {
        let Some(permit) = permit else { return };
        let report = Report {
            ending: Ending::Status(status),
            class: match status {
                200 => Class::Delivered,
                410 => Class::Gone,
                _ => Class::Transient,
            },
            attempts: 2,
            ended,
        };
        let draws = &mut Derived::new(7, 42);
        let _ = self
            .state
            .report(&RULES, self.moment(), permit, &report, draws);
    }
}
