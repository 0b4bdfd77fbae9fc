//! A budget that remembers everything that ever moved a token, and adds it all
//! up again for every question.

use reknock::Class;
use reknock::destination::{Budget, BudgetRules, Kind, RulesError};

use super::clock::{Answer, Time, fixed, point};

/// The rules, in thousandths of a token.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names of the page")]
pub struct Numbers {
    pub cap: u32,
    pub floor: u32,
    pub deposit: u32,
    pub cost: u32,
    pub reserve: u32,
    pub refund: u32,
    pub success: u32,
    pub failure: u32,
    pub timeout: u32,
}

impl Numbers {
    /// The rows of the page, in its order.
    #[must_use]
    pub const fn of(
        [
            cap,
            floor,
            deposit,
            cost,
            reserve,
            refund,
            success,
            failure,
            timeout,
        ]: [u32; 9],
    ) -> Self {
        Self {
            cap,
            floor,
            deposit,
            cost,
            reserve,
            refund,
            success,
            failure,
            timeout,
        }
    }

    /// As core takes them.
    ///
    /// # Errors
    ///
    /// When core refuses them.
    pub fn rules(&self) -> Result<BudgetRules, RulesError> {
        BudgetRules::draft()
            .cap(self.cap)
            .floor(self.floor)
            .deposit(self.deposit)
            .cost(self.cost)
            .reserve(self.reserve)
            .refund(self.refund)
            .success(self.success)
            .failure(self.failure)
            .timeout(self.timeout)
            .build()
    }
}

/// What happens to a budget.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A retry asks.
    Admit,
    /// What came of an attempt, and whether it was a timeout.
    Result(Kind, Class, bool),
    /// A retry that never left.
    GiveBack,
    /// How many are there?
    Ask,
}

/// Lives through a story: by how much the clock moves, what happens, the draw.
///
/// # Panics
///
/// Where the budget does not do what its model does, or the rules are refused.
pub fn run(start: i64, numbers: Numbers, story: &[(i64, Event, u32)]) {
    let rules = numbers.rules().expect("valid");
    let mut budget = Budget::alone(&rules, point(start));
    let mut model = Model {
        time: Time::starting(start),
        rules: numbers,
        moved: Vec::new(),
    };
    let mut now = start;
    for (moved, event, draw) in story {
        now += moved;
        match *event {
            Event::Admit => {
                let admission = budget.admit(&rules, point(now), &mut fixed(*draw));
                assert_eq!(Answer::of(&admission), model.admit(now, *draw));
            }
            Event::Result(kind, class, timeout) => {
                budget.result(&rules, point(now), kind, class, timeout);
                model.result(now, kind, class, timeout);
            }
            Event::GiveBack => {
                budget.give_back(&rules, point(now));
                model.give_back(now);
            }
            Event::Ask => {}
        }
        let passed = model.time.step(now).passed;
        let tokens = budget.tokens(&rules, point(now));
        assert_eq!(i128::from(tokens), model.tokens(passed));
    }
}

struct Model {
    time: Time,
    rules: Numbers,
    /// When, and by how many thousandths of a token.
    moved: Vec<(u64, i128)>,
}

impl Model {
    /// In millionths, as all that follows.
    fn tokens(&self, passed: u64) -> i128 {
        let cap = i128::from(self.rules.cap) * 1_000;
        let floor = i128::from(self.rules.floor);
        let (mut tokens, mut since) = (cap, 0);
        for (when, thousandths) in &self.moved {
            // So many thousandths a second are so many millionths a millisecond.
            tokens = (tokens + i128::from(when - since) * floor).min(cap);
            tokens = (tokens + thousandths * 1_000).max(0).min(cap);
            since = *when;
        }
        (tokens + i128::from(passed - since) * floor).min(cap)
    }

    fn admit(&mut self, now: i64, draw: u32) -> Answer {
        let now = self.time.step(now);
        let tokens = self.tokens(now.passed);
        let reserve = i128::from(self.rules.reserve) * 1_000;
        let cost = i128::from(self.rules.cost) * 1_000;
        if tokens > reserve && tokens >= reserve + cost {
            self.time.keep(now);
            self.moved.push((now.passed, -i128::from(self.rules.cost)));
            return Answer::Go;
        }
        self.time.drop(now);
        // Millisecond by millisecond would be more obvious still; this is how
        // many of them it takes.
        let need = (reserve + 1).max(reserve + cost) - tokens;
        let wait = match i128::from(self.rules.floor) {
            0 => 10_000,
            floor => ((need + floor - 1) / floor).max(1_000),
        };
        Answer::wait(now, wait as u64, 2 * wait as u64, draw, "budget")
    }

    fn result(&mut self, now: i64, kind: Kind, class: Class, timeout: bool) {
        let now = self.time.step(now);
        self.time.keep(now);
        let rules = self.rules;
        let first = kind != Kind::Retry;
        let delivered = class == Class::Delivered;
        let failed = class == Class::Transient || class == Class::Throttled;
        let lines = [
            (first, i128::from(rules.deposit)),
            (delivered && first, i128::from(rules.success)),
            (delivered && !first, i128::from(rules.refund)),
            (failed, -i128::from(rules.failure)),
            (timeout, -i128::from(rules.timeout)),
        ];
        for (holds, thousandths) in lines {
            if holds {
                self.moved.push((now.passed, thousandths));
            }
        }
    }

    fn give_back(&mut self, now: i64) {
        let now = self.time.step(now);
        self.time.keep(now);
        self.moved.push((now.passed, i128::from(self.rules.cost)));
    }
}
