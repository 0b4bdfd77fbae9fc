//! Stored states as JSON and as bytes, and bytes that are refused, written down:
//! JavaScript reads and writes both forms itself and is held to these lines.

mod bad;
mod good;
mod life;
mod shapes;

use std::fmt::Debug;

use reknock::StateError;
use reknock::destination::{Alone, Breaker, Budget, Destination, Gate, Health, Replay, Storm};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::corpus::Corpus;

/// One line for every state, and then for all bytes that are no state.
pub const CORPUS: Corpus = Corpus {
    name: "states",
    lines,
};

fn lines() -> Result<Vec<String>, String> {
    let mut lines = good::lines()?;
    lines.extend(bad::lines()?);
    Ok(lines)
}

/// A kind of state, and what core does with it.
struct Kind {
    name: &'static str,
    /// Both forms of a state that is given as JSON.
    forms: fn(&Value) -> Result<Forms, String>,
    /// The JSON form of what the bytes hold.
    read: fn(&[u8]) -> Result<String, StateError>,
}

struct Forms {
    json: String,
    bytes: Vec<u8>,
}

const KINDS: [Kind; 7] = [
    Kind::of::<Destination>("destination"),
    Kind::of::<Alone<Breaker>>("breaker"),
    Kind::of::<Alone<Gate>>("gate"),
    Kind::of::<Alone<Budget>>("budget"),
    Kind::of::<Alone<Storm>>("storm"),
    Kind::of::<Alone<Replay>>("replay"),
    Kind::of::<Alone<Health>>("health"),
];

impl Kind {
    const fn of<S: Stored>(name: &'static str) -> Self {
        Self {
            name,
            forms: forms::<S>,
            read: |bytes| S::read(bytes).map(|state| text(&state)),
        }
    }
}

fn forms<S: Stored>(json: &Value) -> Result<Forms, String> {
    let state: S =
        serde_json::from_value(json.clone()).map_err(|error| format!("{json}: {error}"))?;
    let bytes = state.bytes();
    if S::read(&bytes) != Ok(state) {
        return Err(format!("{json}: core does not read what it wrote"));
    }
    Ok(Forms {
        json: text(&state),
        bytes,
    })
}

/// Not by way of a JSON value, which would sort the fields.
fn text(state: &impl Serialize) -> String {
    serde_json::to_string(state).unwrap_or_default()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What all states share, though core has no trait for it.
trait Stored: Serialize + DeserializeOwned + PartialEq + Debug + Copy {
    fn bytes(&self) -> Vec<u8>;
    fn read(bytes: &[u8]) -> Result<Self, StateError>;
}

macro_rules! stored {
    ($($state:ty)*) => {$(
        impl Stored for $state {
            fn bytes(&self) -> Vec<u8> {
                self.to_bytes().to_vec()
            }

            fn read(bytes: &[u8]) -> Result<Self, StateError> {
                Self::from_bytes(bytes)
            }
        }
    )*};
}

stored! {
    Destination Alone<Breaker> Alone<Gate> Alone<Budget> Alone<Storm> Alone<Replay> Alone<Health>
}
