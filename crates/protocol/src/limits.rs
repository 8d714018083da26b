//! Everything that bounds a request, in one place.

use serde::{Deserialize, Serialize};

/// What a request may use. A field that is left out has its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Limits {
    /// Wall-clock milliseconds from the start on a worker, enforced by the host, which terminates the worker.
    pub time_ms: u64,
    /// Bytecode instructions of guest code, over one file or expression. Uncatchable. Built-ins count as one.
    pub instructions: u64,
    /// Iterations of one loop in one call frame.
    pub loop_iterations: u64,
    /// Nested guest calls.
    ///
    /// A call that goes through the engine (a callback of `map`, a getter) counts twice. Plain calls could go
    /// far deeper than the default. What takes more of the stack than a browser's worker has stops before it,
    /// with the same outcome: generators that go on inside each other at 200, `replace`, `JSON.parse` and `join`
    /// inside themselves at 100.
    pub recursion: u64,
    /// Bytes that a request may hold beyond what the worker, or the native host's child process, held before it, garbage
    /// aside; some MiB for the engine's own needs are on top. Also the bound of one `ArrayBuffer` or string of the guest.
    pub memory_bytes: u64,
    /// Bytes of `output` as JSON; entries past it are cut and `truncated` is set.
    pub output_bytes: u64,
    /// Bytes of console text kept; what is past it is counted, not kept.
    pub console_bytes: u64,
    /// Tests of one file.
    pub tests: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time_ms: 30_000,
            instructions: 1_000_000_000,
            loop_iterations: 1_000_000_000,
            recursion: 1_000,
            memory_bytes: 256 << 20,
            output_bytes: 4 << 20,
            console_bytes: 256 << 10,
            tests: 20_000,
        }
    }
}

/// What a worker holds and what a request took of it. It says nothing of the verdict and is no part of what equal
/// requests have in common.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MemoryUse {
    /// Bytes that the worker has from its system: in a page the size of its wasm memories, which never shrink.
    pub heap_bytes: u64,
    /// The most that the request held at once, in bytes, beyond what the worker held before it; 0 in a `PONG`.
    pub peak_bytes: u64,
}
