"""The guards of a destination, from docs/destination.md alone: one module per section."""
