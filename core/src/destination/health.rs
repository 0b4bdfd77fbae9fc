//! What is wrong with a destination, in numbers and in a sentence.
