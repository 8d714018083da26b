//! The face of an allocator that counts.

/// What counts the memory of a host. All sizes are bytes.
pub trait Meter: std::fmt::Debug + Sync {
    /// What is allocated now.
    fn live(&self) -> u64;

    /// What may be allocated before guest code is to be stopped; `u64::MAX` while no request runs.
    fn ceiling(&self) -> u64;

    /// What was allocated when [`Meter::settle`] was called last.
    fn settled(&self) -> u64;

    /// Notes that garbage has just been collected.
    fn settle(&self);

    /// A request begins: what is allocated now is not its own, and it may hold `limit` bytes beyond that.
    fn begin(&self, limit: u64);

    /// The request has ended, and its limit with it: the most that it held at once beyond what was there before it.
    fn end(&self) -> u64;

    /// What the host has from its system: the size of the instance's memory, which never shrinks, or for a
    /// process the most that was ever allocated at once.
    fn heap(&self) -> u64;
}
