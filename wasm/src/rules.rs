//! The rules of a destination from the numbers that JavaScript read, checked by core.

use reknock::Millis;
use reknock::destination::{
    BreakerRules, BudgetRules, DestinationRules, DisableRules, GateRules, HealthRules, ReplayRules,
    RulesError, StormRules, Weight,
};

/// `null`, where a rule may be that.
const NULL: u32 = u32::MAX;

/// The rules that lie on the desk, in the order of `js/src/destination/rules.ts`; or which guard's
/// are wrong, and why.
pub(crate) fn read(words: &[u32]) -> Result<DestinationRules, (u32, RulesError)> {
    let mut words = Words(words);
    Ok(DestinationRules {
        breaker: breaker(&mut words).map_err(|error| (0, error))?,
        gate: gate(&mut words).map_err(|error| (1, error))?,
        budget: budget(&mut words).map_err(|error| (2, error))?,
        storm: storm(&mut words).map_err(|error| (3, error))?,
        replay: replay(&mut words).map_err(|error| (4, error))?,
        health: health(&mut words).map_err(|error| (5, error))?,
        disable: disable(&mut words).map_err(|error| (6, error))?,
    })
}

/// Words, one after the other; JavaScript has looked at their ranges.
struct Words<'a>(&'a [u32]);

impl Words<'_> {
    fn next(&mut self) -> u32 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    fn length(&mut self) -> Millis {
        Millis::new(self.next())
    }

    fn weight(&mut self) -> Weight {
        match self.next() {
            0 => Weight::Success,
            1 => Weight::Failure,
            _ => Weight::Ignore,
        }
    }
}

#[inline(never)]
fn breaker(from: &mut Words<'_>) -> Result<BreakerRules, RulesError> {
    let mut draft = BreakerRules::draft();
    draft = match from.next() {
        NULL => draft.no_consecutive(),
        failures => draft.consecutive(failures as u16),
    };
    draft = match from.next() {
        NULL => draft.no_rate(),
        per_mille => draft.rate(per_mille as u16),
    };
    draft
        .minimum(from.next() as u16)
        .window(from.length())
        .cooldown(from.length())
        .factor(from.next() as u8)
        .max_cooldown(from.length())
        .spread(from.next() as u16)
        .probes(from.next() as u8)
        .successes_to_close(from.next() as u8)
        .probe_lease(from.length())
        .throttled(from.weight())
        .permanent(from.weight())
        .own(from.weight())
        .build()
}

#[inline(never)]
fn gate(from: &mut Words<'_>) -> Result<GateRules, RulesError> {
    let draft = GateRules::draft().max(from.next() as u8);
    draft.lease(from.length()).build()
}

#[inline(never)]
fn budget(from: &mut Words<'_>) -> Result<BudgetRules, RulesError> {
    BudgetRules::draft()
        .cap(from.next())
        .floor(from.next())
        .deposit(from.next())
        .cost(from.next())
        .reserve(from.next())
        .refund(from.next())
        .success(from.next())
        .failure(from.next())
        .timeout(from.next())
        .build()
}

#[inline(never)]
fn storm(from: &mut Words<'_>) -> Result<StormRules, RulesError> {
    StormRules::draft()
        .window(from.length())
        .ratio(from.next() as u16)
        .minimum(from.next() as u16)
        .depth(from.next())
        .growing(from.next())
        .build()
}

#[inline(never)]
fn replay(from: &mut Words<'_>) -> Result<ReplayRules, RulesError> {
    ReplayRules::draft()
        .start(from.next() as u16)
        .slowest(from.next() as u16)
        .fastest(from.next() as u16)
        .ramp(from.next() as u16)
        .build()
}

#[inline(never)]
fn health(from: &mut Words<'_>) -> Result<HealthRules, RulesError> {
    HealthRules::draft().window(from.length()).build()
}

#[inline(never)]
fn disable(from: &mut Words<'_>) -> Result<DisableRules, RulesError> {
    let mut draft = DisableRules::draft().gone(from.next() != 0);
    draft = match from.next() {
        NULL => draft.no_exhausted(),
        deliveries => draft.exhausted(deliveries as u16),
    };
    // A length may be any number: whether there is one stands in front.
    let (has_failing, failing) = (from.next(), from.length());
    draft = if has_failing == 0 {
        draft.no_failing()
    } else {
        draft.failing(failing)
    };
    draft.failures(from.next() as u16).build()
}
