//! Content-addressed, immutable file system snapshots
