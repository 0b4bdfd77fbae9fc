//! Stops knocking where nobody answers, and finds out when somebody does.

mod alone;
mod draft;
#[cfg(test)]
mod edges;
mod pass;
mod rules;
mod state;
#[cfg(test)]
mod walk;
mod weight;

pub(crate) use pass::Probe;
pub use pass::{Circuit, Pass};
pub use rules::BreakerRules;
pub(crate) use state::State;
pub use weight::Weight;

use crate::delivery::jitter::{Window, per_mille};
use crate::destination::admit::{Because, Refusal};
use crate::destination::clock::{POLL, counter};
use crate::destination::rolling::Rolling;
use crate::random::Draw;
use crate::time::{Millis, Moment};

/// The counters of the window.
const SUCCESSES: usize = 0;
const FAILURES: usize = 1;

/// Closed while the destination is well; open, for a while, when it is not;
/// then half open, for a few probes that tell which of the two comes next.
///
/// No timer is needed: everything follows from the moments of the calls, and
/// asking after a year costs what asking after a second costs.
///
/// ```
/// use reknock::destination::{Admission, Because, Breaker, BreakerRules, Circuit, Weight};
/// use reknock::{Derived, Millis, Moment};
///
/// let rules = BreakerRules::draft().consecutive(2).build()?;
/// let mut now = Moment::from_millis(0);
/// let mut breaker = Breaker::alone(now);
/// let mut draws = Derived::new(7, 42);
///
/// for _ in 0..2 {
///     let Admission::Go(pass) = breaker.admit(&rules, now, &mut draws) else { unreachable!() };
///     breaker.result(&rules, now, pass, Weight::Failure, &mut draws);
/// }
/// assert_eq!(breaker.circuit(), Circuit::Open);
///
/// let Admission::Wait { until, because } = breaker.admit(&rules, now, &mut draws) else {
///     unreachable!()
/// };
/// assert_eq!(because, Because::Open);
/// let Admission::Go(probe) = breaker.admit(&rules, until, &mut draws) else { unreachable!() };
/// assert_eq!(
///     breaker.result(&rules, until, probe, Weight::Success, &mut draws),
///     Circuit::Closed,
/// );
/// # Ok::<(), reknock::destination::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Breaker {
    pub(crate) state: State,
    /// The cooldown of the last trip before jitter; zero for none.
    pub(crate) base: Millis,
    /// Which of its lives a pass was given out in.
    pub(crate) generation: u16,
}

/// What a result did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Nothing: it came from an older generation, or was given up.
    Late,
    Counted,
    Tripped,
}

impl Effect {
    /// Whether it changed anything.
    pub(crate) const fn counted(self) -> Result<(), ()> {
        match self {
            Self::Late => Err(()),
            Self::Counted | Self::Tripped => Ok(()),
        }
    }
}

impl Breaker {
    /// Closed, with nothing counted.
    pub(crate) const NEW: Self = Self {
        state: State::CLOSED,
        base: Millis::ZERO,
        generation: 0,
    };

    pub(crate) const fn circuit(&self) -> Circuit {
        match self.state {
            State::Closed { .. } => Circuit::Closed,
            State::Open { .. } => Circuit::Open,
            State::HalfOpen { .. } => Circuit::HalfOpen,
            State::Isolated => Circuit::Isolated,
        }
    }

    /// Whether an attempt may be made; the state must be settled.
    pub(crate) fn ask(&self, rules: &BreakerRules) -> Result<(), Refusal> {
        let (because, from, cooldown) = match self.state {
            State::Closed { .. } => return Ok(()),
            State::Open { left, cooldown } => {
                if left.is_zero() {
                    return Ok(());
                }
                (Because::Open, left, cooldown)
            }
            State::HalfOpen {
                probes, cooldown, ..
            } => {
                let leased = probes.iter().fold(0u8, |leased, lease| {
                    leased.saturating_add(u8::from(!lease.is_zero()))
                });
                if leased < rules.probes {
                    return Ok(());
                }
                (Because::Probing, POLL, cooldown)
            }
            State::Isolated => return Err(Refusal::hold(Because::Isolated)),
        };
        // Those it turns away come back as widely spread as the cooldown is
        // long, not as a herd at its end.
        let spread = per_mille(cooldown.get(), rules.spread);
        let from = from.get();
        Err(Refusal::wait(because, from, from.saturating_add(spread)))
    }

    /// Gives a pass, after `ask` had nothing against it.
    pub(crate) fn take(&mut self, rules: &BreakerRules, now: Moment) -> Pass {
        if let State::Open { cooldown, .. } = self.state {
            self.state = State::HalfOpen {
                probes: [Millis::ZERO; 4],
                successes: 0,
                cooldown,
            };
            self.generation = self.generation.wrapping_add(1);
        }
        let mut probe = None;
        if let State::HalfOpen { probes, .. } = &mut self.state {
            let free = probes
                .iter_mut()
                .zip(0u8..4)
                .find(|(lease, _)| lease.is_zero());
            if let Some((lease, index)) = free {
                *lease = rules.probe_lease;
                let until = now.after(rules.probe_lease);
                probe = Some(Probe { index, until });
            }
        }
        Pass {
            generation: self.generation,
            probe,
        }
    }

    /// Takes a result in. A draw is taken only if it makes the breaker open.
    pub(crate) fn result<D: Draw + ?Sized>(
        &mut self,
        rules: &BreakerRules,
        now: Moment,
        pass: &Pass,
        weight: Weight,
        random: &mut D,
    ) -> Effect {
        if pass.generation != self.generation {
            return Effect::Late;
        }
        let (trips, closes) = match &mut self.state {
            State::Open { .. } | State::Isolated => return Effect::Late,
            State::Closed {
                window,
                consecutive,
            } => {
                if pass.probe.is_some() {
                    return Effect::Late;
                }
                (count(rules, window, consecutive, weight), false)
            }
            State::HalfOpen {
                probes, successes, ..
            } => {
                let Some(lease) = held(probes, pass, now) else {
                    return Effect::Late;
                };
                *lease = Millis::ZERO;
                if weight == Weight::Success {
                    *successes = successes.saturating_add(1);
                }
                let enough = *successes >= rules.successes_to_close;
                (
                    weight == Weight::Failure,
                    weight == Weight::Success && enough,
                )
            }
        };
        if trips {
            self.trip(rules, now, random);
            return Effect::Tripped;
        }
        if closes {
            self.close();
        }
        Effect::Counted
    }

    /// Open by hand, until `reset`.
    pub(crate) const fn isolate(&mut self) {
        self.state = State::Isolated;
        self.base = Millis::ZERO;
        self.generation = self.generation.wrapping_add(1);
    }

    /// Closed by hand, and as new.
    pub(crate) const fn reset(&mut self) {
        self.close();
        self.base = Millis::ZERO;
    }

    const fn close(&mut self) {
        self.state = State::CLOSED;
        self.generation = self.generation.wrapping_add(1);
    }

    fn trip<D: Draw + ?Sized>(&mut self, rules: &BreakerRules, now: Moment, random: &mut D) {
        let grown = self.base.get().saturating_mul(u32::from(rules.factor));
        self.base = if self.base.is_zero() {
            rules.cooldown
        } else {
            Millis::new(grown).min(rules.max_cooldown)
        };
        let spread = per_mille(self.base.get(), rules.spread);
        let window = Window::under(rules.max_cooldown, self.base.get(), 0, spread);
        let cooldown = Window {
            lo: window.lo.max(1),
            hi: window.hi,
        }
        .pick(random.draw(counter(now)));
        self.state = State::Open {
            left: cooldown,
            cooldown,
        };
        self.generation = self.generation.wrapping_add(1);
    }
}

/// A result while closed: whether it is the one too many.
fn count(
    rules: &BreakerRules,
    window: &mut Rolling<5, 2>,
    consecutive: &mut u16,
    weight: Weight,
) -> bool {
    match weight {
        Weight::Ignore => false,
        Weight::Success => {
            window.add(SUCCESSES, 1);
            *consecutive = 0;
            false
        }
        Weight::Failure => {
            window.add(FAILURES, 1);
            *consecutive = consecutive.saturating_add(1);
            let failures = window.total(FAILURES);
            let all = failures.saturating_add(window.total(SUCCESSES));
            // Five slots of 65535 and a thousand: all of it fits 32 bits.
            let failed = failures.saturating_mul(1_000);
            rules.consecutive.is_some_and(|most| most <= *consecutive)
                || rules.rate.is_some_and(|rate| {
                    all >= u32::from(rules.minimum) && failed >= all.saturating_mul(u32::from(rate))
                })
        }
    }
}

/// The lease that a probe's pass still holds.
fn held<'a>(probes: &'a mut [Millis; 4], pass: &Pass, now: Moment) -> Option<&'a mut Millis> {
    let probe = pass.probe.as_ref()?;
    if now >= probe.until {
        return None;
    }
    let lease = probes.get_mut(usize::from(probe.index))?;
    if lease.is_zero() { None } else { Some(lease) }
}
