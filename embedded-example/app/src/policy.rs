//! How this device retries: constants, checked at compile time.

use reknock::destination::{BreakerRules, GateRules};
use reknock::{Factor, HintMode, HintRules, Jitter, Millis, Policy, policy};

/// A reading is worth ten minutes of trying: 2 s doubling to a minute, drawn
/// from the upper half, so that a fleet spreads and nobody hurries.
///
/// What the server asks for is believed up to 5 minutes. With jitter that is
/// seven and a half: well inside the window, so no `Retry-After` alone ends an
/// event.
pub const POLICY: Policy = policy!(
    Policy::exponential(Millis::from_secs(2), Factor::whole(2))
        .jitter(Jitter::Equal)
        .max_delay(Millis::from_mins(1))
        .no_attempt_limit()
        .window(Millis::from_mins(10))
        .hints(HintRules {
            longest: Millis::from_mins(5),
            mode: HintMode::Replace,
            jitter: 500,
        })
);

/// Five failures in a row, whichever events they were of, and the server is
/// left alone for 30 s; longer each time, up to 2 minutes. Then one knock tells.
pub const BREAKER: BreakerRules = policy!(
    BreakerRules::draft()
        .no_rate()
        .max_cooldown(Millis::from_mins(2))
);

/// At most so many connections to the server at a time as there are couriers. A
/// place is given up after 30 s, should someone forget it.
pub const GATE: GateRules = policy!(
    GateRules::draft()
        .max(COURIERS as u8)
        .lease(Millis::from_secs(30))
);

/// How long one try may take, from the first packet to the end of the answer's
/// head. Shorter than the leases above: who reports later is not heard.
pub const TRY_TIMEOUT: Millis = Millis::from_secs(10);

/// How many events wait at most. Each costs about 150 bytes of memory.
pub const SLOTS: usize = 4;

/// How many tries may be under way: a socket and its buffers each. The gate and
/// the boards' sockets are counted by it. Another number needs as many couriers
/// in `run` (lib.rs): the compiler says so.
pub const COURIERS: usize = 2;

/// How often the time is written to flash while something waits: what a reset
/// may cost at most, in waiting longer than was decided. A stamp takes 32 bytes,
/// so in 16 KiB of NOR flash that is a thousand erase cycles of each sector a
/// year, should something always wait; such flash lasts for 100,000.
pub const STAMP_EVERY: Millis = Millis::from_mins(1);
