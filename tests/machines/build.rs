//! Where a microcontroller keeps its program and its data: one file of
//! `layout/` for each target.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo:rerun-if-changed=layout");
    println!("cargo:rerun-if-changed=build.rs");
    let target = env::var("TARGET").expect("cargo sets TARGET");
    let board = match target.as_str() {
        "thumbv6m-none-eabi" => "nrf51822",
        "thumbv7m-none-eabi" => "mps2-an385",
        "riscv32imc-unknown-none-elf" => "virt",
        _ => return,
    };
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let layout = format!("layout/{board}.x");
    fs::copy(&layout, Path::new(&out).join("memory.x")).expect(&layout);
    println!("cargo:rustc-link-search={out}");
    if board == "virt" {
        println!("cargo:rustc-link-arg-bins=-Tmemory.x");
    }
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
}
