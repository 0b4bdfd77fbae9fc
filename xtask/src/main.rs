//! The tools behind `cargo demo`, `cargo verify` and `cargo xtask`.
//!
//! One file per command. A command is a function from its arguments to
//! nothing, or to a text that says what went wrong and what to do about it.

mod audit;
mod copy;
mod coverage;
mod demo;
mod differential;
mod faults;
mod features;
mod firmware;
mod fuzz;
mod json;
mod machines;
mod miri;
mod mutants;
mod npm;
mod options;
mod shell;
mod size;
mod tools;
mod vectors;
mod verify;

use std::process::ExitCode;

/// Nothing, or what went wrong and what to do about it.
type Result<T = ()> = std::result::Result<T, String>;

/// One word after `cargo xtask`.
struct Command {
    name: &'static str,
    /// One sentence for the list of commands.
    summary: &'static str,
    /// What `--help` prints below the sentence: the options and what they do.
    help: &'static str,
    run: fn(&[String]) -> Result,
}

const COMMANDS: &[Command] = &[
    demo::COMMAND,
    verify::COMMAND,
    vectors::COMMAND,
    differential::COMMAND,
    faults::COMMAND,
    fuzz::COMMAND,
    machines::COMMAND,
    mutants::COMMAND,
    miri::COMMAND,
    features::COMMAND,
    audit::COMMAND,
    npm::COMMAND,
    firmware::COMMAND,
    size::COMMAND,
    coverage::COMMAND,
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> Result {
    let Some((name, rest)) = args.split_first() else {
        print!("{}", overview());
        return Ok(());
    };
    if is_help(name) {
        print!("{}", overview());
        return Ok(());
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        let known: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
        return Err(format!(
            "there is no command {name:?}; use one of: {}",
            known.join(", ")
        ));
    };
    // What follows `--` is meant for someone else, its `--help` too.
    if rest
        .iter()
        .take_while(|word| *word != "--")
        .any(|word| is_help(word))
    {
        print!(
            "cargo xtask {}: {}\n\n{}",
            command.name, command.summary, command.help
        );
        return Ok(());
    }
    (command.run)(rest)
}

fn is_help(word: &str) -> bool {
    word == "--help" || word == "-h"
}

fn overview() -> String {
    let mut text = String::from("cargo xtask <command> [options]\n\n");
    for command in COMMANDS {
        text += &format!("  {:<13} {}\n", command.name, command.summary);
    }
    text + "\n`cargo xtask <command> --help` shows a command's options.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(String::from).collect()
    }

    #[test]
    fn an_unknown_command_is_named_beside_the_known_ones() {
        let error = dispatch(&words("sise --json")).unwrap_err();
        let known: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
        assert_eq!(
            error,
            format!(
                "there is no command \"sise\"; use one of: {}",
                known.join(", ")
            )
        );
    }

    #[test]
    fn the_overview_lists_every_command_with_its_sentence() {
        let text = overview();
        for command in COMMANDS {
            assert!(text.contains(command.name) && text.contains(command.summary));
            assert!(
                command.summary.ends_with('.'),
                "{} needs a sentence",
                command.name
            );
        }
    }

    #[test]
    fn every_command_refuses_an_option_it_does_not_know() {
        for command in COMMANDS.iter().filter(|command| command.name != "demo") {
            let error = dispatch(&words(&format!("{} --frobnicate", command.name))).unwrap_err();
            assert!(
                error.starts_with("\"--frobnicate\" is not an option"),
                "{error}"
            );
        }
    }
}
