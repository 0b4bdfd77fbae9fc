//! The smallest programs that take one decision, linked for both Cortex-M
//! targets and weighed.

use std::fs;

use super::elf::Elf;
use super::proof;
use super::report::Figures;
use crate::Result;
use crate::shell::{self, Line};

/// Each target, and what its figures are called.
pub(super) const TARGETS: [(&str, &str); 2] = [
    ("thumbv7em-none-eabihf", "thumbv7em"),
    ("thumbv6m-none-eabi", "thumbv6m"),
];

/// Each program, and what its figures end in.
pub(super) const PROGRAMS: [(&str, &str); 5] = [
    ("preset", ""),
    ("any_policy", "_any_policy"),
    ("any_policy_http", "_any_policy_http"),
    ("breaker", "_breaker"),
    ("destination", "_destination"),
];

/// Below the root's target folder: what is built there is shared.
pub(super) const BUILD: &str = "--manifest-path tests/flash/Cargo.toml --target-dir target/flash";

pub(super) fn measure(figures: &mut Figures) -> Result {
    for (target, short) in TARGETS {
        let build =
            format!("cargo build --locked {BUILD} --profile flash --bins --target {target}");
        Line::new(&build).quiet()?;
        for (program, ending) in PROGRAMS {
            let path = format!("target/flash/{target}/flash/{program}");
            let bytes = fs::read(shell::root().join(&path));
            let bytes = bytes.map_err(|error| format!("{path}: {error}"))?;
            let (text, rodata) = weigh(&bytes).map_err(|error| format!("{path}: {error}"))?;
            figures.add(format!("{short}_text{ending}"), text);
            figures.add(format!("{short}_rodata{ending}"), rodata);
        }
    }
    Ok(())
}

/// The bytes of code and of constants, once it is clear what they are free of.
fn weigh(bytes: &[u8]) -> Result<(u64, u64)> {
    let elf = Elf::parse(bytes)?;
    proof::nothing_forbidden(&elf)?;
    let size = |name| {
        elf.section(name)
            .map_or(0, |section| u64::from(section.size))
    };
    Ok((size(".text"), size(".rodata")))
}
