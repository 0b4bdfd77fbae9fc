//! A pool of workers that two destinations share, on a clock that jumps from
//! event to event: nobody sleeps.

use std::collections::{BTreeMap, VecDeque};

use reknock::destination::{
    Admission, Destination, DestinationRules, Ended, Heard, Kind, Permit, Report,
};
use reknock::{Class, Derived, Ending, Failure};

use crate::clock::{START, point};

pub(super) const HOUR: i64 = 3_600_000;

/// The sick one: so many retries wait, and each of them times out.
const WAITING: usize = 50_000;
pub(super) const TIMEOUT: i64 = 30_000;
/// The healthy one: how often there is an event, and how soon it is answered.
pub(super) const EVERY: i64 = 100;
pub(super) const ANSWER: i64 = 50;

/// Whom a free worker turns to, of those that have something due.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    /// Whoever has waited longest: one queue for all, in effect.
    Oldest,
    /// One after the other, as fair as a pool without guards can be.
    InTurn,
}

/// A destination as the scheduler sees it.
pub(super) struct Queue {
    /// Since when each delivery has been due, the oldest first.
    due: VecDeque<i64>,
    pub(super) guards: Option<Destination>,
    /// After a refusal: when to ask again, once for the whole queue, unless a
    /// report comes first.
    ask_at: i64,
    kind: Kind,
    takes: i64,
    report: Report,
    in_flight: usize,
    pub(super) most_in_flight: usize,
    pub(super) started: usize,
    pub(super) refused: usize,
    pub(super) longest_wait: i64,
}

impl Queue {
    fn new(kind: Kind, takes: i64, report: Report) -> Self {
        Self {
            due: VecDeque::new(),
            guards: None,
            ask_at: START,
            kind,
            takes,
            report,
            in_flight: 0,
            most_in_flight: 0,
            started: 0,
            refused: 0,
            longest_wait: 0,
        }
    }

    fn sick() -> Self {
        // Never over: a dead letter would help the others, and nothing may.
        let report = Report {
            ending: Ending::Failure(Failure::Timeout),
            class: Class::Transient,
            attempts: 2,
            ended: Ended::No,
        };
        let mut queue = Self::new(Kind::Retry, TIMEOUT, report);
        // Before the first event of the other: they have waited longer than it.
        queue.due.extend([START - 1; WAITING]);
        queue
    }

    fn healthy() -> Self {
        let report = Report {
            ending: Ending::Status(200),
            class: Class::Delivered,
            attempts: 1,
            ended: Ended::Delivered,
        };
        Self::new(Kind::First, ANSWER, report)
    }

    fn waited(&mut self, since: i64, now: i64) {
        self.longest_wait = self.longest_wait.max(now - since);
    }
}

const SICK: usize = 0;
const HEALTHY: usize = 1;

enum Event {
    /// The healthy one has something to deliver.
    New,
    /// An attempt at one of the two is over.
    Over(usize, Option<Permit>),
    /// One of the two may be asked again.
    AskAgain,
}

pub(super) struct Pool {
    pub(super) now: i64,
    idle: usize,
    order: Order,
    /// Whose turn it is.
    turn: usize,
    rules: Option<DestinationRules>,
    pub(super) queues: [Queue; 2],
    /// By time, then by the order in which they were written down.
    agenda: BTreeMap<(i64, u64), Event>,
    written: u64,
    draws: u64,
}

impl Pool {
    pub(super) fn new(workers: usize, order: Order, rules: Option<DestinationRules>) -> Self {
        let mut queues = [Queue::sick(), Queue::healthy()];
        for queue in &mut queues {
            queue.guards = rules.map(|rules| Destination::new(&rules, point(START)));
        }
        Self {
            now: START,
            idle: workers,
            order,
            turn: SICK,
            rules,
            queues,
            agenda: BTreeMap::new(),
            written: 0,
            draws: 0,
        }
    }

    fn at(&mut self, time: i64, event: Event) {
        self.written += 1;
        self.agenda.insert((time, self.written), event);
    }

    /// Of its own for every call, as the page asks for.
    fn draw(&mut self) -> Derived {
        self.draws += 1;
        Derived::new(0x5eed, self.draws)
    }

    /// An hour, event by event; whoever still waits then has waited until then.
    pub(super) fn run(mut self) -> Self {
        self.at(START, Event::New);
        while let Some(((time, _), event)) = self.agenda.pop_first() {
            if time >= START + HOUR {
                break;
            }
            self.now = time;
            match event {
                Event::New => {
                    self.queues[HEALTHY].due.push_back(time);
                    self.at(time + EVERY, Event::New);
                }
                Event::Over(whose, permit) => self.over(whose, permit),
                Event::AskAgain => {}
            }
            // All of this moment first, so that who comes first in it is a
            // matter of the order alone.
            let more = self.agenda.first_key_value();
            if more.is_none_or(|((next, _), _)| *next > time) {
                while self.idle > 0 && self.start_one() {}
            }
        }
        for queue in &mut self.queues {
            if let Some(since) = queue.due.front().copied() {
                queue.waited(since, START + HOUR);
            }
        }
        self
    }

    fn over(&mut self, whose: usize, permit: Option<Permit>) {
        let (now, mut draw) = (self.now, self.draw());
        self.idle += 1;
        let queue = &mut self.queues[whose];
        queue.in_flight -= 1;
        if queue.report.ended == Ended::No {
            queue.due.push_back(now);
        }
        if let (Some(rules), Some(guards), Some(permit)) = (&self.rules, &mut queue.guards, permit)
        {
            let heard = guards.report(rules, point(now), permit, &queue.report, &mut draw);
            assert_ne!(heard, Heard::Late, "no attempt outlives its lease here");
            // It may have given a place back, or closed the breaker.
            queue.ask_at = now;
        }
    }

    /// Whom to turn to: nobody, where nothing is due or may be asked for.
    fn next(&self) -> Option<usize> {
        let ready = |whose: &usize| {
            let queue = &self.queues[*whose];
            !queue.due.is_empty() && queue.ask_at <= self.now
        };
        let mut those = [self.turn, 1 - self.turn].into_iter().filter(ready);
        match self.order {
            Order::InTurn => those.next(),
            Order::Oldest => those.min_by_key(|whose| self.queues[*whose].due.front()),
        }
    }

    /// Whether there was anyone to turn to.
    fn start_one(&mut self) -> bool {
        let Some(whose) = self.next() else {
            return false;
        };
        self.turn = 1 - whose;
        let (now, mut draw) = (self.now, self.draw());
        let queue = &mut self.queues[whose];
        let mut given = None;
        if let (Some(rules), Some(guards)) = (&self.rules, &mut queue.guards) {
            match guards.admit(rules, point(now), queue.kind, &mut draw) {
                Admission::Go(permit) => given = Some(permit),
                Admission::Wait { until, .. } => {
                    queue.refused += 1;
                    queue.ask_at = until.as_millis();
                    self.at(until.as_millis(), Event::AskAgain);
                    return true;
                }
                Admission::Hold(because) => panic!("nothing is held here: {because}"),
            }
        }
        let since = queue.due.pop_front().expect("ready");
        queue.waited(since, now);
        queue.started += 1;
        queue.in_flight += 1;
        queue.most_in_flight = queue.most_in_flight.max(queue.in_flight);
        let ends = now + queue.takes;
        self.idle -= 1;
        self.at(ends, Event::Over(whose, given));
        true
    }
}
