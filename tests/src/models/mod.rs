//! The guards of a destination a second time, each slow, obvious and with a
//! memory of everything: what core answers is added up again from the whole
//! story, in `docs/destination.md`'s words.
//!
//! Each model comes with the events of a story and `run`, which lives through
//! one with core and model side by side and panics where they part. Property
//! tests and fuzz targets make up the stories.
//!
//! ```
//! use reknock_tests::models::gate::{Event, run};
//!
//! // One place for two minutes: taken, refused, given back, taken.
//! let story = [(0, Event::Admit, 7), (10, Event::Admit, 7), (20, Event::Release(0), 7)];
//! run(1_700_000_000_000, (1, 120_000), &story);
//! ```

pub mod breaker;
pub mod budget;
mod clock;
pub mod destination;
pub mod gate;
pub mod health;
pub mod replay;
pub mod storm;

pub use clock::{Answer, Now, Time, pick};
