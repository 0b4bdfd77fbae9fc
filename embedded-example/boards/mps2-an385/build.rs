//! Where the linker finds the board's memory, and which scripts it takes.

use std::{env, fs, path::PathBuf};

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    for script in ["memory.x", "device.x"] {
        println!("cargo::rerun-if-changed={script}");
        fs::copy(script, out.join(script)).unwrap();
    }
    println!("cargo::rustc-link-search={}", out.display());
    for argument in ["--nmagic", "-Tlink.x", "-Tdefmt.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}
