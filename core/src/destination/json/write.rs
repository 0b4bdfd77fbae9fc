//! An object of known fields → JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::Fields;

/// A part of another object.
pub(super) struct Part<'a, T>(pub(super) &'a T);

impl<T: Fields> Serialize for Part<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(word) = self.0.word() {
            return serializer.serialize_str(word);
        }
        let mut map = serializer.serialize_map(None)?;
        self.0.write(&mut map)?;
        map.end()
    }
}
