//! What the npm package weighs, beside the libraries that do part of its work.

use super::report::Figures;
use crate::shell::Line;
use crate::{Result, npm};

pub(super) fn measure(figures: &mut Figures) -> Result {
    for line in npm::lines() {
        line.1.quiet()?;
    }
    figures.read(&Line::new("node wasm/build/size.mjs").stdout()?)
}
