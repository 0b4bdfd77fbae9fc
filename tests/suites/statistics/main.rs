//! Jitter is uniform over its window, and derived draws do not correlate.
//!
//! Every seed is fixed, so these tests give the same verdict every time; with
//! other seeds each verdict would be wrong once in a million runs.

mod correlation;
mod derived;
mod measure;
mod self_check;
mod uniform;
