//! What a microcontroller needs before it can follow a script: a heap, a way to
//! the host's files, and an eye on its memory.

mod fault;
mod heap;
mod stack;

use core::ffi::CStr;
use core::fmt;

// For the critical sections of the heap, which the linker looks for.
#[cfg(target_arch = "arm")]
use cortex_m as _;
#[cfg(target_arch = "riscv32")]
use riscv as _;
use semihosting::experimental::env;
use semihosting::fs::File;

pub use stack::depth;

/// To be called first, and once.
pub fn start() {
    stack::paint();
    heap::start();
}

/// The script, which the command line names after the program.
///
/// # Panics
///
/// When it names none, or one that cannot be opened.
#[must_use]
pub fn script() -> File {
    let args = env::args::<128>().expect("the host has a command line");
    let name = (&args)
        .nth(1)
        .expect("a script is named")
        .expect("in UTF-8");
    let mut path = [0; 128];
    path[..name.len()].copy_from_slice(name.as_bytes());
    let path = CStr::from_bytes_until_nul(&path).expect("a path below 128 bytes");
    File::open(path).expect("the script is a file of the host")
}

/// The most that was used of it.
#[must_use]
pub fn memory() -> Memory {
    Memory {
        heap: heap::peak(),
        stack: stack::used(),
    }
}

/// Bytes used, and bytes there are.
pub struct Memory {
    heap: (usize, usize),
    stack: (usize, usize),
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((heap, of_heap), (stack, of_stack)) = (self.heap, self.stack);
        write!(
            f,
            "memory: heap {heap} of {of_heap}, stack {stack} of {of_stack}"
        )
    }
}
