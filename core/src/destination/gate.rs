//! At most so many deliveries in flight.
