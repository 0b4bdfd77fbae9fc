//! Where there is an operating system: the script comes by standard input.

use std::io::{self, Read as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut input = io::stdin().lock();
    match reknock_machines::follow(|buffer| input.read(buffer)) {
        Ok(followed) => {
            println!("{followed}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            println!("{failure}");
            ExitCode::FAILURE
        }
    }
}
