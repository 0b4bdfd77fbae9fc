//! Deliveries over real sockets to a server that misbehaves.

fn main() {}
