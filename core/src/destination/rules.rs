//! Rules in the making, and why they are refused.

use core::fmt;

/// Why rules are refused: the field, as JSON names it, and the fix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RulesError {
    /// `field: fix`; kept as one text so that a constant's compile error is whole.
    text: &'static str,
}

impl RulesError {
    /// The field, as a path in the guard's JSON form.
    #[must_use]
    pub fn field(&self) -> &'static str {
        self.text
            .split_once(": ")
            .map_or(self.text, |(field, _)| field)
    }

    /// What would be right.
    #[must_use]
    pub fn fix(&self) -> &'static str {
        self.text.split_once(": ").map_or("", |(_, fix)| fix)
    }

    /// Both, as `field: fix`.
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

/// Rules in the making. Begins with a guard's defaults, and every setter
/// replaces one of them; nothing is checked before `build`.
#[derive(Clone, Copy, Debug)]
#[must_use = "rules are made by `build`"]
pub struct Draft<R> {
    pub(crate) rules: R,
}

/// A refusal, if a rule is broken: `refuse_if(broken, "field: fix")`.
pub(crate) const fn refuse_if(broken: bool, text: &'static str) -> Result<(), RulesError> {
    if broken {
        Err(RulesError { text })
    } else {
        Ok(())
    }
}
