//! core behind a boundary of plain numbers, for the npm package `reknock`.
//!
//! JavaScript and core share one piece of memory, the [desk](desk). An
//! argument is a number, or lies on the desk; an answer is a number, and what
//! does not fit into it lies on the desk. No object, text or allocation
//! crosses, and nothing has to be freed: the objects a user sees are built in
//! JavaScript, in `js/src`.
//!
//! Policies and destinations live in numbered slots. The slots are a cache:
//! JavaScript keeps what it takes to fill one again.

#![cfg_attr(target_arch = "wasm32", no_std)]

#[cfg(target_arch = "wasm32")]
mod bare;
mod decide;
mod desk;
mod draws;
mod exports;
mod guards;
mod policy;

pub use desk::desk;
pub use exports::*;
