//! A budget that remembers everything that ever moved a token, and adds it all
//! up again for every question.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::Class;
use reknock::destination::{Budget, BudgetRules, Kind};

use crate::clock::{Answer, START, Time, config, fixed, moves, point};

/// The rules, in thousandths of a token.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    cap: u32,
    floor: u32,
    deposit: u32,
    cost: u32,
    reserve: u32,
    refund: u32,
    success: u32,
    failure: u32,
    timeout: u32,
}

impl Numbers {
    fn rules(&self) -> BudgetRules {
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
            .expect("valid")
    }
}

/// The rows of the page, in its order.
fn preset(
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
) -> Numbers {
    Numbers {
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

fn presets() -> [(&'static str, Numbers); 4] {
    [
        (
            "default",
            preset([100_000, 1_000, 200, 1_000, 0, 1_000, 0, 0, 0]),
        ),
        (
            "aws",
            preset([500_000, 0, 0, 5_000, 0, 5_000, 1_000, 0, 5_000]),
        ),
        ("grpc", preset([10_000, 0, 0, 0, 5_000, 100, 100, 1_000, 0])),
        (
            "finagle",
            preset([100_000, 10_000, 200, 1_000, 0, 0, 0, 0, 0]),
        ),
    ]
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let amount = || prop_oneof![2 => Just(0u32), 4 => 0u32..3_000, 1 => 0u32..=1_000_000];
    let cap = prop_oneof![4 => 1u32..20_000, 1 => 1u32..=4_000_000, 1 => Just(4_000_000)];
    let amounts = (
        amount(),
        amount(),
        amount(),
        amount(),
        amount(),
        amount(),
        amount(),
    );
    let any = (cap, any::<u32>(), amounts).prop_map(|(cap, reserve, amounts)| {
        let (floor, deposit, cost, refund, success, failure, timeout) = amounts;
        // Half of them without a reserve.
        let reserve = if reserve % 2 == 0 { 0 } else { reserve % cap };
        let cost = cost.min(cap - reserve);
        preset([
            cap, floor, deposit, cost, reserve, refund, success, failure, timeout,
        ])
    });
    prop_oneof![1 => select(presets().map(|(_, numbers)| numbers).to_vec()), 3 => any]
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Admit,
    Result(Kind, Class, bool),
    GiveBack,
    Ask,
}

fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
    let result = (select(&Kind::ALL), select(&Class::ALL), any::<bool>())
        .prop_map(|(kind, class, timeout)| Event::Result(kind, class, timeout));
    let event = prop_oneof![
        6 => Just(Event::Admit),
        5 => result,
        1 => Just(Event::GiveBack),
        1 => Just(Event::Ask),
    ];
    vec((moves(), event, any::<u32>()), 1..300)
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

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_budget_does_what_its_model_does(numbers in numbers(), events in events()) {
        let rules = numbers.rules();
        let mut budget = Budget::alone(&rules, point(START));
        let mut model = Model { time: Time::starting(START), rules: numbers, moved: Vec::new() };
        let mut now = START;
        for (moved, event, draw) in events {
            now += moved;
            match event {
                Event::Admit => {
                    let admission = budget.admit(&rules, point(now), &mut fixed(draw));
                    prop_assert_eq!(Answer::of(&admission), model.admit(now, draw));
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
            prop_assert_eq!(i128::from(budget.tokens(&rules, point(now))), model.tokens(passed));
        }
    }
}

#[test]
fn the_presets_are_those_of_the_page() {
    for (name, numbers) in presets() {
        assert_eq!(BudgetRules::by_name(name), Some(numbers.rules()), "{name}");
    }
}

#[test]
fn what_is_refused() {
    let field = |numbers: [u32; 9]| {
        let numbers = preset(numbers);
        let draft = BudgetRules::draft()
            .cap(numbers.cap)
            .floor(numbers.floor)
            .deposit(numbers.deposit)
            .cost(numbers.cost)
            .reserve(numbers.reserve)
            .refund(numbers.refund)
            .success(numbers.success)
            .failure(numbers.failure)
            .timeout(numbers.timeout);
        draft.build().err().map(|error| error.field())
    };
    assert_eq!(field([1, 0, 0, 1, 0, 0, 0, 0, 0]), None);
    assert_eq!(field([1, 0, 0, 2, 0, 0, 0, 0, 0]), Some("reserve"));
    assert_eq!(field([5, 0, 0, 0, 4, 0, 0, 0, 0]), None);
    assert_eq!(field([5, 0, 0, 0, 5, 0, 0, 0, 0]), Some("reserve"));
    assert_eq!(field([5, 0, 0, 2, 4, 0, 0, 0, 0]), Some("reserve"));
    assert_eq!(field([0, 0, 0, 0, 0, 0, 0, 0, 0]), Some("cap"));
    let most = [
        4_000_000, 1_000_000, 1_000_000, 1_000_000, 3_000_000, 1_000_000, 1_000_000, 1_000_000,
        1_000_000,
    ];
    assert_eq!(field(most), None);
    let names = [
        "cap", "floor", "deposit", "cost", "reserve", "refund", "success", "failure", "timeout",
    ];
    for (place, name) in names.into_iter().enumerate() {
        let mut more = most;
        more[place] += 1;
        assert_eq!(field(more), Some(name));
    }
}
