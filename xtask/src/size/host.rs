//! What is measured on this machine: sizes of values, and the instructions of
//! one decision as callgrind counts them.

use super::firmware::BUILD;
use super::report::Figures;
use crate::Result;
use crate::shell::Line;

/// Enough that starting the program does not show in one decision's share.
const ROUNDS: u64 = 100_000;

pub(super) fn measure(figures: &mut Figures) -> Result {
    Line::new(&format!(
        "cargo build --locked {BUILD} --release -p reknock-measure"
    ))
    .quiet()?;
    let sizes = Line::new("target/flash/release/sizes").stdout()?;
    figures.read(&sizes)?;
    let loop_alone = instructions("nothing")?;
    for kind in ["preset", "any_policy"] {
        let all = instructions(kind)?;
        let net = all.saturating_sub(loop_alone);
        // To the nearest whole instruction; the loop's share is not whole.
        figures.add(format!("decide_ir_{kind}"), (net + ROUNDS / 2) / ROUNDS);
    }
    Ok(())
}

/// All instructions of a program that takes [`ROUNDS`] decisions.
fn instructions(kind: &str) -> Result<u64> {
    let line = format!(
        "valgrind --tool=callgrind --callgrind-out-file=/dev/null \
         target/flash/release/decide_{kind} {ROUNDS}"
    );
    let text = Line::new(&line).quiet()?;
    collected(&text).ok_or_else(|| format!("`{line}` did not say what it collected:\n{text}"))
}

fn collected(text: &str) -> Option<u64> {
    text.lines()
        .find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_found_in_what_callgrind_says() {
        let text = "==7== Events    : Ir\n==7== Collected : 1234567\n==7==\n";
        assert_eq!(collected(text), Some(1_234_567));
        assert_eq!(collected("==7== nothing"), None);
    }
}
