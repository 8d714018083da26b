//! Hash maps and sets with the hash function of oxc's own tables.
//!
//! It is smaller and faster than that of the standard library. It has no seed, so names can be chosen that collide.
//! The tables of oxc are as open to that, and a host ends a worker that takes too long.

pub(crate) use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
