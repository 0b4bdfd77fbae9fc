//! Retries as a share of first attempts, plus a small floor.
