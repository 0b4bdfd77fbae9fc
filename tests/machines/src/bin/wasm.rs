//! In WebAssembly: whoever runs the module hands the script over; `wasm.mjs`
//! does, in Node.js.

#![no_main]

use std::convert::Infallible;
use std::panic;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Fills memory with the next bytes of the script, and says how many.
    fn read(to: *mut u8, length: usize) -> usize;
    /// Prints a line.
    fn say(text: *const u8, length: usize);
}

/// 0, if every answer agreed.
#[unsafe(no_mangle)]
extern "C" fn follow() -> i32 {
    panic::set_hook(Box::new(|panicked| print(&panicked.to_string())));
    let next = |buffer: &mut [u8]| {
        // SAFETY: the host writes no more than the length, and says the truth.
        Ok::<_, Infallible>(unsafe { read(buffer.as_mut_ptr(), buffer.len()) })
    };
    match reknock_machines::follow(next) {
        Ok(followed) => {
            print(&followed.to_string());
            0
        }
        Err(failure) => {
            print(&failure.to_string());
            1
        }
    }
}

fn print(text: &str) {
    // SAFETY: the host only reads it, and keeps no reference.
    unsafe { say(text.as_ptr(), text.len()) }
}
