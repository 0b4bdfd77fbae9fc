//! The parts that need no board, on the host.

extern crate std;

mod board;
mod head;
mod logger;
mod outbox;
mod record;
mod store;
