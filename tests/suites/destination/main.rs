//! The guards of a destination, each held against a model of the same rules
//! that is slow, obvious and remembers everything.

mod breaker_model;
mod budget_bugs;
mod budget_model;
mod bugs;
mod clock;
mod destination_model;
mod destination_workers;
mod gate_model;
mod health_model;
mod isolation;
mod page;
mod replay_model;
mod sender_bugs;
mod storm_model;
mod surface;
mod throughput;
mod waits;
