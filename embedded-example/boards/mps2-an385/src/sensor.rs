//! A thermometer: on this board, one that makes its weather up.

use embassy_time::{Duration, Timer};
use telemetry::{Importance, Reading, Sensor, TooLong};

/// So many readings, at even distances; every fifth is too hot.
pub struct Thermometer {
    told: u32,
    all: u32,
    every: Duration,
}

impl Thermometer {
    pub fn new(all: u32, every: Duration) -> Self {
        Self {
            told: 0,
            all,
            every,
        }
    }
}

impl Sensor for Thermometer {
    async fn next(&mut self) -> Result<Reading, TooLong> {
        if self.told >= self.all {
            core::future::pending::<()>().await;
        }
        if self.told > 0 {
            Timer::after(self.every).await;
        }
        self.told += 1;
        let hot = self.told.is_multiple_of(5);
        let tenths = 195 + self.told * 7 % 30 + if hot { 400 } else { 0 };
        let importance = if hot {
            Importance::Alarm
        } else {
            Importance::Routine
        };
        let (whole, tenth) = (tenths / 10, tenths % 10);
        Reading::new(importance, format_args!(r#"{{"celsius":{whole}.{tenth}}}"#))
    }
}
