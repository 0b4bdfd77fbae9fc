//! The firmware of `embedded-example`: what it weighs as a whole, and reknock's
//! part of it.

use super::report::Figures;
use crate::{Result, firmware};

/// Each figure, and what it is in words.
pub(super) const FIGURES: [(&str, &str); 6] = [
    ("firmware_reknock_flash", "reknock's code, wherever inlined"),
    (
        "firmware_reknock_ram",
        "reknock's state, 4 deliveries waiting",
    ),
    ("firmware_text", "all code"),
    ("firmware_flash", "all flash: code, constants, data"),
    ("firmware_ram", "all static memory"),
    ("firmware_stack", "stack, at most, in the emulator"),
];

pub(super) fn measure(figures: &mut Figures) -> Result {
    firmware::build_line().quiet()?;
    figures.read(&firmware::host_line("weigh").stdout()?)
}
