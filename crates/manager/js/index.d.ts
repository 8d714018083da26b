/** Verifies commands on snapshots of files, in workers. */

import type { Adapter, ApplyOptions, GateReport, GateSource } from './gate/index.js';
import type { ReportStore, Retention, Run, Store, VerificationReport } from './store/index.js';

/** A stable error code. */
export type Code =
  | 'err:command'
  | 'err:path'
  | 'err:not_found'
  | 'err:syntax'
  | 'err:no_tests'
  | 'err:timeout'
  | 'err:budget'
  | 'err:memory'
  | 'err:stack'
  | 'err:unsettled'
  | 'err:crashed'
  | 'err:cancelled'
  | 'err:busy'
  | 'err:protocol'
  | 'err:version'
  | 'err:integrity'
  | 'err:limit'
  | 'err:policy'
  | 'err:unavailable'
  | 'err:startup'
  | 'err:structure'
  | 'err:disagreement';

/** The content of a file: a text, or bytes. */
export type FileContent = string | Uint8Array | ArrayBuffer | { base64: string };

/** Files by absolute path. */
export type Files =
  | Record<string, FileContent>
  | ReadonlyMap<string, FileContent>
  | ReadonlyArray<readonly [path: string, content: FileContent]>
  | ReadonlyArray<{ path: string; content: FileContent }>;

/**
 * A change of the current snapshot. An object is a change if `removed` is an array or `entries` holds files. Files may
 * include one named `entries`: its content is a text, bytes or `{ base64 }`, never files.
 */
export interface FilesDelta {
  /** Root hash of the snapshot that this changes. By default the current one. */
  base?: string;
  /** Files that are new or changed. */
  entries?: Files;
  /** Paths that are gone. */
  removed?: readonly string[];
}

/** What a request may use. What is left out has its default. */
export interface Limits {
  /** Milliseconds from the start on a worker, which is then replaced. */
  timeMs?: number;
  /** Bytecode instructions of guest code, over one file or expression. */
  instructions?: number;
  /** Iterations of one loop in one call. */
  loopIterations?: number;
  /** Nested guest calls. */
  recursion?: number;
  /** Bytes that the request may hold beyond what the worker held before it; also the bound of one text or `ArrayBuffer`. */
  memoryBytes?: number;
  /** Bytes of `output` as JSON. Entries beyond it are dropped, and `truncated` is true. */
  outputBytes?: number;
  /** Bytes of console text that are kept. */
  consoleBytes?: number;
  /** Tests of one file. */
  tests?: number;
}

/** How much a lint rule weighs. */
export type RuleSeverity = 'off' | 'warn' | 'error' | 0 | 1 | 2;

/** A severity, or one with the rule's options. */
export type RuleEntry = RuleSeverity | readonly [RuleSeverity, ...unknown[]];

/** Configuration of a request. A key that is `undefined` or `null` has its default; one without effect is named in `warnings`. */
export interface Config {
  test?: {
    testTimeout?: number;
    hookTimeout?: number;
    allowOnly?: boolean;
    passWithNoTests?: boolean;
    console?: 'keep' | 'silent';
    /** Import specifiers that stand for others, as Vite's `resolve.alias`; the key of a pattern is its text, `/^…/`. */
    alias?: Record<string, string> | { find: string | RegExp | { source: string; flags?: string }; replacement: string }[];
    /** Files that run before each test file, in its realm: paths from the root, or packages. */
    setupFiles?: string | string[];
    /** All that the guest finds in `process.env`. */
    env?: Record<string, string>;
    /** What `inject` gives, by name. */
    provide?: Record<string, unknown>;
    /** A test that asserts nothing fails; so does one that swallows a failed assertion. How `expect.poll` waits. */
    expect?: {
      requireAssertions?: boolean;
      strictAssertions?: boolean;
      poll?: { interval?: number; timeout?: number };
    };
    /** A snapshot that is not there is proposed and passes (`new`), or fails (`none`). */
    update?: 'new' | 'none';
    /** Before each test: clears the recorded calls of mocks. */
    clearMocks?: boolean;
    /** Before each test: clears calls, and resets implementations to the original ones. */
    mockReset?: boolean;
    /** Before each test: restores what spies replaced. */
    restoreMocks?: boolean;
    /** Before each test: restores stubbed globals and variables of the environment. */
    unstubGlobals?: boolean;
    unstubEnvs?: boolean;
    /** Defaults of `vi.useFakeTimers`. */
    fakeTimers?: {
      now?: number;
      toFake?: string[];
      toNotFake?: string[];
      loopLimit?: number;
      shouldAdvanceTime?: boolean;
      advanceTimeDelta?: number;
      shouldClearNativeTimers?: boolean;
    };
    /** A regular expression: only tests run whose suites and name, joined by spaces, match it. */
    testNamePattern?: string | RegExp | { source: string; flags?: string };
    /** After so many failed tests nothing more runs; 0 for never. With it, or with `shard`, files are not spread over workers. */
    bail?: number;
    /** How often a failed test runs again. A test's own `retry` wins. */
    retry?: number;
    /** The order of the tests of a suite; without `seed` it is made of the request's. */
    sequence?: { shuffle?: boolean | { tests?: boolean }; seed?: number; hooks?: 'stack' | 'list' | 'parallel' };
    /** `index/count`: which part of the files runs, by a stable hash of their paths. */
    shard?: string;
    /** Tests that match `testNamePattern` are listed as skipped and none runs, which is no pass. */
    list?: boolean;
    /** `engine: 'browser'`: whether each file has a guest of its own; the result says where it had none. */
    isolate?: boolean;
    /** `engine: 'browser'`: `dom`, `happy-dom` and `jsdom` all stand for the one DOM that there is. */
    environment?: string;
    [key: string]: unknown;
  };
  lint?: {
    /** Rules that are switched off, whatever `rules` says. */
    off?: string[];
    /** As ESLint has it. What is not named is as the recommended preset has it. */
    rules?: Record<string, RuleEntry>;
    /** The same for rules that `rules` does not name, here or in the snapshot. */
    defaults?: Record<string, RuleEntry>;
    /** Exactly these rules run, as errors, whatever `off` and the severities of `rules` say. */
    only?: string[];
    /** Comments such as `eslint-disable` have no effect. */
    noInlineConfig?: boolean;
    /** The number of warnings past which the command fails. */
    maxWarnings?: number;
    /** Applies fixes, and puts the texts in the result's `fixed`. */
    fix?: boolean;
    fixTypes?: ('problem' | 'suggestion' | 'layout' | 'directive')[];
    /** Keys of ESLint's flat configuration. */
    [key: string]: unknown;
  } | Record<string, unknown>[];
  types?: { globals?: string[]; node?: boolean; [key: string]: unknown };
}

/** A place in a file: 1-based, columns in UTF-16 units. */
export interface Location {
  file: string;
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
}

/** A test, as `test:` reports it. */
export interface TestEntry extends Location {
  /** The innermost suite; `Default` for a test outside any. */
  suite: string;
  test: string;
  /** `state` is `passed`. */
  passed: boolean;
  /** Why it failed. */
  error: string | null;
  /** A test; a suite whose `beforeAll` or `afterAll` failed; or a file that could not be loaded or failed outside any test. */
  scope: 'test' | 'suite' | 'file';
  state: 'passed' | 'failed' | 'skipped' | 'todo';
  /** Suite names and the test's name, outermost first. */
  path: string[];
  /** Which limit or rule stopped it. */
  code?: Code;
  /** Expected and received, line by line. */
  diff?: string;
  stack?: string;
  /** Where the assertion that failed, or the `throw`, stands. */
  failedAt?: Location;
  /** Virtual milliseconds, so that equal runs are equal bytes. Real ones are in `timing.tests`. */
  durationMs: number;
  /** How many assertions ran in the last attempt. */
  assertions: number;
  /** How many failed assertions of it were caught and did not fail it; absent for none. */
  swallowed?: number;
  /** Of one that failed: all that went wrong, of which `error`, `diff` and `stack` are the short form. */
  errors?: TestError[];
}

/** One thing that went wrong in a test, a suite or a file. */
export interface TestError {
  /** `AssertionError` and the like; absent for what is thrown and is no error. */
  name?: string;
  message: string;
  /** The hook that failed. */
  hook?: 'beforeAll' | 'beforeEach' | 'aroundAll' | 'aroundEach' | 'afterEach' | 'afterAll' | 'onTestFinished' | 'onTestFailed';
  /** Nobody handled it: a promise was rejected, or a timer or microtask threw. */
  unhandled?: 'rejection' | 'exception';
  /** The test that caused it, outermost name first, if the error is on another entry. */
  test?: string[];
  /** It is one of the errors of an aggregate, whose `Name: message` this is. */
  aggregate?: string;
  code?: Code;
  /** The place of the `throw` or of the assertion. */
  at?: Location;
  /** The source around it: lines with their numbers, and a caret below the place. */
  frame?: Location & { text: string };
  diff?: string;
  /** `Name: message`, then a line `    at f (/x.js:2:9)` a frame. */
  stack?: string;
  /** Own properties such as `code`, as an object is printed. */
  properties?: string;
  cause?: TestError;
  /** Of an aggregate that is a cause, or one of an aggregate. */
  errors?: TestError[];
}

/** A finding of `lint:` or `type-check:`. */
export interface Diagnostic extends Location {
  message: string;
  /** An error fails the command, a warning does not. */
  severity: 'error' | 'warning';
  /** ESLint's id of a rule, or `verdict/…`. */
  rule?: string;
  /** TypeScript's code, such as `TS2304`, or an `err:*` code. */
  code?: string;
  /** The identifier that a type problem is about. */
  variable?: string;
  /** Which of the rule's messages it is. */
  messageId?: string;
  /** The edit that corrects the problem. */
  fix?: TextEdit;
  /** Edits to choose from, which may change what the code does. */
  suggestions?: { messageId: string; message: string; fix: TextEdit }[];
}

/** The replacement of a part of a file, in UTF-16 units as in ESLint. */
export interface TextEdit {
  range: [number, number];
  text: string;
}

/** A limit that was reached: which one, and how far the command was. */
export interface LimitReached {
  /** The field of `Limits`. */
  name: keyof Limits;
  /** What it was in this request. */
  value: number;
  /**
   * What ran. `load` is the top level of a file, `collect` the body of a `describe`, and `test` a test with the work
   * that it left behind. `check` is a lint or type check, and `output` is the writing of the result.
   */
  phase: 'load' | 'collect' | 'hook' | 'test' | 'eval' | 'check' | 'output';
  /** The hook that was running. */
  hook?: 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll' | 'onTestFinished' | 'onTestFailed';
  /** The suite whose body or hook was running, outermost name first. */
  suite?: string[];
  /** The test that was running, outermost name first. */
  test?: string[];
  /** Where the guest was or, where that is not known, where the test or file that was running begins. */
  file?: string;
  line?: number;
  column?: number;
}

/** How many entries of a `test:` are in which state. */
export interface TestCounts {
  passed: number;
  failed: number;
  /** Files and suites that failed outside any test. */
  failedOutside: number;
  skipped: number;
  todo: number;
}

/** How many findings of a `lint:` or `type-check:` there are of which weight. */
export interface DiagnosticCounts {
  errors: number;
  warnings: number;
  /** How many of them have a fix; absent for none. */
  fixableErrors?: number;
  fixableWarnings?: number;
}

/** What JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** The answer to a `test:`. */
export interface TestResult extends AnyResult {
  /** One entry a test, in the order of files and of declaration; null where no test could be run. */
  output: TestEntry[] | null;
  counts?: TestCounts;
}

/** The answer to a `lint:`. */
export interface LintResult extends AnyResult {
  /** By file, line and column; null where nothing could be checked. */
  output: Diagnostic[] | null;
  counts?: DiagnosticCounts;
  /** With `config.lint.fix`: the texts of the files that fixes change, by path. */
  fixed?: Record<string, string>;
  /** `config.lint.maxWarnings`. */
  maxWarnings?: number;
}

/** The answer to a `type-check:`. */
export type TypeCheckResult = LintResult;

/** The answer to an `eval:`. */
export interface EvalResult extends AnyResult {
  /** The value if JSON has it, else `{ type, preview }`. Null if the evaluation failed. */
  output: JsonValue;
  counts?: undefined;
}

/** The answer to a verification. */
export type VerifyResult = TestResult | LintResult | EvalResult;

/** The result of a command: of one that begins with a verb that is known beforehand, the result of that verb. */
export type ResultOf<Command extends string> = Command extends `test:${string}`
  ? TestResult
  : Command extends `lint:${string}` | `type-check:${string}` | `typecheck:${string}`
    ? LintResult
    : Command extends `eval:${string}`
      ? EvalResult
      : VerifyResult;

/** What every result has. */
export interface AnyResult {
  /** Whether what was asked for was positively found to hold. */
  success: boolean;
  /** What went wrong, in a sentence. */
  error: string | null;
  /** Why the command could not be judged. */
  code: Code | null;
  /** The command as it was asked. */
  command: string;
  location?: Location;
  /** The limit that was reached, if one was: the first that stopped something, else the first that cut something. */
  limit?: LimitReached;
  /** Root hash of the snapshot that was judged. */
  snapshotRoot: string;
  /** SHA-256 over `output` as compact JSON. */
  outputSha256: string;
  /** Whether `output` or `console` was cut to its limit. */
  truncated: boolean;
  /** How many entries there are, with those that `output` lost to `limits.outputBytes`. Absent for what has no entries. */
  counts?: TestCounts | DiagnosticCounts | undefined;
  /** How many entries `output` lost to `limits.outputBytes`. */
  omitted?: number;
  /** What is wrong with the request and did not stop it, in sentences: configuration keys that have no effect. */
  warnings?: string[];
  console: {
    entries: { level: string; text: string; file?: string; test?: string }[];
    total: number;
    truncated: boolean;
  };
  /** Snapshots that tests ask for and that are not there, and such that no test asks for. Nothing is written. */
  snapshots?: {
    proposed: (
      | { kind: 'file'; path: string; content: string; keys: string[] }
      | { kind: 'raw'; path: string; content: string }
      | { kind: 'inline'; file: string; line: number; column: number; literal: string }
    )[];
    obsolete: { path: string; key: string }[];
  };
  /** The seed of the shuffled order of tests. Absent if nothing was shuffled. */
  sequenceSeed?: number;
  /** `index/count`: the part of the files that ran. Absent if all of them did. */
  shard?: string;
  /** Tests were only listed, and none was to run. */
  listed?: boolean;
  /** Which engine ran guest code; absent for `boa`. */
  engine?: 'browser' | 'both';
  /** It shared a heap with its harness: a guest might have forged what is said of it. */
  provisional?: boolean;
  /** With `engine: 'both'`: what the second engine said. */
  witnesses?: Witnesses;
  /** Test files shared guests (`isolate: false`). */
  reused?: boolean;
  /** Real milliseconds; the only part that differs between equal runs. */
  timing: { totalMs: number; files: { file: string; ms: number }[]; tests: number[] };
  /** As it was passed. */
  sessionId?: unknown;
  /** For `err:startup` and its like: what exactly was seen. For a crash: the files that had not ended. */
  detail?: string;
  /** For `err:startup` and its like: what to do about it. */
  hint?: string;
}

/** What `runVerification` rejects with when the time is over. */
export interface VerificationTimeout extends Error {
  message: 'Verification timeout';
  code: 'err:timeout';
  command: string;
  /** The time that it had and, for `test:`, the files that had not ended. */
  detail: string;
  /** A failure with what had ended by then: for `test:` the entries of those tests. */
  result: VerifyResult;
}

/** What happens while a request runs. No verdict depends on it. An `eval:` has no progress. */
export type Progress =
  | { kind: 'started'; verb: 'test' | 'lint' | 'type-check'; files: number }
  /** With `engine: 'both'`: the browser's engine has finished, and the interpreter starts. Counts start at zero again. */
  | { kind: 'confirming'; verb: 'test'; files: number }
  | { kind: 'fileStarted'; file: string }
  | { kind: 'fileCollected'; file: string; tests: number }
  | { kind: 'testStarted'; path: string[]; file: string; line: number; column: number }
  | { kind: 'testFinished'; entry: TestEntry }
  | { kind: 'fileFinished'; file: string; passed: boolean };

/** What happened to a request since the last frame, and how far it is. Frozen. */
export interface ProgressReport {
  readonly id: string;
  readonly command: string;
  /** The last of `events`. */
  readonly event: Progress;
  /** Everything since the last frame, in order. */
  readonly events: readonly Progress[];
  /** `total` is null until the command has found its files. `finished` includes `failed`. */
  readonly files: Readonly<{ total: number | null; finished: number; failed: number }>;
  /** `total` counts the tests of all files that have started, and is null before the first. `finished` includes `failed`. */
  readonly tests: Readonly<{ total: number | null; finished: number; failed: number }>;
}

export interface VerificationOptions {
  /**
   * Milliseconds from the start on a worker. NaN, 0 and less mean the default; more than 30 days, and
   * Infinity, mean 30 days. Default: `limits.timeMs`, else the manager's `timeoutMs`.
   */
  timeout?: number;
  /** Files of this request alone, in place of those of `setSnapshot`. */
  vfsSnapshot?: Files | FilesDelta;
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
   * Which engine runs test files. `boa`, the default, is an interpreter whose results guest code cannot forge. `browser`
   * is the page's own engine in a sealed frame. It is much faster, and its results are `provisional`. `both` runs the
   * browser first, and the interpreter confirms the tests that `confirm` names.
   */
  engine?: 'boa' | 'browser' | 'both';
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

/** What of a provisional result the interpreter confirms. */
export interface Confirm {
  /** Tests that must be confirmed: all, or those of files that a path or glob names. Default: none. */
  required?: 'all' | string[];
  /** Which share of the other passed tests is drawn at random when the browser has ended, from 0 to 1. Default 0.1. */
  sample?: number;
  /** What becomes of a required test that the interpreter cannot run. Default `fail`. */
  unconfirmed?: 'fail' | 'allow';
}

/** What the interpreter said of the browser's result. */
export interface Witnesses {
  /** What the sample was drawn from. */
  seed: number;
  /** Files that were run again, whole. */
  files: string[];
  /** How many tests `confirm` requires, and how many the sample added. */
  required: number;
  sampled: number;
  /** How many tests both say the same of. */
  confirmed: number;
  /** One fails the request as `err:disagreement`. A test that an engine knows nothing of has no entry there. */
  disagreements: { file: string; path: string[]; browser?: TestEntry; boa?: TestEntry }[];
  /** Tests that the interpreter could not run. */
  unconfirmed: { file: string; path: string[]; required: boolean; why: string }[];
}

/** One verification in the history. Frozen. */
export interface HistoryEntry {
  readonly id: string;
  readonly command: string;
  /** As the request passed it; null by default. */
  readonly sessionId: unknown;
  readonly success: boolean;
  readonly error: string | null;
  readonly code: Code | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds from the call to the outcome. */
  readonly durationMs: number;
  /** Milliseconds of these that it waited for a worker. */
  readonly queuedMs: number;
}

/** Versions, as semver texts, of all that a verdict depends on beside the request. */
export interface Toolchain {
  /** Boa, which runs the guest. */
  readonly engine: string;
  /** The lint rule set. */
  readonly rules: string;
  /** The type checks. */
  readonly checker: string;
  /** The protocol of messages. */
  readonly protocol: string;
}

export interface Stats {
  /** Verifications that run. */
  active: number;
  /** Verifications that wait. */
  queued: number;
  /** `passed + failed`. */
  completed: number;
  passed: number;
  /** Answered with a fail, timed out, crashed, refused as malformed, or without a worker to run on. */
  failed: number;
  /** Cancelled by the caller, by `reset()` or by `dispose()`: neither passed nor failed. */
  cancelled: number;
  /** `err:busy`: not taken. */
  refused: number;
  /** The same as `completed`. */
  totalRuns: number;
  /** Passed in percent of `totalRuns`, rounded; 100 while nothing ran. */
  passRate: number;
  /** Milliseconds since 1970. */
  lastVerificationTime: number | null;
  /** Workers that were replaced. */
  restarts: number;
  /** Of these, those of workers that had grown past `recycleBytes` or were exhausted by their request. */
  recycled: number;
  /** Messages of workers that were no longer ours. */
  dropped: number;
  /** Workers that live or are starting, without the spare one. */
  workers: number;
  /** 1 where a spare worker lives or is starting. */
  spare: number;
  /** Every worker. `heapBytes` is what its heap had with its last answer, as it said; 0 before. */
  slots: { slot: number; generation: number; state: 'stopped' | 'starting' | 'idle' | 'busy' | 'broken'; heapBytes: number }[];
}

/** The wasm files that are not beside this module, by name. */
export interface WasmSources<T> {
  manager?: T;
  analysis?: T;
  sandbox?: T;
  /** Loaded by the first request that has a file with more than types, or JSX. */
  transformer?: T;
  /** Loaded by the first `test:` for `engine: 'browser'` or `'both'`. */
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
  sealedUrl?: { frame?: string | URL; harness?: string | URL; dom?: string | URL };
  /** Live files. Until `setSnapshot` is called, each verification without files of its own reads them again. */
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

/** What `verifyProposal` judges: a content of null, and DELETE, remove a file. */
export type ProposedChanges =
  | readonly { operation: 'CREATE' | 'MODIFY' | 'DELETE'; file_path: string; new_content?: string }[]
  | Readonly<Record<string, string | null>>
  | ReadonlyMap<string, string | null>;

export interface ProposalOptions {
  /** Milliseconds of each check, from its start on a worker; 10 000. */
  timeout?: number;
  /** Without tests; default true. */
  quickMode?: boolean;
  sessionId?: unknown;
  signal?: AbortSignal;
  config?: Config;
}

/** A finding about a proposed change. */
export interface ProposalEvent extends Partial<Location> {
  type:
    | 'syntax_error'
    | 'pattern_detected'
    | 'capability_violation'
    | 'complexity_warning'
    | 'timeout'
    | 'worker_crash'
    | 'type_error'
    | 'test_failed';
  /** Milliseconds since 1970. */
  timestamp: number;
  message: string;
  severity?: 'error' | 'warning';
  rule?: string;
  command?: string;
}

/** How a check ended. */
export interface ProposalCheck {
  command: string;
  success: boolean;
  error: string | null;
  code: Code | null;
}

export interface ProposalResult {
  passed: boolean;
  /** The first error, and how many more there are. Absent where it passed. */
  reason?: string;
  errors: string[];
  warnings: string[];
  events: ProposalEvent[];
  details: {
    /** Findings of lint. */
    patternViolations: Diagnostic[];
    /** Findings of the lint rules that measure, such as `complexity`: warnings, unless the configuration says otherwise. */
    complexityWarnings: Diagnostic[];
    /** Changed JavaScript and TypeScript files. */
    filesAnalyzed: number;
  };
  /** Checks that passed, in percent. */
  passRate: number;
  /** Why it could not be judged. */
  code: Code | null;
  checks: ProposalCheck[];
}

export interface FullVerification {
  success: boolean;
  /** Entries of all checks. */
  output: (TestEntry | Diagnostic)[];
  error: string | null;
  code: Code | null;
  errors: string[];
  warnings: string[];
  checks: ProposalCheck[];
  sessionId?: unknown;
}

/** What the code of a file may do. */
export interface PathCapabilities {
  /** Globs of what it may write. */
  canWrite: string[];
  canNetwork: boolean;
  canEval: boolean;
}

/** An event bus, the same behind `api`, or one whose `on` gives what ends it. */
export interface CycleBus {
  on?(event: string, listener: (detail: unknown) => void, ownerId?: string): unknown;
  off?(event: string, listener: (detail: unknown) => void): unknown;
  emit?(event: string, detail: unknown): unknown;
  api?: CycleBus;
}

/**
 * Runs a command after every `cycle:completed` and emits `agent:regression-detected` with each result that is no pass, one
 * that could not be run too. Gives what ends it.
 */
export function watchCycles(
  bus: CycleBus | null | undefined,
  manager: VerificationManager | null | undefined | (() => unknown),
  command: string,
  settings?: { cycle?: string; regression?: string; ownerId?: string; options?: VerificationOptions },
): () => void;

/** A path or glob, or several. */
export type PathList = string | readonly string[];

/** The outcome of `setSnapshot`. */
export type SnapshotAnswer =
  | { success: true; root: string; files: number; error: null; code: null }
  | { success: false; root: null; files: 0; error: string; code: Code };

/** The outcome of `ping`. */
export interface PingAnswer {
  success: boolean;
  /** Milliseconds from sending to the answer. */
  roundTripMs: number;
  error: string | null;
  code: Code | null;
}

export interface ManagerEventMap {
  /** A report could not be kept as it should be. No verdict is changed by that. */
  'report-problem': CustomEvent<Readonly<{ runId: string; iteration: number; problems: { code: Code; message: string }[] }>>;
  'verification-start': CustomEvent<Readonly<{ id: string; command: string; sessionId: unknown; startedAt: number }>>;
  /** Once a frame for each request, and before its `verification-complete`, with what came since. */
  'verification-progress': CustomEvent<ProgressReport>;
  'verification-complete': CustomEvent<HistoryEntry>;
  'worker-restart': CustomEvent<
    Readonly<{ slot: number; generation: number; reason: 'timeout' | 'cancelled' | 'crashed' | 'failed' | 'silent' | 'memory' | 'reset' }>
  >;
  stats: CustomEvent<Readonly<Stats>>;
}

export class VerificationManager extends EventTarget {
  /**
   * A manager whose workers are starting. Never rejects: if the workers cannot start, every request resolves with the
   * reason.
   */
  static create(options?: ManagerOptions): Promise<VerificationManager>;
  /** A manager that starts with the first call that needs it. */
  constructor(options?: ManagerOptions);
  /** The manager itself. */
  readonly api: this;
  /** Whether it has started and is not disposed. */
  isInitialized(): boolean;
  /** Starts the workers, unless they are started. Gives whether one is ready. */
  init(): Promise<boolean>;
  /**
   * Sets the files of requests that bring none. Never rejects. After a failure such requests resolve with
   * its `error` and `code`, and are not judged on what was set before.
   */
  setSnapshot(files: Files | FilesDelta): Promise<SnapshotAnswer>;
  /**
   * Carries out `test:`, `lint:`, `type-check:` or `eval:`. The second argument may be a time in milliseconds.
   * @throws {VerificationTimeout} When the time is over. Every other failure resolves with `success: false`.
   */
  runVerification<Command extends string>(command: Command, options?: VerificationOptions | number): Promise<ResultOf<Command>>;
  /** With a session's id, as older agents call it. Never rejects: a timeout too resolves with `success: false`. */
  runVerification<Command extends string>(command: Command, sessionId: string): Promise<ResultOf<Command>>;

  /** `test:` of a path or glob, or of several. This and the next ones never reject. */
  verifyTests(paths: PathList, sessionId?: unknown): Promise<TestResult>;
  verifyLinting(paths: PathList, sessionId?: unknown): Promise<LintResult>;
  verifyTypes(paths: PathList, sessionId?: unknown): Promise<TypeCheckResult>;
  verifySafeEval(expression: string, sessionId?: unknown): Promise<EvalResult>;
  /**
   * Lint, type-check and the affected tests: of paths, as the snapshot has them, or of changes, which are laid over it.
   */
  runFullVerification(changedFiles: PathList | ProposedChanges, sessionId?: unknown): Promise<FullVerification>;
  /** Runs a test that passes, one that fails and an expression, and says whether each came to what it must. */
  test(): Promise<{ success: boolean; output: { name: string; passed: boolean }[]; error: string | null; code: Code | null }>;
  /** Settles all requests as `err:cancelled` and ends the workers. The next call starts new ones, without a snapshot. */
  terminate(): void;

  /**
   * Judges a change on a copy of the snapshot. It lints changed files, type-checks them and their importers, and checks
   * the capabilities of their code. With `quickMode: false` it also runs the tests that the change affects. Never
   * rejects.
   */
  verifyProposal(changes: ProposedChanges, options?: ProposalOptions): Promise<ProposalResult>;
  verifyFile(path: string, content: string, options?: ProposalOptions): Promise<ProposalResult>;
  verifyFiles(files: Record<string, string | null>, options?: ProposalOptions): Promise<ProposalResult>;
  /** What the snapshot's constitution allows the code of a file. Unknown is not allowed. */
  getCapabilitiesForPath(path: string): PathCapabilities;
  /** Sends a `PING` to a free worker and waits for the answer. Never rejects. */
  ping(options?: { timeout?: number }): Promise<PingAnswer>;
  /** `applyBundle` with this manager as the verifier. */
  applyBundle(bundle: string, options: Omit<ApplyOptions, 'manager'>): Promise<GateReport>;
  /** `checkBundle` with this manager as the verifier: the change is judged and not applied. */
  checkBundle(bundle: string, options: Omit<ApplyOptions, 'manager'>): Promise<GateReport>;
  /**
   * Runs commands on the same files and gives one report, which the manager's `store` keeps. If the store fails, the
   * event `report-problem` and the console say so, and the report is the same.
   * @throws {Error} `err:startup` if the gate's wasm cannot be loaded; `TypeError` for an invalid run.
   */
  verifyRun(run: Run): Promise<VerificationReport>;
  /** Where the gate's wasm is, as the options say. */
  readonly gateSource: GateSource;
  getStats(): Stats;
  /** The last verifications, newest first. */
  getHistory(): HistoryEntry[];
  clearHistory(): void;
  /** The versions that the latest worker judges with; null before the first is ready. */
  getToolchain(): Toolchain | null;
  /**
   * Replaces all workers, and starts those again that had been given up. Running requests are cancelled, and waiting
   * ones stay. Resolves to whether a worker is ready.
   */
  reset(): Promise<boolean>;
  /**
   * Cancels the request of this id, which `onStart`, `verification-start` and `verification-progress` tell: it resolves as
   * `err:cancelled`. Gives whether it was open. Before the manager has loaded a request has no id: use a `signal`.
   */
  cancel(id: string): boolean;
  /** Settles all requests as `err:cancelled` and stops for good. */
  dispose(): void;

  addEventListener<K extends keyof ManagerEventMap>(
    type: K,
    listener: (this: VerificationManager, event: ManagerEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof ManagerEventMap>(
    type: K,
    listener: (this: VerificationManager, event: ManagerEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | EventListenerOptions): void;
}

export default VerificationManager;
export { createModule, createToolsModule } from './di-module.js';
export * from './gate/index.js';
export { registerTools, registerVerificationManager } from './register.js';
export * from './store/index.js';
