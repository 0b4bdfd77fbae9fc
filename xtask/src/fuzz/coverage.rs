//! How many lines of core the corpus of each target reaches.

use std::fs;
use std::path::PathBuf;

use crate::coverage::Coverage;
use crate::shell::{self, Line};
use crate::tools::{self, Tool};
use crate::{Result, json};

/// cargo-llvm-cov tells of its own workspace only, and core is none of this one.
const TOOLS: &[Tool] = &[Tool::LlvmTools];

/// Below the root: what is built, and what a replay leaves behind.
const FOLDER: &str = "target/fuzz-coverage";

/// Replays each corpus alone, then all of them, and counts lines of core. Those that
/// none reaches are named: each is a seed that is missing, or reads nothing of strangers.
pub(super) fn run(targets: &[String]) -> Result {
    tools::ensure(TOOLS)?;
    let replay = build()?;
    println!("| target | lines of core reached |\n|---|---|");
    for target in targets {
        let reached = reached(&replay, &format!("{target}::corpus"))?;
        println!("| `{target}` | {reached} |");
    }
    let all = reached(&replay, "::corpus")?;
    println!("| all | {all} |\n");
    for line in all.missed() {
        println!("not reached  {line}");
    }
    Ok(())
}

/// Builds the tests that replay, and tells where their program is.
fn build() -> Result<String> {
    let line = "cargo test --manifest-path fuzz/Cargo.toml --test replay --no-run \
                --message-format json --target-dir";
    let messages = Line::new(line)
        .arg(FOLDER)
        .env("RUSTFLAGS", "-Cinstrument-coverage")
        // Else what is built leaves a profile too.
        .env("LLVM_PROFILE_FILE", "/dev/null")
        .stdout()?;
    let program = messages.lines().find_map(test_program);
    program.ok_or_else(|| "cargo does not say where it built the tests".to_owned())
}

/// The program of a message about the tests. Not by its name alone, since one of the targets
/// is called `replay` too, and either may be told first.
fn test_program(message: &str) -> Option<String> {
    let message = json::Value::parse(message)?;
    let json::Value::List(kinds) = message.get("target")?.get("kind")? else {
        return None;
    };
    let is_test = |kind: &json::Value| matches!(kind, json::Value::Text(kind) if kind == "test");
    match message.get("executable")? {
        json::Value::Text(path) if kinds.iter().any(is_test) => Some(path.clone()),
        _ => None,
    }
}

/// What the tests of these names reach.
fn reached(replay: &str, tests: &str) -> Result<Coverage> {
    let raw = format!("{FOLDER}/replay.profraw");
    let merged = format!("{FOLDER}/replay.profdata");
    let report = format!("{FOLDER}/replay.lcov");
    Line::new(replay)
        .arg(tests)
        .env(
            "LLVM_PROFILE_FILE",
            &*shell::root().join(&raw).to_string_lossy(),
        )
        .quiet()?;
    let profdata = llvm("llvm-profdata")?;
    Line::new(&format!("{profdata} merge -sparse {raw} -o {merged}")).quiet()?;
    let export = llvm("llvm-cov")?;
    let profile = format!("-instr-profile={merged}");
    Line::new(&format!("{export} export {replay} {profile} -format=lcov"))
        .output(&report)
        .quiet()?;
    let text = fs::read_to_string(shell::root().join(&report));
    Coverage::of_core(&text.map_err(|error| format!("{report}: {error}"))?)
}

/// A program of the component `llvm-tools`, which is on no path.
fn llvm(name: &str) -> Result<String> {
    let rustc = Line::new("rustc --print target-libdir").stdout()?;
    let libraries = PathBuf::from(rustc.trim());
    let folder = libraries.parent().ok_or("rustc names no target-libdir")?;
    Ok(folder.join("bin").join(name).to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_are_told_from_the_target_of_the_same_name() {
        let message = |kind: &str| {
            format!(
                r#"{{"target":{{"kind":["{kind}"],"name":"replay"}},"executable":"a/replay-{kind}"}}"#
            )
        };
        assert_eq!(test_program(&message("bin")), None);
        assert_eq!(
            test_program(&message("test")).as_deref(),
            Some("a/replay-test")
        );
        assert_eq!(test_program("Compiling"), None);
    }
}
