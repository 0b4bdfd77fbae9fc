//! Which scripts the linker takes; where memory is, `embassy-stm32` says.

fn main() {
    for argument in ["--nmagic", "-Tlink.x", "-Tdefmt.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}
