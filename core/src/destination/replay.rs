//! Lets dead letters out again, at a rate that follows how they fare.
