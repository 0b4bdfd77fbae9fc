//! Hands the linker its script, wherever the build is started from.

fn main() {
    println!("cargo:rerun-if-changed=link.x");
    println!(
        "cargo:rustc-link-arg-bins=-T{}/link.x",
        env!("CARGO_MANIFEST_DIR")
    );
}
