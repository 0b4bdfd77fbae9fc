//! The machines: what each is built for, and what runs it.

use crate::shell::Line;
use crate::tools::{self, Tool};
use crate::{Result, machines::script};

/// One kind of machine.
pub(super) struct Machine {
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    /// None is this computer's.
    target: Option<&'static str>,
    /// Of `tests/machines/src/bin`: the one that follows a script.
    pub(super) program: &'static str,
    /// What cargo has to know beyond the target.
    env: &'static [(&'static str, &'static str)],
    /// Runs `{program}` on `{script}`; where that stands nowhere, it is the input.
    run: &'static str,
    tools: &'static [Tool],
}

/// Static: it needs none of the machine's own libraries at run time.
const STATIC: &str = "-C target-feature=+crt-static";

/// Only an x86 runs the programs of a smaller one.
struct SmallX86 {
    what: &'static str,
    run: &'static str,
    tools: &'static [Tool],
}

const I686: SmallX86 = if cfg!(any(target_arch = "x86", target_arch = "x86_64")) {
    SmallX86 {
        what: "32-bit x86, run natively",
        run: "{program}",
        tools: &[tools::GCC_I686, tools::LIBC_I686],
    }
} else {
    SmallX86 {
        what: "32-bit x86, in qemu-i386",
        run: "qemu-i386 {program}",
        tools: &[tools::GCC_I686, tools::LIBC_I686, tools::QEMU_I386],
    }
};

/// The first is this computer, which the others are compared with.
pub(super) const MACHINES: [Machine; 7] = [
    Machine {
        name: "host",
        what: "this computer",
        target: None,
        program: "hosted",
        env: &[],
        run: "{program}",
        tools: &[],
    },
    Machine {
        name: "i686",
        what: I686.what,
        target: Some("i686-unknown-linux-gnu"),
        program: "hosted",
        env: &[
            (
                "CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER",
                "i686-linux-gnu-gcc",
            ),
            ("CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_RUSTFLAGS", STATIC),
        ],
        run: I686.run,
        tools: I686.tools,
    },
    Machine {
        name: "s390x",
        what: "64-bit big-endian, in qemu-s390x",
        target: Some("s390x-unknown-linux-gnu"),
        program: "hosted",
        env: &[
            (
                "CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER",
                "s390x-linux-gnu-gcc",
            ),
            ("CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUSTFLAGS", STATIC),
        ],
        run: "qemu-s390x {program}",
        tools: &[tools::GCC_S390X, tools::LIBC_S390X, tools::QEMU_S390X],
    },
    Machine {
        name: "wasm32",
        what: "WebAssembly, in Node.js",
        target: Some("wasm32-unknown-unknown"),
        program: "wasm",
        env: &[],
        run: "node tests/machines/wasm.mjs {program}.wasm {script}",
        tools: &[Tool::Node],
    },
    Machine {
        name: "cortex-m3",
        what: "Arm MPS2 AN385, in QEMU",
        target: Some("thumbv7m-none-eabi"),
        program: "bare",
        env: &[],
        run: "qemu-system-arm -M mps2-an385 -display none -monitor none -serial none \
              -semihosting-config enable=on,target=native,arg=bare,arg={script} -kernel {program}",
        tools: &[tools::QEMU_ARM],
    },
    Machine {
        name: "cortex-m0",
        what: "nRF51822 (micro:bit) with 32 KB, in QEMU",
        target: Some("thumbv6m-none-eabi"),
        program: "bare",
        env: &[],
        run: "qemu-system-arm -M microbit -global nrf51-soc.sram-size=32768 \
              -display none -monitor none -serial none \
              -semihosting-config enable=on,target=native,arg=bare,arg={script} -kernel {program}",
        tools: &[tools::QEMU_ARM],
    },
    Machine {
        name: "riscv32",
        what: "RV32IMC (virt), in QEMU",
        target: Some("riscv32imc-unknown-none-elf"),
        program: "bare",
        env: &[],
        run: "qemu-system-riscv32 -M virt -bios none -display none -monitor none -serial none \
              -semihosting-config enable=on,target=native,arg=bare,arg={script} -kernel {program}",
        tools: &[tools::QEMU_RISCV32],
    },
];

/// This computer and those that were named; all of them, if none was.
pub(super) fn chosen(names: &[String]) -> Result<Vec<&'static Machine>> {
    let (host, others) = (&MACHINES[0], &MACHINES[1..]);
    let known = |name: &String| MACHINES.iter().any(|machine| machine.name == name);
    if let Some(name) = names.iter().find(|name| !known(name)) {
        let known: Vec<&str> = MACHINES.iter().map(|machine| machine.name).collect();
        return Err(format!(
            "there is no machine {name:?}; use any of: {}",
            known.join(", ")
        ));
    }
    let wanted = |machine: &&Machine| {
        names.is_empty() || names.iter().any(|name| name.as_str() == machine.name)
    };
    let mut machines = vec![host];
    machines.extend(others.iter().filter(wanted));
    Ok(machines)
}

impl Machine {
    /// The tools, and the target's standard library.
    pub(super) fn needed(&self) -> Vec<Tool> {
        let target = self.target.map(Tool::Target);
        target
            .into_iter()
            .chain(self.tools.iter().copied())
            .collect()
    }

    pub(super) fn build(&self, program: &str) -> Result<Line> {
        let line = format!(
            "cargo build --release --locked --manifest-path tests/machines/Cargo.toml \
             --target-dir {BUILT} --bin {program} --target {}",
            self.triple()?
        );
        let line = self
            .env
            .iter()
            .fold(Line::new(&line), |line, (name, value)| {
                line.env(*name, *value)
            });
        Ok(line)
    }

    /// A machine that hangs is a machine that failed.
    pub(super) fn run(&self, program: &str, script: &str) -> Result<Line> {
        let program = format!("{BUILT}/{}/release/{program}", self.triple()?);
        let script = format!("{}/{script}", script::FOLDER);
        let words = self
            .run
            .replace("{program}", &program)
            .replace("{script}", &script);
        let line = Line::new(&format!("timeout 900 {words}"));
        Ok(if self.run.contains("{script}") {
            line
        } else {
            line.input(script)
        })
    }

    fn triple(&self) -> Result<String> {
        self.target
            .map_or_else(tools::host, |target| Ok(target.to_owned()))
    }
}

/// Below the root's target folder, as everything that is built.
const BUILT: &str = "target/machines/build";

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &str) -> Vec<String> {
        words.split_whitespace().map(String::from).collect()
    }

    #[test]
    fn the_host_comes_first_and_a_machine_that_is_not_there_is_named() {
        let chosen_names = |words| -> Vec<&str> {
            let machines = chosen(&names(words)).unwrap();
            machines.iter().map(|machine| machine.name).collect()
        };
        assert_eq!(chosen_names("").len(), MACHINES.len());
        assert_eq!(chosen_names("riscv32 s390x"), ["host", "s390x", "riscv32"]);
        assert_eq!(chosen_names("host"), ["host"]);
        let error = chosen(&names("vax")).err().unwrap();
        assert!(error.starts_with("there is no machine \"vax\""), "{error}");
    }

    #[test]
    fn the_script_is_an_argument_or_the_input() {
        let [_, _, s390x, wasm, ..] = &MACHINES;
        assert_eq!(
            s390x.run(s390x.program, "x.txt").unwrap().to_string(),
            "timeout 900 qemu-s390x target/machines/build/s390x-unknown-linux-gnu/release/hosted \
             < target/machines/x.txt"
        );
        assert_eq!(
            wasm.run(wasm.program, "x.txt").unwrap().to_string(),
            "timeout 900 node tests/machines/wasm.mjs \
             target/machines/build/wasm32-unknown-unknown/release/wasm.wasm \
             target/machines/x.txt"
        );
    }
}
