//! Nothing: a package must have something to build besides its tests.
