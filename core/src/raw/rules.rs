//! The rules of a destination, guard by guard.

use crate::destination::{
    BreakerRules, BudgetRules, DestinationRules, DisableRules, GateRules, HealthRules, ReplayRules,
    StormRules, Weight,
};
use crate::time::Millis;

impl DestinationRules {
    /// The rules that lie in a row; see [`raw`](crate::raw). A count that may be absent is then
    /// [`u32::MAX`]; a length can be any number, so that one says before it whether it is there.
    #[must_use]
    #[inline(never)]
    pub const fn from_row(row: &[u32; 40]) -> Self {
        Self {
            breaker: BreakerRules {
                consecutive: count(row[0]),
                rate: count(row[1]),
                minimum: row[2] as u16,
                window: Millis::new(row[3]),
                cooldown: Millis::new(row[4]),
                factor: row[5] as u8,
                max_cooldown: Millis::new(row[6]),
                spread: row[7] as u16,
                probes: row[8] as u8,
                successes_to_close: row[9] as u8,
                probe_lease: Millis::new(row[10]),
                throttled: weight(row[11]),
                permanent: weight(row[12]),
                own: weight(row[13]),
            },
            gate: GateRules {
                max: row[14] as u8,
                lease: Millis::new(row[15]),
            },
            budget: BudgetRules {
                cap: row[16],
                floor: row[17],
                deposit: row[18],
                cost: row[19],
                reserve: row[20],
                refund: row[21],
                success: row[22],
                failure: row[23],
                timeout: row[24],
            },
            storm: StormRules {
                window: Millis::new(row[25]),
                ratio: row[26] as u16,
                minimum: row[27] as u16,
                depth: row[28],
                growing: row[29],
            },
            replay: ReplayRules {
                start: row[30] as u16,
                slowest: row[31] as u16,
                fastest: row[32] as u16,
                ramp: row[33] as u16,
            },
            health: HealthRules {
                window: Millis::new(row[34]),
            },
            disable: DisableRules {
                gone: row[35] != 0,
                exhausted: count(row[36]),
                failing: if row[37] == 0 {
                    None
                } else {
                    Some(Millis::new(row[38]))
                },
                failures: row[39] as u16,
            },
        }
    }
}

const fn count(word: u32) -> Option<u16> {
    if word == u32::MAX {
        None
    } else {
        Some(word as u16)
    }
}

const fn weight(word: u32) -> Weight {
    // The mask stands for a check; 3 is no weight.
    [
        Weight::Success,
        Weight::Failure,
        Weight::Ignore,
        Weight::Ignore,
    ][word as usize & 3]
}
