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
    fn load_policy(slot: usize) -> usize = crate::policy::load_policy;
    /// See [`crate::draws::derive`].
    fn derive(seed_high: u32, seed_low: u32, key_high: u32, key_low: u32) = crate::draws::derive;
    /// See [`crate::decide::decide`].
    fn decide(
        policy: usize, packed: u32, attempts: u32, created_at: f64, delay: u32, hint: u32, now: f64,
        stretch: u32, draw_high: u32, draw_low: u32
    ) -> u32 = crate::decide::decide;
    /// See [`crate::guards::load_guard`].
    fn load_guard(slot: usize) -> usize = crate::guards::load_guard;
    /// See [`crate::guards::act`].
    fn act(
        guard: usize, act: u32, mode: u32, packed: u32, number: u32, now: f64, draw_high: u32, draw_low: u32
    ) -> u32 = crate::guards::act;
}
