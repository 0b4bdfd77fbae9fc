//! Follows a script of golden vectors, whatever the machine reads it from.
//!
//! - `bin/hosted.rs`: where there is an operating system, from standard input.
//! - `bin/bare.rs`: on a microcontroller, from a file of the host.
//! - `bin/wasm.rs`: in WebAssembly, from whoever runs the module.

#![no_std]

extern crate alloc;

#[cfg(target_os = "none")]
pub mod bare;

use core::{fmt, str};

use reknock_cases::{Followed, Follower, Stop};

/// Longer than any line of a script, and small enough for 16 KB of memory.
const LONGEST: usize = 1536;

/// Follows a script to its end. `read` fills a buffer from the front and says
/// how far; 0 is the end.
///
/// # Errors
///
/// At the first answer that differs, and where the script cannot be read.
pub fn follow<E>(
    mut read: impl FnMut(&mut [u8]) -> Result<usize, E>,
) -> Result<Followed, Failure<E>> {
    let mut follower = Follower::default();
    let mut buffer = [0; LONGEST];
    let mut filled = 0;
    loop {
        let more = read(&mut buffer[filled..]).map_err(Failure::Read)?;
        if more == 0 {
            break;
        }
        filled += more;
        let mut done = 0;
        while let Some(length) = buffer[done..filled].iter().position(|&byte| byte == b'\n') {
            let line = str::from_utf8(&buffer[done..done + length]).map_err(|_| Failure::Line)?;
            follower.follow(line).map_err(Failure::Stop)?;
            done += length + 1;
        }
        buffer.copy_within(done..filled, 0);
        filled -= done;
        if filled == buffer.len() {
            return Err(Failure::Line);
        }
    }
    if filled > 0 {
        return Err(Failure::Line);
    }
    follower.finish().map_err(Failure::Stop)
}

/// Why a script was not followed to its end.
#[derive(Debug)]
pub enum Failure<E> {
    /// It could not be read.
    Read(E),
    /// A line is longer than [`LONGEST`], not UTF-8, or cut.
    Line,
    /// Core answers otherwise, or the lines make no sense.
    Stop(Stop),
}

impl<E: fmt::Debug> fmt::Display for Failure<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "the script cannot be read: {error:?}"),
            Self::Line => write!(
                f,
                "a line is not UTF-8, not ended, or of {LONGEST} bytes or more"
            ),
            Self::Stop(stop) => stop.fmt(f),
        }
    }
}
