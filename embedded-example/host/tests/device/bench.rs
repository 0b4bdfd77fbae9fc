//! A server, a device, and what they said to each other.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use firmware_host::policy::POLICY;
use firmware_host::{ATTEMPT, Device, ID, Setup, UPTIME};
use reknock::{Decision, Delivery, Derived, Moment, Outcome};
use reknock_examples::entropy;
use reknock_examples::server::{Reply, Server};

/// For whatever has to happen; a busy machine may take long.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// How late a knock may come, in the device's milliseconds: six seconds of ours.
pub const LATE: u64 = 60_000;

/// How long nothing has to happen, for it to count as nothing.
pub const SILENCE: Duration = Duration::from_secs(5);

/// A server that answers by a script, and remembers who knocked.
pub struct Bench {
    pub server: Server,
    pub setup: Setup,
    knocks: Arc<Mutex<Vec<Knock>>>,
}

/// A knock as the server saw it.
#[derive(Clone, Debug)]
pub struct Knock {
    pub id: String,
    /// Which try it is, from 1.
    pub attempt: u32,
    /// The device's time since its start, in milliseconds.
    pub uptime: u64,
    pub body: String,
}

impl Bench {
    /// A server with this script, and a device that has not been started yet.
    /// The script is told of the knock and how many came before it.
    pub fn new(script: impl Fn(&Knock, usize) -> Reply + Send + Sync + 'static) -> Self {
        let knocks = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&knocks);
        let server = Server::start(move |request| {
            let knock = Knock {
                id: request.header(ID).to_owned(),
                attempt: request.header(ATTEMPT).parse().unwrap(),
                uptime: request.header(UPTIME).parse().unwrap(),
                body: String::from_utf8(request.body.clone()).unwrap(),
            };
            let mut seen = lock(&seen);
            let reply = script(&knock, seen.len());
            seen.push(knock);
            reply
        });
        let server = server.unwrap();
        let url = server.url("");
        let port = url.rsplit(':').next().unwrap().parse().unwrap();
        Self {
            server,
            setup: Setup::new(port, entropy()).unwrap(),
            knocks,
        }
    }

    pub fn start(&self) -> Device {
        self.setup.start().unwrap()
    }

    pub fn knocks(&self) -> Vec<Knock> {
        lock(&self.knocks).clone()
    }

    /// All knocks, once there are so many.
    pub fn wait_for_knocks(&self, count: usize) -> Vec<Knock> {
        let give_up = Instant::now() + PATIENCE;
        loop {
            let knocks = self.knocks();
            if knocks.len() >= count {
                return knocks;
            }
            assert!(Instant::now() < give_up, "only these came: {knocks:#?}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// All knocks, after the time in which there must not be another one.
    pub fn knocks_after_silence(&self, count: usize) -> Vec<Knock> {
        thread::sleep(SILENCE);
        let knocks = self.knocks();
        assert_eq!(knocks.len(), count, "{knocks:#?}");
        knocks
    }

    /// What the policy decides on these outcomes of an event, one after the
    /// other: the delays that the device has to keep, to the millisecond.
    pub fn delays(&self, id: &str, outcomes: &[Outcome]) -> Vec<u64> {
        let now = Moment::from_millis(0);
        let mut delivery = Delivery::new(now);
        let mut draws = Derived::for_id(self.setup.seed, id);
        let decide = |outcome: &Outcome| {
            let decision = POLICY.decide(&mut delivery, *outcome, now, &mut draws);
            let Decision::Retry { delay, .. } = decision else {
                panic!("{outcome:?} is no reason to come back: {decision:?}")
            };
            u64::from(delay.get())
        };
        outcomes.iter().map(decide).collect()
    }

    /// Asserts that one event knocked once for each outcome and once more, each
    /// time as the policy says, and was delivered.
    pub fn assert_kept_to(&self, device: Device, outcomes: &[Outcome], each_took: u64) {
        let id = self.setup.event(1, 1);
        let knocks = self.wait_for_knocks(outcomes.len() + 1);
        let _ = device.log().wait_for(0, "delivered by", PATIENCE);
        assert!(knocks.iter().all(|knock| knock.id == id), "{knocks:#?}");
        let attempts: Vec<u32> = knocks.iter().map(|knock| knock.attempt).collect();
        assert_eq!(
            attempts,
            (1..=outcomes.len() as u32 + 1).collect::<Vec<_>>()
        );
        let delays = self.delays(&id, outcomes);
        for (pair, delay) in knocks.windows(2).zip(&delays) {
            let waited = pair[1].uptime - pair[0].uptime;
            let decided = delay + each_took;
            assert!(waited >= decided, "knocked {} ms early", decided - waited);
            assert!(
                waited <= decided + LATE,
                "knocked {} ms late",
                waited - decided
            );
        }
        // The device said the very delays.
        for delay in delays {
            let text = format!(" in {}.{:03} s, because", delay / 1_000, delay % 1_000);
            let _ = device.log().wait_for(0, &text, PATIENCE);
        }
        self.knocks_after_silence(outcomes.len() + 1);
        assert!(device.switch_off().unwrap().success());
    }
}

/// Presses the power button, and asserts that the device ends well.
pub fn switch_off(device: Device) {
    let status: io::Result<_> = device.switch_off();
    assert!(status.unwrap().success());
}

fn lock(knocks: &Mutex<Vec<Knock>>) -> MutexGuard<'_, Vec<Knock>> {
    knocks.lock().unwrap_or_else(PoisonError::into_inner)
}
