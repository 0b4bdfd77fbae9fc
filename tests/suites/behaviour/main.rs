//! The tables: what is refused, what the presets do, what a status means, how
//! lengths are written, and a delivery's own clock.

mod classes;
mod delivery;
mod edges;
mod forms;
mod headers;
mod lengths;
mod outages;
mod presets;
mod reasons;
mod refusals;
mod refusals_json;
mod runner;
mod words;
