//! The demonstration as a program: its story, its sum and its promises.

use std::process::{Command, Output};

fn demo(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_demo"))
        .args(args)
        .output()
        .unwrap()
}

#[test]
fn every_promise_is_kept() {
    let output = demo(&["--seed", "7"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(!text.contains('\x1b'), "colours are for a terminal");

    let (story, sum) = text.split_once("Summary of ").expect("a summary");
    for told in [
        "Act 1. The server works.",
        "status 503                            try 2 in ",
        "status 429                            try 2 in ",
        "status 429, Retry-After 1             try 2 in 1s",
        " GMT  try 2 in 1s",
        "connection reset                      try 2 in ",
        "timeout                               try 2 in ",
        "connection refused                    try 2 in ",
        "dead letter after status 404: trying again cannot help",
        "dead letter after status 410: the destination asks never to be called again",
        ": all tries are used up",
        "held back: /gone asked never to be called again",
    ] {
        assert!(story.contains(told), "{told:?} is not in\n{story}");
    }
    for counted in [
        "events         44\n",
        "delivered      39\n",
        "dead letters    4   attempts 1, gone 1, permanent 2\n",
        "held back       1 ",
    ] {
        assert!(sum.contains(counted), "{counted:?} is not in\n{sum}");
    }
    assert_eq!(sum.matches("  kept    ").count(), 4, "{sum}");
}

#[test]
fn it_explains_itself() {
    let help = demo(&["--help"]);
    assert!(help.status.success());
    assert!(String::from_utf8(help.stdout).unwrap().contains("--seed N"));
    for mistake in [&["--seed"][..], &["--seed", "x"], &["--frobnicate"]] {
        assert_eq!(demo(mistake).status.code(), Some(2), "{mistake:?}");
    }
}
