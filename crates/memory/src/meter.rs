//! The interface of a counting allocator.

/// Measures the memory of a host. All sizes are in bytes.
pub trait Meter: std::fmt::Debug + Sync {
    /// Currently allocated bytes.
    fn live(&self) -> u64;

    /// Allocated bytes from which guest code is stopped; `u64::MAX` while no request runs.
    fn ceiling(&self) -> u64;

    /// Bytes that were allocated at the last call of [`Meter::settle`].
    fn settled(&self) -> u64;

    /// Records that garbage was just collected.
    fn settle(&self);

    /// Starts a request. It may hold `limit` bytes in addition to those allocated now.
    fn begin(&self, limit: u64);

    /// Ends the request and its limit. Returns the peak that it held beyond what was allocated before.
    fn end(&self) -> u64;

    /// Bytes that the host has from its system: the size of the instance's memory, which never shrinks, or
    /// the peak allocation of a process.
    fn heap(&self) -> u64;
}
