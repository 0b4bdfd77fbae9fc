//! Rules in the making, and why they are refused.

use core::fmt;

/// Rules in the making: a guard's defaults, and setters that each replace one
/// of them. Nothing is checked before `build`, so that the order does not
/// matter; the [`policy!`](crate::policy) macro does it at compile time.
///
/// ```
/// use reknock::destination::BreakerRules;
/// use reknock::Millis;
///
/// let rules = BreakerRules::draft()
///     .consecutive(3)
///     .cooldown(Millis::from_mins(1))
///     .max_cooldown(Millis::from_mins(10))
///     .build()?;
/// # Ok::<(), reknock::destination::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "rules are made by `build`"]
pub struct Draft<R> {
    pub(crate) rules: R,
}

/// Why rules are refused: the field, as JSON names it, and the fix.
///
/// ```
/// use reknock::destination::BreakerRules;
///
/// let error = BreakerRules::draft().factor(0).build().unwrap_err();
/// assert_eq!(error.to_string(), "factor: must be 1 to 100");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RulesError {
    /// `field: fix`; kept as one text so that a constant's compile error is whole.
    text: &'static str,
}

impl RulesError {
    /// The field, as a path in the JSON form of these rules.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// let error = BreakerRules::draft().factor(0).build().unwrap_err();
    /// assert_eq!(error.field(), "factor");
    /// ```
    #[must_use]
    pub fn field(&self) -> &'static str {
        self.text
            .split_once(": ")
            .map_or(self.text, |(field, _)| field)
    }

    /// What would be right.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// let error = BreakerRules::draft().factor(0).build().unwrap_err();
    /// assert_eq!(error.fix(), "must be 1 to 100");
    /// ```
    #[must_use]
    pub fn fix(&self) -> &'static str {
        self.text.split_once(": ").map_or("", |(_, fix)| fix)
    }

    /// Both, as `field: fix`.
    ///
    /// ```
    /// # use reknock::destination::BreakerRules;
    /// let error = BreakerRules::draft().factor(0).build().unwrap_err();
    /// assert_eq!(error.text(), "factor: must be 1 to 100");
    /// ```
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl core::error::Error for RulesError {}

/// A refusal, if a rule is broken: `refuse_if(broken, "field: fix")`.
pub(crate) const fn refuse_if(broken: bool, text: &'static str) -> Result<(), RulesError> {
    if broken {
        Err(RulesError { text })
    } else {
        Ok(())
    }
}

/// The first of these rules that is broken: `(broken, "field: fix")`.
pub(crate) const fn first_broken(checks: &[(bool, &'static str)]) -> Result<(), RulesError> {
    let mut rest = checks;
    while let [(broken, text), tail @ ..] = rest {
        if *broken {
            return Err(RulesError { text });
        }
        rest = tail;
    }
    Ok(())
}
