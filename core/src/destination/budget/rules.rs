//! The settings of a budget, and those of known systems.

use crate::destination::rules::{Draft, RulesError, first_broken};

/// The settings of a [`Budget`](crate::destination::Budget), in thousandths of
/// a token.
///
/// The default lets retries be 20 % of first attempts plus one a second, with a
/// burst of 100; a retry that arrives gives its token back, so that a backlog
/// drains at the gate's pace once the destination is well.
///
/// ```
/// use reknock::destination::BudgetRules;
/// use reknock::policy;
///
/// // Checked when it is compiled.
/// const TIGHT: BudgetRules = policy!(BudgetRules::draft().cap(20_000).deposit(100));
/// assert_ne!(TIGHT, BudgetRules::DEFAULT);
///
/// let error = BudgetRules::draft().cap(500).build().unwrap_err();
/// assert_eq!(error.to_string(), "reserve: must leave room for the cost of one retry under the cap");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BudgetRules {
    pub(crate) cap: u32,
    pub(crate) floor: u32,
    pub(crate) deposit: u32,
    pub(crate) cost: u32,
    pub(crate) reserve: u32,
    pub(crate) refund: u32,
    pub(crate) success: u32,
    pub(crate) failure: u32,
    pub(crate) timeout: u32,
}

impl BudgetRules {
    /// Rules in the making, which begin with the defaults.
    ///
    /// ```
    /// use reknock::destination::BudgetRules;
    ///
    /// assert_eq!(BudgetRules::draft().build(), Ok(BudgetRules::DEFAULT));
    /// ```
    pub const fn draft() -> Draft<Self> {
        Draft {
            rules: Self::DEFAULT,
        }
    }

    /// 20 % of first attempts, one retry a second, a burst of 100. reknock's own.
    ///
    /// ```
    /// use reknock::destination::BudgetRules;
    ///
    /// assert_eq!(BudgetRules::by_name("default"), Some(BudgetRules::DEFAULT));
    /// ```
    pub const DEFAULT: Self = Self {
        cap: 100_000,
        floor: 1_000,
        deposit: 200,
        cost: 1_000,
        reserve: 0,
        refund: 1_000,
        success: 0,
        failure: 0,
        timeout: 0,
    };

    /// The standard retry mode of the AWS SDKs, from their code: 500 tokens, 5
    /// for a retry and 10 after a timeout, given back by a retry that succeeds;
    /// 1 for a first attempt that does. Here the extra 5 are taken when the
    /// timeout is reported, there when the retry that follows is asked for; and
    /// here one token comes in every second, since a retry that is refused is
    /// not a failed call but waits.
    ///
    /// ```
    /// use reknock::destination::BudgetRules;
    ///
    /// assert_eq!(BudgetRules::by_name("aws"), Some(BudgetRules::AWS));
    /// ```
    pub const AWS: Self = Self {
        cap: 500_000,
        floor: 1_000,
        deposit: 0,
        cost: 5_000,
        reserve: 0,
        refund: 5_000,
        success: 1_000,
        failure: 0,
        timeout: 5_000,
    };

    /// The example of gRPC's retry throttling (gRFC A6): 10 tokens, a failure
    /// takes 1, a success brings 0.1, no retries at half or below. Which codes
    /// are failures, and what a pushback does, are matters of classes and hints
    /// here; and a tenth of a token comes in every second, since a retry that is
    /// refused is not a failed call but waits.
    ///
    /// ```
    /// use reknock::destination::BudgetRules;
    ///
    /// assert_eq!(BudgetRules::by_name("grpc"), Some(BudgetRules::GRPC));
    /// ```
    pub const GRPC: Self = Self {
        cap: 10_000,
        floor: 100,
        deposit: 0,
        cost: 0,
        reserve: 5_000,
        refund: 100,
        success: 100,
        failure: 1_000,
        timeout: 0,
    };

    /// Finagle's (and tower's) defaults, from their code: 20 % of requests and
    /// at least 10 retries a second. There deposits expire after 10 seconds;
    /// here they stay, but cannot pile up past 10 seconds of the floor.
    ///
    /// ```
    /// use reknock::destination::BudgetRules;
    ///
    /// assert_eq!(BudgetRules::by_name("finagle"), Some(BudgetRules::FINAGLE));
    /// ```
    pub const FINAGLE: Self = Self {
        cap: 100_000,
        floor: 10_000,
        deposit: 200,
        cost: 1_000,
        reserve: 0,
        refund: 0,
        success: 0,
        failure: 0,
        timeout: 0,
    };

    /// The rules with this name in JSON.
    ///
    /// ```
    /// use reknock::destination::BudgetRules;
    ///
    /// assert_eq!(BudgetRules::by_name("finagle"), Some(BudgetRules::FINAGLE));
    /// assert_eq!(BudgetRules::by_name("endless"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "default" => Some(Self::DEFAULT),
            "aws" => Some(Self::AWS),
            "grpc" => Some(Self::GRPC),
            "finagle" => Some(Self::FINAGLE),
            _ => None,
        }
    }
}

impl Default for BudgetRules {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The largest of all rules but the cap, in thousandths.
const MOST: u32 = 1_000_000;

impl Draft<BudgetRules> {
    /// The size of the bucket, which is also how full it begins: 1 to 4,000,000.
    ///
    /// ```
    /// # use reknock::destination::BudgetRules;
    /// assert!(BudgetRules::draft().cap(2_000).build().is_ok());
    /// ```
    pub const fn cap(mut self, thousandths: u32) -> Self {
        self.rules.cap = thousandths;
        self
    }

    /// What comes in every second, whatever happens: 0 to 1,000,000. With 0,
    /// retries wait for ever once the bucket is empty and no first attempts
    /// come.
    ///
    /// ```
    /// # use reknock::destination::BudgetRules;
    /// assert!(BudgetRules::draft().floor(0).build().is_ok());
    /// ```
    pub const fn floor(mut self, thousandths: u32) -> Self {
        self.rules.floor = thousandths;
        self
    }

    /// What a first attempt brings in: 0 to 1,000,000.
    ///
    /// ```
    /// # use reknock::destination::BudgetRules;
    /// assert!(BudgetRules::draft().deposit(100).build().is_ok());
    /// ```
    pub const fn deposit(mut self, thousandths: u32) -> Self {
        self.rules.deposit = thousandths;
        self
    }

    /// What a retry takes when it is let go: 0 to 1,000,000.
    ///
    /// ```
    /// # use reknock::destination::BudgetRules;
    /// assert!(BudgetRules::draft().cost(2_000).build().is_ok());
    /// ```
    pub const fn cost(mut self, thousandths: u32) -> Self {
        self.rules.cost = thousandths;
        self
    }

    /// What must be left over when a retry is let go: below `cap`.
    ///
    /// ```
    /// # use reknock::destination::BudgetRules;
    /// assert!(BudgetRules::draft().reserve(50_000).build().is_ok());
    /// ```
    pub const fn reserve(mut self, thousandths: u32) -> Self {
        self.rules.reserve = thousandths;
        self
    }

    /// What a retry brings in that is delivered: 0 to 1,000,000.
    ///
    /// ```
    /// # use reknock::destination::BudgetRules;
    /// assert!(BudgetRules::draft().refund(0).build().is_ok());
    /// ```
    pub const fn refund(mut self, thousandths: u32) -> Self {
        self.rules.refund = thousandths;
        self
    }

    /// What a first attempt brings in that is delivered: 0 to 1,000,000.
    ///
    /// ```
    /// # use reknock::destination::BudgetRules;
    /// assert!(BudgetRules::draft().success(1_000).build().is_ok());
    /// ```
    pub const fn success(mut self, thousandths: u32) -> Self {
        self.rules.success = thousandths;
        self
    }

    /// What a failed attempt takes, of either kind: 0 to 1,000,000.
    ///
    /// ```
    /// # use reknock::destination::BudgetRules;
    /// assert!(BudgetRules::draft().failure(1_000).build().is_ok());
    /// ```
    pub const fn failure(mut self, thousandths: u32) -> Self {
        self.rules.failure = thousandths;
        self
    }

    /// What a timeout takes on top: 0 to 1,000,000.
    ///
    /// ```
    /// # use reknock::destination::BudgetRules;
    /// assert!(BudgetRules::draft().timeout(5_000).build().is_ok());
    /// ```
    pub const fn timeout(mut self, thousandths: u32) -> Self {
        self.rules.timeout = thousandths;
        self
    }

    /// The rules, if they keep to their ranges and go together.
    ///
    /// ```
    /// use reknock::destination::BudgetRules;
    ///
    /// let error = BudgetRules::draft().reserve(100_000).build().unwrap_err();
    /// assert_eq!(error.field(), "reserve");
    /// ```
    ///
    /// # Errors
    ///
    /// Names the first field that does not, and the fix.
    pub const fn build(self) -> Result<BudgetRules, RulesError> {
        let rules = self.rules;
        let checks = [
            (
                rules.cap < 1 || rules.cap > 4_000_000,
                "cap: must be 1 to 4000000 thousandths of a token",
            ),
            (rules.floor > MOST, "floor: must be 0 to 1000000"),
            (rules.deposit > MOST, "deposit: must be 0 to 1000000"),
            (rules.cost > MOST, "cost: must be 0 to 1000000"),
            (rules.refund > MOST, "refund: must be 0 to 1000000"),
            (rules.success > MOST, "success: must be 0 to 1000000"),
            (rules.failure > MOST, "failure: must be 0 to 1000000"),
            (rules.timeout > MOST, "timeout: must be 0 to 1000000"),
            (rules.reserve >= rules.cap, "reserve: must be below the cap"),
            (
                rules.cost > rules.cap.saturating_sub(rules.reserve),
                "reserve: must leave room for the cost of one retry under the cap",
            ),
        ];
        match first_broken(&checks) {
            Ok(()) => Ok(rules),
            Err(error) => Err(error),
        }
    }
}
