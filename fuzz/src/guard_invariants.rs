//! What must hold of every call on a destination, whatever state it was read
//! from, and whatever its clock does.

use reknock::destination::{
    Admission, Because, Circuit, Destination, DestinationRules, Heard, Kind, Permit, Report,
};
use reknock::{Draw, Ending, Failure, Millis, Moment};
use serde_json::Value;

/// How far two clocks may lie apart, and how often asking pays.
const SKEW: i64 = 60_000;
const POLL: u64 = 1_000;

/// Rules, and how long they may make anybody wait.
pub(crate) struct Rules {
    pub(crate) rules: DestinationRules,
    max: u8,
    max_cooldown: u64,
    /// The longest wait for the budget; none where it refills only by results.
    refill: Option<u64>,
    /// By then every lease, cooldown and wait is over, if nobody asks meanwhile.
    pub(crate) calm: u64,
}

impl Rules {
    /// The lengths are read from the JSON form, so as not to ask core for them.
    pub(crate) fn of(rules: DestinationRules) -> Self {
        let json = serde_json::to_value(rules).expect("every rule has a JSON form");
        let number = |guard: &str, field: &str| json[guard][field].as_u64().expect("a number");
        let length = |guard: &str, field: &str| match &json[guard][field] {
            Value::String(text) => u64::from(text.parse::<Millis>().expect("a length").get()),
            other => panic!("{guard}.{field} is {other}"),
        };
        let max_cooldown = length("breaker", "maxCooldown");
        let tick = length("gate", "lease").div_ceil(254);
        let refill = match number("budget", "floor") {
            0 => None,
            floor => Some((number("budget", "cap") * 1_000).div_ceil(floor).max(POLL)),
        };
        let lengths = [
            max_cooldown,
            length("breaker", "probeLease"),
            255 * tick,
            refill.unwrap_or(0),
            60_000,
        ];
        Self {
            rules,
            max: number("gate", "max") as u8,
            max_cooldown,
            refill,
            calm: lengths.into_iter().max().unwrap_or(0),
        }
    }

    /// The longest wait that a refusal may ask for.
    fn longest_wait(&self, because: Because) -> u64 {
        let longest = match because {
            Because::Open => 2 * self.max_cooldown,
            Because::Probing => POLL + self.max_cooldown,
            Because::Full => 2 * POLL,
            Because::Budget => 2 * self.refill.unwrap_or(10 * POLL),
            Because::Pace => 60_000,
            Because::Disabled | Because::Isolated | Because::Replay => 0,
        };
        longest.min(u32::MAX.into())
    }
}

/// A destination that is looked at before and after every call.
pub(crate) struct Watched<'a> {
    pub(crate) state: Destination,
    pub(crate) rules: &'a Rules,
}

impl Watched<'_> {
    pub(crate) fn admit(&mut self, now: Moment, kind: Kind, draw: u32) -> Admission<Permit> {
        let rules = &self.rules.rules;
        let before = self.state;
        let (admission, draws) =
            self.call(draw, |state, random| state.admit(rules, now, kind, random));
        let t = effective(before.at(), now);
        match &admission {
            Admission::Go(permit) => {
                assert_eq!(draws, 0, "a go draws nothing");
                self.check_changed(&before, t);
                let was = before.status(rules, now).in_flight;
                let is = self.state.status(rules, now).in_flight;
                assert_eq!(is, was + 1);
                assert!(is <= self.rules.max, "{is} of {}", self.rules.max);
                assert!(permit.until() > t || t == Moment::MAX);
                assert_eq!(permit.kind(), kind);
            }
            Admission::Wait { until, because } => {
                assert_eq!(draws, 1, "a wait draws once");
                self.check_refused(&before, now);
                let wait = until.as_millis() - t.as_millis();
                assert!(wait > 0 || t == Moment::MAX, "a wait of nothing: {because}");
                let longest = self.rules.longest_wait(*because) as i64;
                assert!(wait <= longest, "{wait} of {longest} ms: {because}");
            }
            Admission::Hold(because) => {
                assert_eq!(draws, 0, "a hold draws nothing");
                self.check_refused(&before, now);
                assert_eq!(self.rules.longest_wait(*because), 0, "{because}");
            }
        }
        admission
    }

    pub(crate) fn report(&mut self, now: Moment, permit: &Permit, report: &Report, draw: u32) {
        let rules = &self.rules.rules;
        let before = self.state;
        let (heard, draws) = self.call(draw, |state, random| {
            state.report(rules, now, permit.clone(), report, random)
        });
        let Heard::Counted { breaker, .. } = heard else {
            assert_eq!(draws, 0, "what is late draws nothing");
            self.check_refused(&before, now);
            return;
        };
        let t = effective(before.at(), now);
        self.check_changed(&before, t);
        assert!(draws == 0 || (draws == 1 && breaker == Circuit::Open));
        let (was, is) = (before.status(rules, now), self.state.status(rules, now));
        assert_eq!(is.in_flight + 1, was.in_flight, "its place is given back");
        if report.ending == Ending::Failure(Failure::Local) {
            assert!(
                is.tokens >= was.tokens,
                "the sender's own fault cost tokens"
            );
            assert_eq!(is.disabled, was.disabled);
            assert_eq!(self.state.storm(rules, now), before.storm(rules, now));
        }
        // Reported again, it is late: the place it names is free.
        let mut again = self.state;
        let heard = again.report(rules, now, permit.clone(), report, &mut Counted::new(draw));
        assert_eq!(heard, Heard::Late);
        assert_eq!(again, self.state);
    }

    /// Any other call that changes something.
    pub(crate) fn change(
        &mut self,
        now: Moment,
        change: impl Fn(&mut Destination, &DestinationRules, Moment),
    ) {
        let rules = &self.rules.rules;
        let before = self.state;
        let ((), draws) = self.call(0, |state, _| change(state, rules, now));
        assert_eq!(draws, 0);
        self.check_changed(&before, effective(before.at(), now));
    }

    /// Whoever is sent away and comes back once all is over is let go, or held
    /// for a reason: nobody waits without end.
    pub(crate) fn check_nobody_waits_for_ever(&self, now: Moment) {
        let Ok(calm) = u32::try_from(self.rules.calm) else {
            return;
        };
        let then = effective(self.state.at(), now).after(Millis::new(calm));
        if then == Moment::MAX {
            return;
        }
        // Asking once is enough for a clock that was set back.
        let mut asked = Self {
            state: self.state,
            rules: self.rules,
        };
        let _ = asked.admit(now, Kind::First, 0);
        for kind in Kind::ALL {
            let mut later = Self {
                state: asked.state,
                rules: self.rules,
            };
            let admission = later.admit(then, kind, 0);
            if let Admission::Wait { because, .. } = admission {
                let is_dry = because == Because::Budget && self.rules.refill.is_none();
                assert!(is_dry, "{kind:?} still waits after {calm} ms: {because}");
            }
        }
    }

    /// The same call on the same state gives the same answer and state, also
    /// after a trip through the store.
    fn call<T: PartialEq + std::fmt::Debug>(
        &mut self,
        draw: u32,
        call: impl Fn(&mut Destination, &mut Counted) -> T,
    ) -> (T, u32) {
        let bytes = self.state.to_bytes();
        let mut copy = Destination::from_bytes(&bytes).expect("own bytes");
        assert_eq!(copy, self.state);
        let mut random = Counted::new(draw);
        let answer = call(&mut self.state, &mut random);
        assert_eq!(call(&mut copy, &mut Counted::new(draw)), answer);
        assert_eq!(copy, self.state);
        (answer, random.draws)
    }

    fn check_changed(&self, before: &Destination, t: Moment) {
        assert_eq!(self.state.at(), t);
        assert_eq!(self.state.version(), before.version().wrapping_add(1));
    }

    /// A refusal changes nothing, unless the clock was set back.
    fn check_refused(&self, before: &Destination, now: Moment) {
        if before.at().as_millis() - now.as_millis() <= SKEW {
            assert_eq!(self.state, *before);
            return;
        }
        self.check_changed(before, now);
        let rest = |state: &Destination| {
            let mut json = serde_json::to_value(state).expect("every state has a JSON form");
            json["at"] = Value::Null;
            json["version"] = Value::Null;
            json
        };
        assert_eq!(rest(&self.state), rest(before));
    }
}

/// The effective now of a call.
fn effective(at: Moment, now: Moment) -> Moment {
    let behind = at.as_millis() - now.as_millis();
    if (1..=SKEW).contains(&behind) {
        at
    } else {
        now
    }
}

/// One draw over and over, counted.
struct Counted {
    draw: u32,
    draws: u32,
}

impl Counted {
    fn new(draw: u32) -> Self {
        Self { draw, draws: 0 }
    }
}

impl Draw for Counted {
    fn draw(&mut self, _counter: u32) -> u32 {
        self.draws += 1;
        self.draw
    }
}
