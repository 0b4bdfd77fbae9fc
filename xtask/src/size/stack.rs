//! The stack that each call takes, on emulated microcontrollers.

use super::report::Figures;
use crate::{Result, machines};

/// Each machine, and what its figures are called.
pub(super) const ON: [(&str, &str); 2] = [("cortex-m3", "thumbv7m"), ("cortex-m0", "thumbv6m")];

/// Each call, and what it is in words.
pub(super) const CALLS: [(&str, &str); 7] = [
    ("decide", "decide"),
    ("headers", "with_headers: a date, and RateLimit"),
    ("store_delivery", "a delivery to bytes and back"),
    ("admit", "admit"),
    ("report", "report"),
    ("status", "status"),
    ("store_destination", "a destination to bytes and back"),
];

pub(super) fn measure(figures: &mut Figures) -> Result {
    for (machine, short) in ON {
        let text = machines::ask(machine, "stack")?;
        for (call, _) in CALLS {
            let bytes = read(&text, call)
                .ok_or_else(|| format!("{machine} did not say what {call} takes:\n{text}"))?;
            figures.add(format!("{short}_stack_{call}"), bytes);
        }
    }
    Ok(())
}

fn read(text: &str, call: &str) -> Option<u64> {
    let start = format!("stack: {call} ");
    let number = text.lines().find_map(|line| line.strip_prefix(&start))?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_found_by_its_whole_name() {
        let text = "stack: admitted 1\nstack: admit 756\n";
        assert_eq!(read(text, "admit"), Some(756));
        assert_eq!(read(text, "decide"), None);
    }
}
