//! The limits of a request.

use serde::{Deserialize, Serialize};

/// The limits of a request. Omitted fields have their defaults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Limits {
    /// Wall-clock milliseconds from the start on a worker. The host enforces the limit by terminating the
    /// worker.
    pub time_ms: u64,
    /// Bytecode instructions of guest code per file or expression. Guest code cannot catch the limit. A call
    /// of a built-in counts as one instruction.
    pub instructions: u64,
    /// Iterations of one loop in one call frame.
    pub loop_iterations: u64,
    /// Nested guest calls.
    ///
    /// A call that goes through the engine (a callback of `map`, a getter) counts twice. Plain calls could
    /// nest far deeper than the default. Operations that need more stack than a browser's worker has stop
    /// earlier, with the same outcome. Nested generators stop at 200; `replace`, `JSON.parse` and `join`
    /// nested in themselves stop at 100.
    pub recursion: u64,
    /// Bytes that a request may hold, excluding garbage, beyond what the worker or child process held before.
    /// The engine needs a few MiB on top. The limit also bounds a single `ArrayBuffer` or string of the
    /// guest.
    pub memory_bytes: u64,
    /// Bytes of `output` as JSON. The engine cuts entries beyond it and sets `truncated`.
    pub output_bytes: u64,
    /// Bytes of recorded console text. Text beyond it is counted, not recorded.
    pub console_bytes: u64,
    /// Number of tests in one file.
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

/// The memory of a worker and of a request. It does not affect the verdict and may differ between equal
/// requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MemoryUse {
    /// Bytes that the worker has from its system. In a page, it is the size of its wasm memories, which never
    /// shrink.
    pub heap_bytes: u64,
    /// Peak bytes that the request held, beyond what the worker held before; 0 in a `PONG`.
    pub peak_bytes: u64,
}
