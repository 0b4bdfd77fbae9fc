//! A policy in JSON: [`read`] checks everything, [`write`] gives the same
//! policy back. Binary formats get the same fields as a tuple, in [`compact`].

mod backoff;
mod classes;
mod compact;
mod jitter;
mod read;
mod write;

use crate::policy::HintMode;

/// The fields, in the order they are written.
const FIELDS: [&str; 9] = [
    "backoff",
    "jitter",
    "maxDelay",
    "maxAttempts",
    "window",
    "dnsAttempts",
    "throttleFactor",
    "hints",
    "classes",
];

const HINT_MODES: [(&str, HintMode); 2] = [
    ("replace", HintMode::Replace),
    ("atLeast", HintMode::AtLeast),
];
