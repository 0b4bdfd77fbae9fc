//! On a microcontroller: the script is a file of the host, read through
//! semihosting piece by piece, and named in the command line.

#![no_std]
#![no_main]

use reknock_machines::{bare, follow};
use semihosting::io::Read as _;
use semihosting::{println, process};

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    bare::start();
    let mut script = bare::script();
    match follow(|buffer| script.read(buffer)) {
        Ok(followed) => {
            println!("{followed}");
            println!("{}", bare::memory());
            process::exit(0)
        }
        Err(failure) => {
            println!("{failure}");
            process::exit(1)
        }
    }
}
