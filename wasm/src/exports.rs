//! The functions JavaScript calls, as WebAssembly exports of plain numbers.
//!
//! Not through `#[wasm_bindgen]`: what it wraps around a function costs more
//! than most of these functions do, in bytes and in time. The attribute that
//! gives an export its name counts as unsafe, since two might share one; here
//! the linker would say so.

#![allow(unsafe_code)]

/// Gives every function its name in the module.
macro_rules! exports {
    ($($(#[$attribute:meta])* fn $name:ident($($argument:ident: $kind:ty),*) $(-> $answer:ty)? = $path:path;)*) => {$(
        $(#[$attribute])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $kind),*) $(-> $answer)? {
            $path($($argument),*)
        }
    )*};
}

exports! {
    /// See [`crate::policy::load_policy`].
    fn load_policy(slot: u32) = crate::policy::load_policy;
    /// See [`crate::draws::derive`].
    fn derive(seed_high: u32, seed_low: u32, key_high: u32, key_low: u32) = crate::draws::derive;
    /// See [`crate::decide::decide`].
    fn decide(
        slot: u32, packed: u32, attempts: u32, created_at: f64, delay: u32, hint: u32, now: f64,
        stretch: u32, draw_high: u32, draw_low: u32
    ) -> u32 = crate::decide::decide;
    /// See [`crate::decide::classify`].
    fn classify(slot: u32, packed: u32) -> u32 = crate::decide::classify;
    /// See [`crate::decide::hint`].
    fn hint(slot: u32, packed: u32, hint: u32) -> u32 = crate::decide::hint;
    /// See [`crate::decide::expired`].
    fn expired(slot: u32, created_at: f64, now: f64) -> bool = crate::decide::expired;
    /// See [`crate::outcome::headers`].
    fn headers(status: u32, has_wall: u32, wall: f64) = crate::outcome::headers;
    /// See [`crate::outcome::retry_after`].
    fn retry_after(has_wall: u32, wall: f64) -> f64 = crate::outcome::retry_after;
    /// See [`crate::guards::load_guard`].
    fn load_guard(slot: u32) = crate::guards::load_guard;
    /// See [`crate::guards::save_guard`].
    fn save_guard(slot: u32, settled: u32, now: f64) -> u32 = crate::guards::save_guard;
    /// See [`crate::admit::admit`].
    fn admit(
        slot: u32, packed: u32, now: f64, draw_high: u32, draw_low: u32
    ) -> u32 = crate::admit::admit;
    /// See [`crate::admit::report`].
    fn report(
        slot: u32, packed: u32, attempts: u32, now: f64,
        draw_high: u32, draw_low: u32
    ) -> u32 = crate::admit::report;
    /// See [`crate::admit::breaker_result`].
    fn breaker_result(
        slot: u32, packed: u32, now: f64, draw_high: u32, draw_low: u32
    ) -> u32 = crate::admit::breaker_result;
    /// See [`crate::calls::call`].
    fn call(slot: u32, what: u32, now: f64, number: u32, more: u32) -> u32 = crate::calls::call;
}
