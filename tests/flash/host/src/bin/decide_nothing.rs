//! The loop alone. What the others cost above it is the price of a decision,
//! the draw from the generator included.

fn main() {
    reknock_measure::each(|_, _, _, _| {});
}
