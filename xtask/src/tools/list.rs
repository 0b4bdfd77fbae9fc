//! The tools that more than one check needs, or that need a word of why.

use super::Tool;

pub(crate) const PYTHON: Tool = Tool::System {
    program: "python3",
    package: "python3",
};
pub(crate) const VALGRIND: Tool = Tool::System {
    program: "valgrind",
    package: "valgrind",
};
pub(crate) const QEMU_RISCV32: Tool = Tool::System {
    program: "qemu-system-riscv32",
    package: "qemu-system-misc",
};
pub(crate) const QEMU_S390X: Tool = Tool::System {
    program: "qemu-s390x",
    package: "qemu-user",
};
pub(crate) const QEMU_I386: Tool = Tool::System {
    program: "qemu-i386",
    package: "qemu-user",
};
/// Cross compilers, to link with: Debian's `gcc-multilib` excludes them, so that
/// even 32-bit x86 has one.
pub(crate) const GCC_I686: Tool = Tool::System {
    program: "i686-linux-gnu-gcc",
    package: "gcc-i686-linux-gnu",
};
pub(crate) const LIBC_I686: Tool = Tool::SystemFile {
    path: "/usr/i686-linux-gnu/lib/libc.a",
    package: "libc6-dev-i386-cross",
};
pub(crate) const GCC_S390X: Tool = Tool::System {
    program: "s390x-linux-gnu-gcc",
    package: "gcc-s390x-linux-gnu",
};
pub(crate) const LIBC_S390X: Tool = Tool::SystemFile {
    path: "/usr/s390x-linux-gnu/lib/libc.a",
    package: "libc6-dev-s390x-cross",
};
/// libFuzzer is C++.
pub(crate) const CXX: Tool = Tool::System {
    program: "c++",
    package: "g++",
};
/// Emulates the microcontroller that the firmware runs on.
pub(crate) const QEMU_ARM: Tool = Tool::System {
    program: "qemu-system-arm",
    package: "qemu-system-arm",
};
pub(crate) const RUSTFMT: Tool = Tool::Component {
    name: "rustfmt",
    answers: "cargo fmt --version",
};
pub(crate) const CLIPPY: Tool = Tool::Component {
    name: "clippy",
    answers: "cargo clippy --version",
};
pub(crate) const NIGHTLY: Tool = Tool::Toolchain("nightly");
pub(crate) const CARGO_FUZZ: Tool = Tool::CargoBinary {
    package: "cargo-fuzz",
    version: "0.13.2",
    answers: "cargo fuzz --version",
    locked: true,
};
pub(crate) const CARGO_LLVM_COV: Tool = Tool::CargoBinary {
    package: "cargo-llvm-cov",
    version: "0.9.1",
    answers: "cargo llvm-cov --version",
    locked: true,
};
pub(crate) const CARGO_DENY: Tool = Tool::CargoBinary {
    package: "cargo-deny",
    version: "0.20.2",
    answers: "cargo deny --version",
    locked: true,
};
pub(crate) const CARGO_MACHETE: Tool = Tool::CargoBinary {
    package: "cargo-machete",
    version: "0.9.2",
    answers: "cargo-machete --version",
    locked: true,
};
pub(crate) const CARGO_SEMVER_CHECKS: Tool = Tool::CargoBinary {
    package: "cargo-semver-checks",
    version: "0.46.0",
    answers: "cargo semver-checks --version",
    locked: true,
};
pub(crate) const TYPOS: Tool = Tool::CargoBinary {
    package: "typos-cli",
    version: "1.42.3",
    answers: "typos --version",
    locked: true,
};
pub(crate) const CARGO_MUTANTS: Tool = Tool::CargoBinary {
    package: "cargo-mutants",
    version: "27.1.0",
    answers: "cargo mutants --version",
    locked: true,
};

/// The version of the crate in `wasm/Cargo.lock`: the two read each other's data. Built with today's
/// dependencies, as that crate is.
pub(crate) const WASM_BINDGEN: Tool = Tool::CargoBinary {
    package: "wasm-bindgen-cli",
    version: "0.2.130",
    answers: "wasm-bindgen --version",
    locked: false,
};
/// The server behind `BullMQ`.
pub(crate) const REDIS: Tool = Tool::System {
    program: "redis-server",
    package: "redis-server",
};
