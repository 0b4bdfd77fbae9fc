//! The invariants of `ARCHITECTURE.md`, each held against arbitrary policies,
//! states, outcomes and clocks. A module's number is its invariant's.

mod generators;
mod generators_http;
mod generators_json;

mod i1_bounded;
mod i2_cap;
mod i3_hints;
mod i4_limits;
mod i5_own_faults;
mod i6_same_everywhere;
mod i7_untrusted;
mod i8_seeds;
mod i9_clocks;
mod second;
mod timeline;
