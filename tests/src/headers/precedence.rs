//! Which field is believed when several speak.

use super::Case;
use super::spell::{Form, Stamp, THEN};

/// Every mix of what each field may say.
pub(super) fn cases() -> Vec<Case> {
    let unix = (THEN.millis() / 1_000 + 40).to_string();
    let later = Stamp { second: 47, ..THEN }.spelt(Form::ImfFixdate);
    let earlier = Stamp { second: 27, ..THEN }.spelt(Form::ImfFixdate);
    let mut cases = Vec::new();
    for retry_after in [
        None,
        Some("10"),
        Some("0"),
        Some(&later[..]),
        Some(&earlier),
        Some("soon"),
    ] {
        for rate_limit in [
            None,
            Some("a;r=0;t=20"),
            Some("a;r=0;t=0"),
            Some("a;r=0;t=20,"),
        ] {
            for rate_limit_reset in [None, Some("30"), Some("-30")] {
                for x_rate_limit_reset in [None, Some("40"), Some(&unix[..]), Some("0")] {
                    let owned = |value: Option<&str>| value.map(str::to_owned);
                    let case = Case {
                        retry_after: owned(retry_after),
                        rate_limit: owned(rate_limit),
                        rate_limit_reset: owned(rate_limit_reset),
                        x_rate_limit_reset: owned(x_rate_limit_reset),
                        ..Case::default()
                    };
                    cases.push(match cases.len() % 3 {
                        0 => case,
                        1 => case.wall(THEN.millis()),
                        _ => case.date(THEN.spelt(Form::Asctime)),
                    });
                }
            }
        }
    }
    cases
}
