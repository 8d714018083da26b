/**
 * esbuild copies no file for `new URL(…, import.meta.url)`: the wasm is imported by the loader `file`, which gives its
 * address, and the worker is an entry point of its own. The folder of the checker is copied.
 */

import analysis from '@verdict/verdict/wasm/analysis_bg.wasm';
import gate from '@verdict/verdict/wasm/gate_bg.wasm';
import manager from '@verdict/verdict/wasm/manager_bg.wasm';
import sandbox from '@verdict/verdict/wasm/sandbox_bg.wasm';
import transformer from '@verdict/verdict/wasm/transformer_bg.wasm';

export const options = {
  workerUrl: new URL('./worker.js', import.meta.url),
  wasmUrl: { analysis, manager, sandbox, transformer },
  gateUrl: gate,
  checkerUrl: new URL('./checker/worker.js', import.meta.url),
};
