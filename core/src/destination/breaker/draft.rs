//! A breaker's rules in the making.

use crate::destination::breaker::{BreakerRules, Weight};
use crate::destination::rules::{Draft, RulesError, first_broken};
use crate::time::Millis;

impl Draft<BreakerRules> {
    /// So many failures in a row open it: 1 to 65535; 5 unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// assert!(BreakerRules::draft().consecutive(0).build().is_err());
    /// ```
    pub const fn consecutive(mut self, failures: u16) -> Self {
        self.rules.consecutive = Some(failures);
        self
    }

    /// Failures in a row never open it, only their rate does.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// assert!(BreakerRules::draft().no_consecutive().build().is_ok());
    /// assert!(BreakerRules::draft().no_consecutive().no_rate().build().is_err());
    /// ```
    pub const fn no_consecutive(mut self) -> Self {
        self.rules.consecutive = None;
        self
    }

    /// So many per mille of failures within the window open it: 1 to 1000; 500
    /// unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// assert!(BreakerRules::draft().rate(1_001).build().is_err());
    /// ```
    pub const fn rate(mut self, per_mille: u16) -> Self {
        self.rules.rate = Some(per_mille);
        self
    }

    /// No rate opens it, only failures in a row do.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// assert!(BreakerRules::draft().no_rate().build().is_ok());
    /// ```
    pub const fn no_rate(mut self) -> Self {
        self.rules.rate = None;
        self
    }

    /// The fewest results that make a rate: 1 to 32767; 20 unless said
    /// otherwise.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// assert!(BreakerRules::draft().minimum(0).build().is_err());
    /// ```
    pub const fn minimum(mut self, results: u16) -> Self {
        self.rules.minimum = results;
        self
    }

    /// What the rate is taken over: 1 s or more; 5 minutes unless said
    /// otherwise. It moves in fifths: 5 minutes are the running one and the four
    /// before it.
    ///
    /// ```
    /// # use reknock::{destination::BreakerRules, Millis};
    /// assert!(BreakerRules::draft().window(Millis::new(999)).build().is_err());
    /// ```
    pub const fn window(mut self, window: Millis) -> Self {
        self.rules.window = window;
        self
    }

    /// How long it stays open the first time: 30 s unless said otherwise.
    ///
    /// ```
    /// # use reknock::{destination::BreakerRules, Millis};
    /// assert!(BreakerRules::draft().cooldown(Millis::ZERO).build().is_err());
    /// ```
    pub const fn cooldown(mut self, cooldown: Millis) -> Self {
        self.rules.cooldown = cooldown;
        self
    }

    /// What the cooldown is multiplied by every time it opens again: 1 to 100;
    /// 2 unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// assert!(BreakerRules::draft().factor(0).build().is_err());
    /// ```
    pub const fn factor(mut self, factor: u8) -> Self {
        self.rules.factor = factor;
        self
    }

    /// The longest cooldown, jitter included: 5 minutes unless said otherwise.
    ///
    /// ```
    /// # use reknock::{destination::BreakerRules, Millis};
    /// let error = BreakerRules::draft().max_cooldown(Millis::new(1)).build().unwrap_err();
    /// assert_eq!(error.field(), "maxCooldown");
    /// ```
    pub const fn max_cooldown(mut self, longest: Millis) -> Self {
        self.rules.max_cooldown = longest;
        self
    }

    /// How far cooldowns, and those who are turned away, are spread: 0 to 1000
    /// per mille of the cooldown; 500 unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// assert!(BreakerRules::draft().spread(1_001).build().is_err());
    /// ```
    pub const fn spread(mut self, per_mille: u16) -> Self {
        self.rules.spread = per_mille;
        self
    }

    /// The most probes under way while half open: 1 to 4; 1 unless said
    /// otherwise.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// assert!(BreakerRules::draft().probes(4).build().is_ok());
    /// ```
    pub const fn probes(mut self, probes: u8) -> Self {
        self.rules.probes = probes;
        self
    }

    /// The successes of probes that close it: 1 to 255; 1 unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// assert!(BreakerRules::draft().successes_to_close(0).build().is_err());
    /// ```
    pub const fn successes_to_close(mut self, successes: u8) -> Self {
        self.rules.successes_to_close = successes;
        self
    }

    /// When a probe that does not report is given up: a minute unless said
    /// otherwise.
    ///
    /// ```
    /// # use reknock::{destination::BreakerRules, Millis};
    /// assert!(BreakerRules::draft().probe_lease(Millis::ZERO).build().is_err());
    /// ```
    pub const fn probe_lease(mut self, lease: Millis) -> Self {
        self.rules.probe_lease = lease;
        self
    }

    /// What it means that the destination asks for less: a failure unless said
    /// otherwise.
    ///
    /// ```
    /// # use reknock::destination::{BreakerRules, Weight};
    /// assert!(BreakerRules::draft().throttled(Weight::Ignore).build().is_ok());
    /// ```
    pub const fn throttled(mut self, weight: Weight) -> Self {
        self.rules.throttled = weight;
        self
    }

    /// What a permanent refusal of one event means: a success unless said
    /// otherwise, since the server is there and answers.
    ///
    /// ```
    /// # use reknock::destination::{BreakerRules, Weight};
    /// assert!(BreakerRules::draft().permanent(Weight::Failure).build().is_ok());
    /// ```
    pub const fn permanent(mut self, weight: Weight) -> Self {
        self.rules.permanent = weight;
        self
    }

    /// What the sender's own faults mean: nothing unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::{BreakerRules, Weight};
    /// assert!(BreakerRules::draft().own(Weight::Failure).build().is_ok());
    /// ```
    pub const fn own(mut self, weight: Weight) -> Self {
        self.rules.own = weight;
        self
    }

    /// The rules, if they keep to their ranges and go together.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// assert_eq!(BreakerRules::draft().build(), Ok(BreakerRules::DEFAULT));
    /// ```
    ///
    /// # Errors
    ///
    /// Names the first field that does not, and the fix.
    pub const fn build(self) -> Result<BreakerRules, RulesError> {
        let rules = self.rules;
        let checks = [
            (
                matches!(rules.consecutive, Some(0)),
                "consecutive: must be 1 to 65535, or none",
            ),
            (
                matches!(rules.rate, Some(0 | 1_001..)),
                "rate: must be 1 to 1000 per mille, or none",
            ),
            (
                rules.rate.is_none() && rules.consecutive.is_none(),
                "rate: must be there where consecutive is not, or nothing ever opens it",
            ),
            (
                rules.minimum < 1 || rules.minimum > 32_767,
                "minimum: must be 1 to 32767",
            ),
            (rules.window.get() < 1_000, "window: must be 1 s or more"),
            (rules.cooldown.is_zero(), "cooldown: must be above 0"),
            (
                rules.factor < 1 || rules.factor > 100,
                "factor: must be 1 to 100",
            ),
            (
                rules.max_cooldown.get() < rules.cooldown.get(),
                "maxCooldown: must not be below cooldown",
            ),
            (rules.spread > 1_000, "spread: must be 0 to 1000 per mille"),
            (
                rules.probes < 1 || rules.probes > 4,
                "probes: must be 1 to 4",
            ),
            (
                rules.successes_to_close < 1,
                "successesToClose: must be 1 to 255",
            ),
            (rules.probe_lease.is_zero(), "probeLease: must be above 0"),
        ];
        match first_broken(&checks) {
            Ok(()) => Ok(rules),
            Err(error) => Err(error),
        }
    }
}
