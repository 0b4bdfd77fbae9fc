//! An outcome whose headers a binding has read.

use crate::delivery::classify::Class;
use crate::delivery::outcome::{Code, Outcome};
use crate::http::Hint;
use crate::time::Millis;

impl Outcome {
    /// The outcome that these numbers mean: in the lower 17 bits a status, or 65536 and a failure's place
    /// in [`Failure::ALL`](crate::Failure::ALL); the caller's own class; the pause that was asked for, 0
    /// for none, and whether that counts on a throttled answer only.
    #[must_use]
    #[inline]
    pub const fn from_numbers(
        code: u32,
        class: Option<Class>,
        pause: Millis,
        throttled_only: bool,
    ) -> Self {
        Self {
            code: Code::of_number(code),
            class,
            hint: Hint::new(pause, throttled_only),
        }
    }
}
