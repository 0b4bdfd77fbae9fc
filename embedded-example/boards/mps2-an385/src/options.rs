//! What the host wants to be different in a run, without a new build: the
//! words after `-semihosting-config … arg=`.

use core::str::FromStr;

use embassy_time::Duration;

/// The words, read.
pub struct Options {
    /// Where the server listens on the host.
    pub port: u16,
    /// How many times faster than the host's the device's time goes.
    pub speed: u32,
    /// Where draws come from.
    pub seed: Option<u64>,
    /// How many readings the sensor has to tell of.
    pub events: u32,
    /// The time between them.
    pub every: Duration,
}

impl Options {
    /// Asks the host. What it does not say, or says wrongly, is as here.
    pub fn from_host() -> Self {
        let mut options = Self {
            port: 8080,
            speed: 1,
            seed: None,
            events: u32::MAX,
            every: Duration::from_secs(10),
        };
        let Ok(words) = semihosting::experimental::env::args::<256>() else {
            return options;
        };
        for word in (&words).flatten() {
            let Some((name, value)) = word.split_once('=') else {
                continue;
            };
            match name {
                "port" => set(&mut options.port, value),
                "speed" => set(&mut options.speed, value),
                "seed" => options.seed = value.parse().ok(),
                "events" => set(&mut options.events, value),
                "every" => {
                    if let Ok(millis) = value.parse() {
                        options.every = Duration::from_millis(millis);
                    }
                }
                _ => {}
            }
        }
        options
    }
}

fn set<T: FromStr>(option: &mut T, value: &str) {
    if let Ok(value) = value.parse() {
        *option = value;
    }
}
