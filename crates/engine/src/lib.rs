//! verify(command, snapshot, limits) -> result
