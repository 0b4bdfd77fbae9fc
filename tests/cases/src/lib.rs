//! Reads a case in the form of the golden vectors and lets core answer it.
//!
//! No operating system is needed, only an allocator: a server, a browser and a
//! microcontroller run this same code, so that where their answers differ, core
//! does. Every state goes through its stored bytes on the way, as it does
//! between two knocks.
//!
//! - [`answer_line`]: one decision.
//! - [`answer_destination_line`]: a whole sequence of calls on a destination.
//! - [`Stream`]: both in pieces, for a machine that cannot hold a sequence.
//! - [`script()`] makes such pieces of a vector, and [`Follower`] holds core to them.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod case;
mod destination_case;
pub mod json;
mod outcome;
mod script;
mod stream;

pub use case::{Answer, Case, answer_line};
pub use destination_case::{answer_destination, answer_destination_line};
pub use json::Refusal;
pub use script::{Followed, Follower, Stop, script};
pub use stream::{Digest, Stream};
