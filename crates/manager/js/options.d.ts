/** What a manager and its verifications are asked with. */

import type { Files, FilesDelta } from './files.js';
import type { Adapter, GateSource } from './gate/index.js';
import type { Progress, ProgressReport, TestResult } from './results.js';
import type { ReportStore, Store } from './store/index.js';
import type { Config, Confirm, Engine, Limits, Retention } from './types.js';

export interface VerificationOptions {
  /**
   * Milliseconds from the start on a worker. NaN, 0 and less mean the default; more than 30 days, and
   * Infinity, mean 30 days. Default: `limits.timeMs`, else the manager's `timeoutMs`.
   */
  timeout?: number;
  /** Files of this request alone, in place of those of `setSnapshot`. */
  vfsSnapshot?: Files | FilesDelta;
  /**
   * The state before, as files or as the root of the current snapshot. A `type-check:` then says of each finding of
   * TypeScript whether it `isNew`. A finding that was there before is a warning.
   */
  baseline?: Files | FilesDelta | string;
  /** Given back in the result. Anything that can be cloned. */
  sessionId?: unknown;
  /** Cancels the request. One that runs costs its worker. */
  signal?: AbortSignal;
  /** Receives the id of the accepted request, for `cancel(id)`. */
  onStart?: (id: string) => void;
  /**
   * Called once a frame with the last event, and a report that holds all events since the call before. Ten thousand
   * events cause a call of their own. All calls come before the promise settles.
   */
  onProgress?: (event: Progress, report: ProgressReport) => void;
  config?: Config;
  limits?: Limits;
  /** Seed of the guest's randomness. */
  seed?: number;
  /**
   * Which engine runs test files. `auto`, the default, is `boa`, and `browser` for files whose environment has a DOM, or
   * that fail because the interpreter lacks something. `result.engines` names them. `boa` is an interpreter whose results
   * guest code cannot forge. `browser` is the page's own engine in a sealed frame. It is much faster, and its results are
   * `provisional`. `both` runs the browser first, and the interpreter confirms the tests that `confirm` names. A gate
   * without this option, `verifyProposal` and `verifyTests` ask `boa`.
   */
  engine?: Engine | 'auto';
  /** With `engine: 'both'`: which tests the interpreter confirms. Never read from the snapshot. */
  confirm?: Confirm;
  /** With `engine: 'both'`: receives the browser's result before the interpreter confirms it. */
  onProvisional?: (result: TestResult) => void;
  /**
   * `background` for what nobody waits for: it goes when nothing interactive waits, or after four interactive ones
   * that went before it. Default `interactive`.
   */
  priority?: 'interactive' | 'background';
}

export interface TypeAtOptions {
  /** Milliseconds; by default the manager's `timeoutMs`. */
  timeout?: number;
  /** Files in place of those of `setSnapshot`. */
  vfsSnapshot?: Files | FilesDelta;
  signal?: AbortSignal;
  /** Of which the group `types` counts. */
  config?: Config;
}

/** What is at a place of a file. Lines and columns count from 1. */
export interface TypeAt {
  /** The type, as TypeScript writes it. */
  type: string;
  /** The name that is there. A literal has none. */
  name?: string;
  /** What the name is: `const`, `function`, `property` … */
  kind?: string;
  file: string;
  line: number;
  column: number;
  /** Where the name or literal ends. */
  endLine: number;
  endColumn: number;
}

/** The wasm files that are not beside this module, by name. */
export interface WasmSources<T> {
  manager?: T;
  analysis?: T;
  sandbox?: T;
  /** Loaded by the first request that has a file with more than types, or JSX. */
  transformer?: T;
  /** Loaded by the first `test:` for `engine: 'browser'` or `'both'`, or with a file that `'auto'` runs there. */
  sealed?: T;
}

export interface ManagerOptions extends GateSource {
  /** Keeps the reports of `verifyRun`. */
  store?: Store | Promise<Store> | ReportStore;
  retention?: Retention;
  /**
   * How many verifications run at once, each on a worker of its own. The default is one less than
   * `navigator.hardwareConcurrency`, at least 1 and at most 4.
   * A `test:` of at least 4 files uses all idle workers. So does a `lint:` or `type-check:` of at least 32. The result
   * is the same as from one worker.
   * The first worker starts alone. The others start one after another, or as soon as requests wait.
   */
  workers?: number;
  /**
   * One more worker, which replaces a terminated one at once. The default is true. It starts when the first worker is
   * ready, and costs the memory of a worker.
   */
  spare?: boolean;
  /** How many verifications of each priority may wait; 1000 by default. */
  queueLimit?: number;
  /** Default time of a verification; 30 000. */
  timeoutMs?: number;
  /** How long a worker may take to start, what it loads included; 30 000. */
  startupTimeoutMs?: number;
  /**
   * How many milliseconds an idle worker has to answer a `PING`; 5 000. The `PING` goes beside the next request. The
   * manager replaces a worker that does not answer, and runs the request on another one.
   */
  heartbeatMs?: number;
  /** A worker whose heap reaches this many bytes is replaced after its request; 536 870 912. `Infinity` turns this off. */
  recycleBytes?: number;
  /** After how many failed starts in a row a worker is given up until `reset()`; 3. */
  breakerAfter?: number;
  /** Wait before the first restart after a failed start, doubled with each; 100. */
  backoffMs?: number;
  /** How many entries the history has; 100. */
  historyLimit?: number;
  /** Limits of every request that does not set its own. */
  limits?: Limits;
  /** Makes and returns a new worker, in place of `new Worker('./worker.js', { type: 'module' })`. */
  createWorker?: (slot: number, generation: number) => Worker;
  /** Address of the worker's script. */
  workerUrl?: string | URL;
  /** Addresses of the wasm files. */
  wasmUrl?: WasmSources<string | URL>;
  /** The wasm itself, compiled or as bytes. */
  wasmModule?: WasmSources<WebAssembly.Module | BufferSource | Promise<WebAssembly.Module | BufferSource>>;
  /**
   * Addresses of the sealed engine's parts: the frame, the harness, and the DOM for tests that want one. The frame needs
   * a Content-Security-Policy of its own.
   */
  sealedUrl?: { frame?: string | URL; harness?: string | URL; 'happy-dom'?: string | URL; jsdom?: string | URL };
  /**
   * Whether TypeScript checks types, in a worker of its own that the first `type-check:` starts. The default is true.
   * With `false`, a `type-check:` has its fast layer alone.
   */
  checker?: boolean;
  /** Address of the checker's script. Its other files are beside it. */
  checkerUrl?: string | URL;
  /** Makes and returns a new worker for the checker, in place of `new Worker(checkerUrl, { type: 'module' })`. */
  createChecker?: () => Worker;
  /** Whether the checker of types starts as soon as the page is idle; false. */
  prewarm?: boolean;
  /**
   * Live files. Until `setSnapshot` is called, each verification without files of its own has them as they are then. It reads all
   * of them again. If stamps in the adapter's list or events of `eventBus` report changes, it reads only those.
   */
  adapter?: Pick<Adapter, 'list' | 'read'>;
  /**
   * Receives every event as `verification:start`, `verification:progress`, `verification:complete`,
   * `verification:worker-restart` and `verification:stats`.
   * For agents it also emits `verification:started`, then `verification:completed` or `verification:failed`. A
   * `verification:timeout` or `verification:worker_crash` comes before the failure that it caused.
   * Events of `verifyProposal` are named `verification:` and their type.
   */
  eventBus?: { emit(event: string, detail: unknown): void } | { api: { emit(event: string, detail: unknown): void } };
}
