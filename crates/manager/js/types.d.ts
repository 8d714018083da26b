/**
 * What results, options, events, stats and reports are made of.
 *
 * Generated from the Rust types by `cargo xtask codegen`.
 * @module
 */

import type { VerifyResult } from './results.js';

/**
 * The reason why a request did not succeed; a stable `err:*` string on the wire.
 *
 * A result whose tests, lint or type checks merely found problems has no code. Codes are for requests that were
 * stopped, or that the engine could not judge.
 */
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

/** The limits of a request. Omitted fields have their defaults. */
export interface Limits {
  /**
   * Wall-clock milliseconds from the start on a worker. The host enforces the limit by terminating the
   * worker.
   */
  timeMs?: number;
  /**
   * Bytecode instructions of guest code per file or expression. Guest code cannot catch the limit. A call
   * of a built-in counts as one instruction.
   */
  instructions?: number;
  /** Iterations of one loop in one call frame. */
  loopIterations?: number;
  /**
   * Nested guest calls.
   *
   * A call that goes through the engine (a callback of `map`, a getter) counts twice. Plain calls could
   * nest far deeper than the default. Operations that need more stack than a browser's worker has stop
   * earlier, with the same outcome. Nested generators stop at 200; `replace`, `JSON.parse` and `join`
   * nested in themselves stop at 100.
   */
  recursion?: number;
  /**
   * Bytes that a request may hold, excluding garbage, beyond what the worker or child process held before.
   * The engine needs a few MiB on top. The limit also bounds a single `ArrayBuffer` or string of the
   * guest.
   */
  memoryBytes?: number;
  /** Bytes of `output` as JSON. The engine cuts entries beyond it and sets `truncated`. */
  outputBytes?: number;
  /** Bytes of recorded console text. Text beyond it is counted, not recorded. */
  consoleBytes?: number;
  /** Number of tests in one file. */
  tests?: number;
}

/**
 * The configuration of a request. Missing keys take their defaults. Keys without effect are listed in the
 * result's `warnings` and fail nothing, so that a project can pass its Vitest configuration unchanged.
 */
export interface Config {
  /** Vitest's `test` key. */
  test?: TestConfig;
  /** Lint rules, capabilities and globals. */
  lint?: LintConfig;
  /** Options of the type checks. */
  types?: TypesConfig;
}

/**
 * Replacements of import specifiers, in the order in which they are tried: `{ find: replacement }` or `[{
 * find, replacement }]`, as in Vite. A find matches itself and itself followed by `/…`. A find with a `*`
 * matches any non-empty text in its place, which replaces the `*` in the replacement.
 */
export type Aliases = Readonly<Record<string, string>> | readonly Alias[];

/** The layer of a type check. */
export type CheckLevel = 'fast' | 'full';

/** How the guest's console output is recorded. */
export type ConsolePolicy = 'keep' | 'silent';

/** Prefixes of variables: `'VITE_'` or `['VITE_', …]`. */
export type EnvPrefix = string | readonly string[];

/** How much evidence of a `test:` is recorded. */
export type EvidenceLevel = 'off' | 'graph' | 'full';

/** Requirements on assertions (Vitest's `expect`, plus `strictAssertions`). */
export interface ExpectConfig {
  /** Whether a test without assertions fails (Vitest's `expect.requireAssertions`). */
  requireAssertions?: boolean;
  /**
   * Whether a test fails if the error of a failed assertion was caught. Attempts inside `toThrow`,
   * `rejects`, `expect.poll` and `vi.waitFor` do not count.
   */
  strictAssertions?: boolean;
  /** Defaults of `expect.poll`. */
  poll?: PollConfig;
}

/** Default options of `vi.useFakeTimers`. */
export interface FakeTimersConfig {
  /** Initial time in milliseconds since 1970; by default the realm's time. */
  now?: number | null;
  /** Functions to fake; by default all except `nextTick` and `queueMicrotask`. */
  toFake?: ReadonlyArray<string> | null;
  /** Functions to exclude from `toFake`. */
  toNotFake?: ReadonlyArray<string> | null;
  /** Number of timers after which `runAllTimers` gives up. */
  loopLimit?: number;
  /** Whether the realm's clock advances the fake clock. */
  shouldAdvanceTime?: boolean;
  /** Milliseconds by which each such advance moves the fake clock. */
  advanceTimeDelta?: number;
  /** Whether a fake `clearTimeout` also clears real timers. */
  shouldClearNativeTimers?: boolean;
}

/** The order of hooks of one suite, as Vitest's `sequence.hooks` names it. */
export type HookOrder = 'stack' | 'list' | 'parallel';

/** How imports find files, where it differs from the usual. */
export interface ImportResolution {
  /**
   * Conditions of `exports` and `imports` that hold besides `default`, `import` or `require`, `node`,
   * `module-sync` and `development` (Vite's `resolve.conditions`). In a project of Jest they replace
   * `node-addons` (`customExportConditions`). There `require` holds in place of `import`, unless the importer
   * declares that it is an ES module.
   */
  conditions?: ReadonlyArray<string>;
  /**
   * Extensions to try, in order, if no file has the path (Vite's `resolve.extensions`). If empty:
   * `.js .mjs .ts .mts .tsx .jsx .json`.
   */
  extensions?: ReadonlyArray<string>;
  /**
   * Members of a `package.json` without `exports` that name its main file; the first one present counts, and
   * `main` comes last (Vite's `resolve.mainFields`). If empty: `main`, then `module`.
   */
  mainFields?: ReadonlyArray<string>;
}

/** Lint configuration. By default, the rules of the recommended preset are on, as errors. */
export interface LintConfig {
  /** Ids of rules to switch off, even if `rules` enables them. */
  off?: ReadonlyArray<string>;
  /**
   * Rules with their severity and options (ESLint's `rules`). Rules that it does not name keep the
   * recommended preset's setting.
   */
  rules?: { [key in string]: RuleEntry };
  /** Settings of rules that `rules` does not name. A host adds these to a project's own configuration. */
  defaults?: { [key in string]: RuleEntry };
  /**
   * If set, only these rules run, each as an error, regardless of `off` and the severities in `rules`.
   * Options come from `rules`. A host such as a gate uses it to run particular rules whatever a project
   * configures.
   */
  only?: ReadonlyArray<string>;
  /** Whether comments such as `eslint-disable` have no effect (ESLint's `linterOptions.noInlineConfig`). */
  noInlineConfig?: boolean;
  /**
   * The language of the files (ESLint's `languageOptions`). Without it, the path and the text of a file
   * tell its source type, and the globals of all hosts are known.
   */
  languageOptions?: Record<string, unknown>;
  /** What rules share (ESLint's `settings`). */
  settings?: Record<string, unknown>;
  /** The number of warnings past which a `lint:` fails (ESLint's `--max-warnings`). */
  maxWarnings?: number;
  /** Whether files are fixed, and the result has their texts. */
  fix?: boolean;
  /** The types of fixes to apply (ESLint's `--fix-type`); without any, all. */
  fixTypes?: ReadonlyArray<string>;
  /** Whether `timing.rules` of the result has the time of each rule. */
  timing?: boolean;
  /** The objects of a flat configuration. A list in place of the whole `lint` is the same. */
  configs?: readonly Record<string, unknown>[];
  /** The name of the configuration. */
  name?: string;
  /** The folder to which `files` and `ignores` are relative. */
  basePath?: string;
  /** Patterns of the files to which it applies. */
  files?: readonly (string | readonly string[])[];
  /** Patterns of the files to which it does not apply. */
  ignores?: readonly (string | readonly string[])[];
  /** Presets and configurations that it is laid over. */
  extends?: readonly unknown[] | string;
  /** How comments are treated (ESLint's `linterOptions`). */
  linterOptions?: Record<string, unknown>;
  /** Plugins, which have no effect: what is built in needs none. */
  plugins?: Record<string, unknown>;
  [key: string]: unknown;
}

/**
 * A small change of a function that a good test notices. `config.test.mutant` makes the engine apply it when
 * it reads the file.
 */
export interface Mutant {
  /** Absolute path of the file. */
  file: string;
  /** Byte offset of the changed syntax in the snapshot file. */
  offset: number;
  /** 1-based line of the changed syntax. */
  line: number;
  /** The kind of change. */
  kind: MutantKind;
}

/** The change that a mutant makes. */
export type MutantKind = 'negateCondition' | 'returnConstant' | 'returnOther' | 'dropCall';

/** What `== null` and `!= null` are to a type check. */
export type NullChecks = 'error' | 'warn' | 'off';

/** A regular expression: a text, which is its source, or `{ source, flags }`, as a `RegExp` has them. */
export type Pattern = string | RegExp | { source: string; flags?: string };

/** A specifier that resolves as it did in another state, whatever the snapshot contains. */
export interface PinnedImport {
  /** Absolute path of the importing file. */
  importer: string;
  /** The specifier in the source. */
  specifier: string;
  /**
   * Absolute path that it resolves to. If no such file exists, the specifier is resolved normally. Absent if it
   * resolves to nothing.
   */
  path?: string;
}

/** Defaults of `expect.poll`, in virtual milliseconds. */
export interface PollConfig {
  /** Time between two attempts. */
  interval?: number;
  /** Time after which the next attempt is the last. */
  timeout?: number;
}

/** A severity, or `[severity, ...options]`. */
export type RuleEntry = RuleSeverity | readonly [RuleSeverity, ...unknown[]];

/** The order of tests (Vitest's `sequence`). */
export interface SequenceConfig {
  /** Whether the tests of a suite run in a shuffled order. Results always list them in declaration order. */
  shuffle?: Shuffle;
  /** Seed of the order; by default the request's seed. The result reports it. */
  seed?: number | null;
  /** The order of hooks of one suite. */
  hooks?: HookOrder;
}

/** Files that run before each test file: `'./setup.ts'` or `['./setup.ts', …]`. */
export type SetupFiles = string | readonly string[];

/** One of several parts of the files: `index/count`, with an index from 1. */
export type Shard = string;

/** `true`, or `{ tests: true }` as in Vitest. The order of files has no effect that a test could observe. */
export type Shuffle = boolean | { tests?: boolean };

/** How snapshots print values (the part of Vitest's `snapshotFormat` that the engines know). */
export interface SnapshotFormat {
  /** Whether `"` and `\` in texts are escaped. */
  escapeString?: boolean;
  /** Whether `Object` and `Array` stand before plain objects and arrays, as in Jest before version 29. */
  printBasicPrototype?: boolean;
}

/** How to treat a missing snapshot (Vitest's `update`, without the modes that write). */
export type SnapshotUpdate = 'new' | 'none';

/** The supported part of Vitest's `test` configuration. */
export interface TestConfig {
  /** Virtual milliseconds that a test may take (Vitest's `testTimeout`). */
  testTimeout?: number;
  /** Virtual milliseconds that a hook may take (Vitest's `hookTimeout`). */
  hookTimeout?: number;
  /** Whether a run of `.only` tests counts as a pass (Vitest's `allowOnly`). */
  allowOnly?: boolean;
  /** Whether a file without tests counts as a pass (Vitest's `passWithNoTests`). A gate ignores it. */
  passWithNoTests?: boolean;
  /** How the guest's console output is recorded. */
  console?: ConsolePolicy;
  /** Replaced import specifiers (Vite's `resolve.alias`). */
  alias?: Aliases;
  /** How imports find files, besides `alias` (Vite's `resolve`). */
  resolve?: ImportResolution;
  /**
   * One or more files that run before each test file, in its realm (Vitest's `setupFiles`). A name without
   * a leading `/` is resolved from the root, first as a path, then as a package.
   */
  setupFiles?: SetupFiles;
  /**
   * The `process.env` of the guest, fresh in each file (Vitest's `test.env`). Variables of `.env` files with a
   * prefix of `envPrefix` are added. The host's environment is not part of it.
   */
  env?: { [key in string]: string };
  /** Prefixes of the variables that `.env` files add to `env`: one or several (Vite's `envPrefix`). */
  envPrefix?: EnvPrefix;
  /**
   * The folder of `.env`, `.env.local`, `.env.test` and `.env.test.local`, as a path from the root (Vite's
   * `envDir`). With an empty text, none is read.
   */
  envDir?: string;
  /** Values that `inject` returns, by name (Vitest's `provide`). */
  provide?: Record<string, unknown>;
  /** Whether to clear the recorded calls of all mocks before each test (Vitest's `clearMocks`). */
  clearMocks?: boolean;
  /** Whether to also reset mock implementations before each test (Vitest's `mockReset`). */
  mockReset?: boolean;
  /**
   * Whether to forget all modules before each test, so that what it imports or requires runs again (Jest's
   * `resetModules`).
   */
  resetModules?: boolean;
  /** Whether to restore the originals of spies before each test (Vitest's `restoreMocks`). */
  restoreMocks?: boolean;
  /** Whether to restore stubbed globals before each test (Vitest's `unstubGlobals`). */
  unstubGlobals?: boolean;
  /** Whether to restore stubbed environment variables before each test (Vitest's `unstubEnvs`). */
  unstubEnvs?: boolean;
  /** Default options of `vi.useFakeTimers` (Vitest's `fakeTimers`). */
  fakeTimers?: FakeTimersConfig;
  /** Requirements on assertions. */
  expect?: ExpectConfig;
  /** How to treat a missing snapshot. */
  update?: SnapshotUpdate;
  /** How snapshots print values. */
  snapshotFormat?: SnapshotFormat;
  /**
   * Regular expression that selects tests by their full name: suites and test, joined by spaces (Vitest's
   * `testNamePattern`).
   */
  testNamePattern?: Pattern | null;
  /** Number of failed tests after which nothing more runs; 0 for no limit (Vitest's `bail`). */
  bail?: number;
  /** How often a failed test is retried, unless it sets its own number (Vitest's `retry`). */
  retry?: number;
  /** The order of tests. */
  sequence?: SequenceConfig;
  /** The part of the files to run (Vitest's `shard`). */
  shard?: Shard | null;
  /**
   * Whether to only list the tests that match `testNamePattern`, as skipped. Because none runs, the
   * request does not pass.
   */
  list?: boolean;
  /**
   * Whether each file has its own guest (Vitest's `isolate`). The interpreter always isolates files. In
   * the browser's engine a file gets the guest of an earlier one if that is proven clean. With `true` each
   * file has its own. With `false` they share guests without a proof, and the result says so.
   */
  isolate?: boolean;
  /**
   * The environment whose globals the guest has (Vitest's `environment`): `node`, or a DOM, which is that of the package
   * `jsdom` or `happy-dom`. `dom` is the latter. Only the browser's engine has a DOM.
   */
  environment?: string;
  /** Options of an environment, under `jsdom` or `happyDOM` (Vitest's `environmentOptions`): `url` and other data. */
  environmentOptions?: Record<string, unknown>;
  /** Tests of types (Vitest's `typecheck`). `true` enables them with all defaults. */
  typecheck?: boolean | TypecheckConfig;
  /**
   * Globs, from the root, of test files that run (Vitest's `include`). A command names its files itself, so these only decide
   * which of the files that `typecheck` means run too.
   */
  include?: ReadonlyArray<string>;
  /** Globs of files that `include` does not mean (Vitest's `exclude`). */
  exclude?: ReadonlyArray<string>;
  /**
   * The runner that the tests were written for. Its rules count where the two differ: how modules are mocked, tests
   * called, mocks reset and snapshots named. Only `vitest` has no global `jest`. Without one, `jest` is another name
   * of `vi`, and modules are linked as in a browser.
   */
  writtenFor?: TestRunner;
  /**
   * Whether only test material has the test API, as bindings. The subject then sees no test globals,
   * cannot import `vitest`, and any other call of the API is refused (`err:policy`).
   */
  sealedApi?: boolean;
  /** How much evidence of what test files use and do is recorded. */
  evidence?: EvidenceLevel;
  /** Absolute paths that are test material, even if other files import them. */
  material?: ReadonlyArray<string>;
  /** Entry points of the application, in addition to those that `package.json` and HTML files name. */
  entries?: ReadonlyArray<string>;
  /** Imports that resolve as they did in another state. */
  pinnedImports?: ReadonlyArray<PinnedImport>;
  /** A mutant to apply when its file is read. */
  mutant?: Mutant;
  /** Selects another seed, which derives from the request's; 0 selects the request's own. */
  reseed?: number;
  [key: string]: unknown;
}

/** A test runner for which tests are written. */
export type TestRunner = 'jest' | 'vitest';

/** Type check configuration. */
export interface TypesConfig {
  /** Names of additional global variables. */
  globals?: ReadonlyArray<string>;
  /** Whether every file can count on the globals of Node: `process`, `Buffer` … */
  node?: boolean;
  /** What `== null` and `!= null` are. */
  nullChecks?: NullChecks;
  /** Whether everything that TypeScript reports as an error fails, also where code without types makes it uncertain. */
  strict?: boolean;
  /** The layer that is demanded; by default the full one, wherever it can run. */
  level?: CheckLevel;
  /** The `tsconfig.json` whose project is checked, as a path in the snapshot. By default the nearest to each file. */
  project?: string;
  /** Whether the caller compares two states. Problems that only fail if they are new are then errors. */
  comparing?: boolean;
  [key: string]: unknown;
}

/** A rewrite of import specifiers, as in Vite's `resolve.alias`. */
export interface Alias {
  /** What the specifier must equal, start with or match. */
  find: AliasFind;
  /**
   * The replacing path in the snapshot, or package. With a pattern, `$1` and the like work as in
   * `String.prototype.replace`.
   */
  replacement: string;
  /** What else to try, in order, if there is no such file (the further paths of Jest's `moduleNameMapper`). */
  fallbacks?: Array<string>;
}

/** The specifiers that an alias matches. */
export type AliasFind = string | RegExp | { source: string; flags?: string };

/** Tests of types (Vitest's `typecheck`). Their files are not run: the full layer of the type checks judges each test in them. */
export interface TypecheckConfig {
  /** Whether files that `include` matches are tests of types. Otherwise they run like others. */
  enabled?: boolean;
  /** Whether only tests of types count, so that no other file runs. */
  only?: boolean;
  /** Globs, from the root, of the files whose tests are about types. */
  include?: ReadonlyArray<string>;
  /** Globs of files that `include` does not mean. */
  exclude?: ReadonlyArray<string>;
  /** The checker. The built-in TypeScript checks instead of any other than `tsc`, and a warning says so. */
  checker?: string;
  /** Whether the types of JavaScript are checked too, as with `allowJs` and `checkJs` in `tsconfig.json`. */
  allowJs?: boolean;
  /** Whether errors in files that are no tests of types fail nothing. */
  ignoreSourceErrors?: boolean;
  /** The `tsconfig.json` whose project is checked, as a path from the root. By default the nearest to each file. */
  tsconfig?: string;
  /** Real milliseconds that the checker may take to start. By default only the time limit of the request counts. */
  spawnTimeout?: number;
}

/** The severity of a lint rule. */
export type RuleSeverity = 'off' | 'warn' | 'error' | 0 | 1 | 2;

/**
 * How to confirm a provisional result. It comes with the request and never from the snapshot, so that the
 * code under test cannot weaken its own examination.
 */
export interface Confirm {
  /** Tests that must be confirmed. */
  required?: 'all' | readonly string[];
  /** Share of the other passed tests to sample at random, from 0 to 1; rounded up. */
  sample?: number;
  /** How to treat a required test that the second engine cannot run. */
  unconfirmed?: OnUnconfirmed;
}

/** How to treat a required test that could not be confirmed. */
export type OnUnconfirmed = 'fail' | 'allow';

/**
 * The answer to a request. `success`, `output` and `error` are the keys of spec M11.
 *
 * Its `command` determines the shape of `output` when it is deserialized.
 */
export interface EngineResult {
  /** Whether the command was positively found to pass. */
  success: boolean;
  /** The error, in a sentence, or null. */
  error: string | null;
  /** Why the command could not be judged, or null. */
  code: Code | null;
  /** The command as requested. */
  command: string;
  /** Location of the cause of a `code` or `error` of the whole request, if there is a single one. */
  location?: Location;
  /**
   * The limit that was reached: the first that stopped something, otherwise the first that cut something.
   * Among tests that each reached one, the first in the order of `output`.
   */
  limit?: LimitReached;
  /** Root hash of the judged snapshot, lowercase hex SHA-256; empty if there was none. */
  snapshotRoot: string;
  /** Lowercase hex SHA-256 of `output` as compact JSON. */
  outputSha256: string;
  /** Whether `output` or `console` was cut to its limit. */
  truncated: boolean;
  /** Number of entries cut from `output`. */
  omitted?: number;
  /** Problems with the request that did not stop it, in sentences: configuration keys without effect. */
  warnings?: Array<string>;
  /** The guest's console output. */
  console: ConsoleLog;
  /** New snapshots that a `test:` proposes, and obsolete ones. */
  snapshots?: SnapshotReport;
  /** Seed of the test order, if tests were shuffled. */
  sequenceSeed?: number;
  /** The part of the files that ran, if not all did. */
  shard?: Shard;
  /** Whether tests were only listed and none was meant to run. */
  listed?: boolean;
  /** The engine that ran guest code; omitted for the default. */
  engine?: Engine;
  /** Files that another engine ran than `engine`, in the order of `output`. */
  engines?: Array<FileEngine>;
  /** Whether guest and harness shared a heap, so that the guest may have forged the result. */
  provisional?: boolean;
  /** Whether test files shared guests, so that one could see what another left behind (`isolate: false`). */
  reused?: boolean;
  /** What the second engine found, if there was one. */
  witnesses?: Witnesses;
  /** What test files used and did, if `config.test.evidence` requests it. */
  evidence?: Evidence;
  /** The texts of files after the fixes of a `lint:`, by path. Nothing is written. */
  fixed?: { [key in string]: string };
  /** The number of warnings past which a `lint:` fails, if there is one. */
  maxWarnings?: number;
  /** How types were checked, if the host can check them. */
  types?: TypesReport;
  /** Real time; not deterministic. */
  timing: Timing;
  /** For a request that no worker could answer: the exact observation, and the files that had not ended. */
  detail?: string;
  /** For a request that no worker could answer: advice on what to do. */
  hint?: string;
}

/** An assertion that a test made. */
export interface AssertionEvidence {
  /**
   * The matcher with its modifiers: `toBe`, `not.toEqual`, `resolves.toBe`, `soft.toBe`, or `assert.equal`
   * of chai's `assert`.
   */
  matcher: string;
  /** Absolute path of the file that called the matcher; null if no guest frame did. */
  file: string | null;
  /** 1-based line of the call in that file; 0 if unknown. */
  line: number;
  /** Number of arguments of the matcher. */
  arguments: number;
  /**
   * Lowercase hex SHA-256, cut to 16 digits, of a bounded preview of the arguments; empty without
   * arguments.
   */
  expected: string;
  /** A short preview of the arguments, for people. */
  shown: string;
  /**
   * Whether an argument contains an asymmetric matcher that accepts values of many kinds
   * (`expect.anything()`, `expect.any(…)`).
   */
  open: boolean;
  /** Whether the argument of `expect` depends on no import, call or variable, as in `expect(3)`. */
  constant: boolean;
}

/** Source around a location, ready to print: lines with their numbers, and a caret below the location. */
export interface CodeFrame {
  /**
   * At most five lines of at most 100 characters, plus the caret's line. Control characters become
   * `\u{fffd}`, tabs four spaces.
   */
  text: string;
  /** Absolute path in the snapshot. */
  file: string;
  /** First line. */
  line: number;
  /** First column. */
  column: number;
  /** Last line. */
  endLine?: number;
  /** Column after the last character. */
  endColumn?: number;
}

/** One line of the guest's console. */
export interface ConsoleEntry {
  /** The console method: `log`, `warn`, `error` … */
  level: string;
  /** The text, formatted as by a console. */
  text: string;
  /** Path of the test file that was running. */
  file?: string;
  /** The test that was running, as its path joined by ` > `. */
  test?: string;
}

/** The guest's console output. It is data only: no part of it is ever read as a result. */
export interface ConsoleLog {
  /** The recorded calls, up to `limits.consoleBytes`. */
  entries: Array<ConsoleEntry>;
  /** Number of calls. */
  total: number;
  /** Whether some calls were not recorded. */
  truncated: boolean;
}

/** A test on which two engines disagree, with both results. An engine that does not know the test has none. */
export interface Disagreement {
  /** Absolute path in the snapshot. */
  file: string;
  /** Suite names and the test name, outermost first. */
  path: Array<string>;
  /** The browser engine's result. */
  browser?: TestEntry;
  /** The interpreter's result. */
  boa?: TestEntry;
}

/** The engine that runs the guest code of a `test:`. */
export type Engine = 'boa' | 'browser' | 'both';

/** The subject of a `TestEntry`. */
export type EntryScope = 'test' | 'suite' | 'file';

/** The evidence of a `test:`. */
export interface Evidence {
  /** One entry per test file, in the order in which they ran. */
  files: Array<FileEvidence>;
  /** Whether the files of the snapshot were classified; otherwise the next four fields are empty. */
  divided: boolean;
  /**
   * Absolute paths that the application reaches without tests, sorted. Every other file is test material
   * or undecided.
   */
  subject: Array<string>;
  /** Absolute paths of files that only tests reach, and that may be either tested code or test helpers. */
  undecided: Array<string>;
  /**
   * Files of the subject that no entry point reaches and no test imports by a literal specifier. A test
   * that imports them at run time may use them as helpers.
   */
  loose: Array<string>;
  /** Folders below `node_modules` of packages that the subject depends on. */
  packages: Array<string>;
}

/** The engine that ran a test file, if it is not that of the whole result. */
export interface FileEngine {
  /** Absolute path in the snapshot. */
  file: string;
  /** The engine that ran it. */
  engine: Engine;
  /** Why, in a sentence. */
  why: string;
}

/** What one test file used and did. */
export interface FileEvidence {
  /** Absolute path of the test file. */
  file: string;
  /** Resolved imports, sorted and without duplicates. */
  imports: Array<ImportEvidence>;
  /** Reads other than imports, sorted and without duplicates. */
  reads: Array<ReadEvidence>;
  /** Whether imports, reads or assertions are missing here because there were too many. */
  truncated?: boolean;
  /** The tests, in the order of the result's test entries. Empty unless the level is `full`. */
  tests: Array<TestEvidence>;
  /**
   * Mutants of the subject's functions that the tests called, by file and location. Empty unless the
   * level is `full`.
   */
  mutants: Array<Mutant>;
}

/** Real time of one file. */
export interface FileTiming {
  /** Absolute path in the snapshot. */
  file: string;
  /** Real milliseconds. */
  ms: number;
}

/** A function of the subject. */
export interface FunctionEvidence {
  /** Absolute path of its file. */
  file: string;
  /** 1-based line of its start. */
  line: number;
  /** 1-based column of its start, in UTF-16 units. */
  column: number;
  /** Name of the function; empty if it has none. */
  name: string;
}

/** A resolved import: an edge of the module graph that the host served. */
export interface ImportEvidence {
  /** Absolute path of the importing file. */
  importer: string;
  /** The specifier in the source. */
  specifier: string;
  /** How the module was imported. */
  kind: ImportKind;
  /** Absolute path of the file; null if the target does not exist or is not a snapshot file. */
  path: string | null;
}

/** How a module was imported. */
export type ImportKind = 'import' | 'require' | 'mock' | 'setup';

/** A field of `Limits`, by its name on the wire. */
export type LimitName =
  | 'timeMs'
  | 'instructions'
  | 'loopIterations'
  | 'recursion'
  | 'memoryBytes'
  | 'outputBytes'
  | 'consoleBytes'
  | 'tests';

/** The phase of a command. */
export type LimitPhase = 'load' | 'collect' | 'hook' | 'test' | 'eval' | 'check' | 'output';

/** A limit that was reached, and where. */
export interface LimitReached extends Partial<Location> {
  /** The limit. */
  name: LimitName;
  /** Its value in this request, in its own unit; `instructions` are at most 2^32 - 1. */
  value: number;
  /** The phase. */
  phase: LimitPhase;
  /**
   * The hook that was running: `beforeAll`, `beforeEach`, `afterEach`, `afterAll`, `onTestFinished` or
   * `onTestFailed`. A cleanup function that `beforeEach` or `beforeAll` returned counts as `afterEach` or
   * `afterAll`.
   */
  hook?: 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll' | 'onTestFinished' | 'onTestFailed';
  /** Names of the suite whose body or hook was running, outermost first; empty for hooks of the file. */
  suite?: Array<string>;
  /** Suite names and name of the running test, outermost first. */
  test?: Array<string>;
}

/**
 * A location in a snapshot file. Lines and columns are 1-based. Columns count UTF-16 units, as in editors,
 * ESLint and V8.
 */
export interface Location {
  /** Absolute path in the snapshot. */
  file: string;
  /** First line. */
  line: number;
  /** First column. */
  column: number;
  /** Last line. */
  endLine?: number;
  /** Column after the last character. */
  endColumn?: number;
}

/** A read through the guest's file system, or by the test API. */
export interface ReadEvidence {
  /** Absolute path of the file or folder. */
  path: string;
  /** How the path was read. */
  kind: ReadKind;
  /** Absolute path of the module whose code read it, if the host knows. */
  by: string | null;
}

/** How a path was read. */
export type ReadKind = 'file' | 'folder' | 'missing' | 'snapshot' | 'glob';

/** Real time of one lint rule over all files. */
export interface RuleTiming {
  /** The id by which the configuration calls the rule. */
  rule: string;
  /** Real milliseconds. */
  ms: number;
}

/** An entry of a snapshot file. */
export interface SnapshotKey {
  /** Absolute path of the file. */
  path: string;
  /** The entry's name. */
  key: string;
}

/** A new snapshot. */
export type SnapshotProposal =
  | {
      kind: 'file';
      /** Absolute path. */
      path: string;
      /** The whole content. */
      content: string;
      /** Names of the new entries. */
      keys: Array<string>;
    }
  | {
      kind: 'raw';
      /** Absolute path. */
      path: string;
      /** The whole content. */
      content: string;
    }
  | {
      kind: 'inline';
      /** The template literal to insert between the parentheses, indented for the line. */
      literal: string;
      /** Absolute path in the snapshot. */
      file: string;
      /** First line. */
      line: number;
      /** First column. */
      column: number;
      /** Last line. */
      endLine?: number;
      /** Column after the last character. */
      endColumn?: number;
    };

/** New and obsolete snapshots of test files. They are only proposals: nothing is written. */
export interface SnapshotReport {
  /** New snapshots in the order of test files: whole files first, then locations in the test file. */
  proposed: Array<SnapshotProposal>;
  /** Entries of snapshot files that no test requested, in the order of files and keys. */
  obsolete: Array<SnapshotKey>;
}

/** One test of a `test:` result. `{ suite, test, passed, error }` are the keys of spec W10. */
export interface TestEntry {
  /** Name of the innermost suite; `Default` for a test outside any (spec W10). */
  suite: string;
  /** Name of the test. */
  test: string;
  /** `state == passed`. */
  passed: boolean;
  /** Why it failed, or null. */
  error: string | null;
  /** Whether the entry is about a test, a suite or a file. */
  scope: EntryScope;
  /** The test's state. */
  state: TestState;
  /** Suite names and the test name, outermost first. */
  path: Array<string>;
  /**
   * Virtual milliseconds between start and end, so that equal runs give equal bytes. Real time is in
   * `timing.tests`.
   */
  durationMs: number;
  /**
   * Number of assertions that passed or failed in the last attempt; 0 if it did not run. The host counts
   * them, so that a test cannot claim more.
   */
  assertions: number;
  /** Number of failed assertions of the last attempt that were caught and did not fail it. */
  swallowed?: number;
  /** Code of the limit or rule that stopped it. */
  code?: Code;
  /** Line diff of expected and received. */
  diff?: string;
  /** Stack of the error, with guest frames only. */
  stack?: string;
  /** Location of the failing assertion or throw. */
  failedAt?: Location;
  /**
   * All errors, in order of occurrence; `error`, `code`, `diff`, `stack` and `failedAt` are their short
   * form. Empty if nothing was thrown or asserted, for example if the test did not run.
   */
  errors?: Array<TestError>;
  /** Absolute path in the snapshot. */
  file: string;
  /** First line. */
  line: number;
  /** First column. */
  column: number;
  /** Last line. */
  endLine?: number;
  /** Column after the last character. */
  endColumn?: number;
}

/**
 * One error in a test, a suite or a file. All text comes from the guest and is bounded. A message and a diff
 * have at most 4 KiB each, a stack 30 frames, and causes and aggregated errors 20 in total.
 */
export interface TestError {
  /**
   * The error's `name`, for example `AssertionError`. Absent for thrown values that are no errors, and
   * for messages of the runner.
   */
  name?: string;
  /** The error's `message`, or a preview of a value that is no error. */
  message: string;
  /**
   * The hook that failed: `beforeAll`, `beforeEach`, `aroundAll`, `aroundEach`, `afterEach`, `afterAll`,
   * `onTestFinished` or `onTestFailed`. A cleanup function that `beforeEach` or `beforeAll` returned
   * counts as `afterEach` or `afterAll`.
   */
  hook?: 'beforeAll' | 'beforeEach' | 'aroundAll' | 'aroundEach' | 'afterEach' | 'afterAll' | 'onTestFinished' | 'onTestFailed';
  /** How the error escaped, if nothing handled it. */
  unhandled?: UnhandledKind;
  /**
   * Suite names and name of the test that caused it, if it is reported elsewhere. This applies to
   * unhandled errors, and to errors after the end of that test.
   */
  test?: Array<string>;
  /** `Name: message` of the aggregate error that contains this one. */
  aggregate?: string;
  /** Code of the limit or rule that was violated. */
  code?: Code;
  /** Location of the throw. */
  at?: Location;
  /** Source around the location. For an error from a package, around the first location outside packages. */
  frame?: CodeFrame;
  /** Line diff of expected and received. */
  diff?: string;
  /** `Name: message`, then one line `    at f (/x.js:2:9)` per guest frame. */
  stack?: string;
  /** Own properties, such as `code`, that not every error has, printed as an object. */
  properties?: string;
  /** The error's `cause`. */
  cause?: TestError;
  /** Errors of an aggregate that is itself a cause or part of an aggregate. */
  errors?: Array<TestError>;
}

/** What one test did in its last attempt. */
export interface TestEvidence {
  /** Suite names and the test name, outermost first. */
  path: Array<string>;
  /** Its assertions that passed or failed, in order. */
  assertions: Array<AssertionEvidence>;
  /** The subject's functions that were called while the test and its hooks ran, by file and location. */
  functions: Array<FunctionEvidence>;
}

/** The state of a test, in the terms of Vitest's and Jest's reporters. */
export type TestState = 'passed' | 'failed' | 'skipped' | 'todo';

/**
 * Real time, from the host's monotonic clock. It is the only part of a result that differs between equal
 * runs.
 */
export interface Timing {
  /** Real milliseconds of the engine. */
  totalMs: number;
  /** Real time per file. */
  files: Array<FileTiming>;
  /** Real milliseconds per test, in the order of `output`; empty for other verbs. */
  tests: Array<number>;
  /**
   * Real time per lint rule, by id, if `lint.timing` asks for it. What several rules use, such as control flow,
   * counts for the first of a file that needs it.
   */
  rules?: Array<RuleTiming>;
  /** Number of files that ran in a guest that an earlier file had left clean. */
  reused?: number;
}

/** How the types of a `type-check:` were checked. */
export interface TypesReport {
  /** The layer that the result rests on. */
  layer: CheckLevel;
  /** Why the full layer did not run or did not finish, in a sentence. */
  unchecked?: string;
  /** The stable code of that reason, if the full layer was started or demanded. */
  code?: Code;
  /** The checker of the full layer and its version, for example `typescript 6.0.3`. */
  checker?: string;
  /** The program that the checker ran in, for example `node v20.20.2`. */
  runtime?: string;
}

/** A test that could not be confirmed. */
export interface Unconfirmed {
  /** Absolute path in the snapshot. */
  file: string;
  /** Suite names and the test name, outermost first. */
  path: Array<string>;
  /** Whether it had to be confirmed. */
  required: boolean;
  /** Why the test is unconfirmed, in a sentence. */
  why: string;
}

/** How an error escaped handling. */
export type UnhandledKind = 'rejection' | 'exception';

/** The outcome of the second witness. */
export interface Witnesses {
  /** Seed of the sample: fresh random bits of the host, drawn after the first witness finished. */
  seed: number;
  /** Files that ran again, each as a whole, sorted by path. */
  files: Array<string>;
  /** Number of tests that had to be confirmed. */
  required: number;
  /** Number of sampled tests. */
  sampled: number;
  /** Number of tests in `files` on which both witnesses agree. */
  confirmed: number;
  /** Tests on which the witnesses disagree. A single one fails the request with `err:disagreement`. */
  disagreements: Array<Disagreement>;
  /** Tests that the second witness could not run. */
  unconfirmed: Array<Unconfirmed>;
}

/**
 * One problem of a `lint:` or `type-check:` result. `{ line, message }` and `{ variable?, message }`
 * are the keys of spec W13 and spec W15.
 */
export interface Diagnostic {
  /** The problem, in a sentence. */
  message: string;
  /** ESLint rule id, for example `no-var`; null for type problems that have only a code. */
  rule?: string;
  /** TypeScript diagnostic code, for example `TS2304`, or a stable `err:*` code. */
  code?: string;
  /** The identifier that a type problem is about. */
  variable?: string;
  /** Other places that explain the problem. */
  related?: Array<Related>;
  /** The checker that found it, if it is not Verdict's own: `typescript`. */
  source?: string;
  /** The severity. */
  severity: Severity;
  /** Whether the baseline of the request did not have it. Absent without a baseline, and of findings that Verdict itself made. */
  isNew?: boolean;
  /** Which of the rule's messages it is, for example `unexpected`. */
  messageId?: string;
  /** The edit that corrects the problem and keeps the behaviour of the code. */
  fix?: TextEdit;
  /** Edits that correct the problem and may change the behaviour, for a person to choose from. */
  suggestions?: Array<Suggestion>;
  /** Absolute path in the snapshot. */
  file: string;
  /** First line. */
  line: number;
  /** First column. */
  column: number;
  /** Last line. */
  endLine?: number;
  /** Column after the last character. */
  endColumn?: number;
}

/** Another place that explains a problem. */
export interface Related {
  /** What is there, in a sentence. */
  message: string;
  /** Absolute path in the snapshot. */
  file: string;
  /** First line. */
  line: number;
  /** First column. */
  column: number;
  /** Last line. */
  endLine?: number;
  /** Column after the last character. */
  endColumn?: number;
}

/** The severity of a `Diagnostic`. */
export type Severity = 'error' | 'warning';

/** An edit that a person may choose, as in ESLint. */
export interface Suggestion {
  /** Which of the rule's messages describes it. */
  messageId: string;
  /** What it does, in a sentence. */
  message: string;
  /** The edit. */
  fix: TextEdit;
}

/** The replacement of a part of a file, as in ESLint. */
export interface TextEdit {
  /**
   * Start and end of the replaced part, in UTF-16 units from the start of the file. A byte order mark
   * does not count.
   */
  range: [number, number];
  /** The text in its place. An empty text removes the part. */
  text: string;
}

/** Number of entries of a `test:`, by state. */
export interface TestCounts {
  /** Tests that passed. */
  passed: number;
  /** Tests that failed. */
  failed: number;
  /** Files and suites that failed outside any test. */
  failedOutside: number;
  /** Tests that were skipped. */
  skipped: number;
  /** Tests without a body. */
  todo: number;
}

/** Number of findings, by severity. */
export interface DiagnosticCounts {
  /** Findings that fail the command. */
  errors: number;
  /** Findings that are only reported. */
  warnings: number;
  /** Errors that have a fix. */
  fixableErrors?: number;
  /** Warnings that have a fix. */
  fixableWarnings?: number;
}

/**
 * Progress of a running request, for display only: it decides nothing. An `eval:` has no files and reports
 * no progress.
 */
export type WorkerProgress =
  | {
      kind: 'started';
      /** The verb of the command. */
      verb: Verb;
      /** Number of files. */
      files: number;
    }
  | {
      kind: 'fileStarted';
      /** Absolute path in the snapshot. */
      file: string;
    }
  | {
      kind: 'fileCollected';
      /** Absolute path in the snapshot. */
      file: string;
      /** Number of tests, including those that will not run. */
      tests: number;
    }
  | {
      kind: 'testStarted';
      /** Suite names and the test name, outermost first. */
      path: Array<string>;
      /** Absolute path in the snapshot. */
      file: string;
      /** First line. */
      line: number;
      /** First column. */
      column: number;
      /** Last line. */
      endLine?: number;
      /** Column after the last character. */
      endColumn?: number;
    }
  | {
      kind: 'testFinished';
      /** The entry of the test. */
      entry: TestEntry;
    }
  | {
      kind: 'fileFinished';
      /** Absolute path in the snapshot. */
      file: string;
      /** Whether everything in it passed. */
      passed: boolean;
    };

/** What a command does with its argument. */
export type Verb = 'test' | 'lint' | 'type-check' | 'eval' | 'project';

/**
 * Semver versions of everything besides the request that a verdict depends on. Equal toolchains give equal
 * verdicts on equal requests.
 */
export interface Toolchain {
  /** Version of Boa, which runs the guest. */
  engine: string;
  /** Version of the lint rule set. */
  rules: string;
  /** Version of the type checks. */
  checker: string;
  /** Version of the protocol of messages, as the major of a version, for example `1.0.0`. */
  protocol: string;
}

/** The commands that verify a project, as its own tools are configured. */
export interface ProjectPlan {
  /** The configurations that count, by their path from the project's folder, such as `vitest.config.ts`. */
  configurations: Array<string>;
  /** The commands, in the order in which a person waits for them. */
  commands: Array<ProjectCommand>;
  /** The tests of the project, or of each project among several. */
  tests: Array<ProjectTests>;
  /** Files that the configurations make, such as those of `define`, by their path. The commands need them. */
  files: { [key in string]: string };
  /** Sentences about what has no meaning here. */
  warnings: Array<string>;
}

/** A command of a project. */
export interface ProjectCommand {
  /** The verb. */
  verb: 'test' | 'lint' | 'type-check';
  /** The command in a few words, in place of all files: `test:[unit] .`. */
  label: string;
  /** The command, which names each file. */
  command: string;
  /** The configuration of the request. */
  config: Record<string, unknown>;
}

/** The configuration of tests. */
export interface ProjectTests {
  /** The name of a project among several. */
  name: string | null;
  /** The folder from the root, without slashes at its ends. */
  folder: string;
  /** The test files, as globs from the root. */
  include: Array<string>;
  /** The configuration of the requests, without the variables that a test runner sets. */
  config: Record<string, unknown>;
}

/** The statistics of a manager. */
export interface Stats {
  /** Verifications that run. */
  active: number;
  /** Verifications that wait. */
  queued: number;
  /** `passed + failed`. */
  completed: number;
  /** Verifications that passed. */
  passed: number;
  /** Verifications that failed, timed out, crashed, were malformed, or had no worker to run on. */
  failed: number;
  /** Verifications cancelled by the caller, by `reset()` or by `dispose()`. They neither passed nor failed. */
  cancelled: number;
  /** Verifications refused with `err:busy`, because the queue was full. */
  refused: number;
  /** The same as `completed`. */
  totalRuns: number;
  /** Percentage of `totalRuns` that passed, rounded; 100 before any completed. */
  passRate: number;
  /** Milliseconds since 1970; null before the first verification ended. */
  lastVerificationTime: number | null;
  /** Replacements of workers. */
  restarts: number;
  /** Replacements because of memory: the heap exceeded `recycleBytes`, or the request exhausted it. */
  recycled: number;
  /** Dropped messages, of workers that were already replaced. */
  dropped: number;
  /** Running or starting workers, without the spare one. */
  workers: number;
  /** 1 if a spare worker runs or starts. */
  spare: number;
  /** All workers. */
  slots: Array<WorkerStatus>;
}

/** The status of a worker, for statistics. */
export type SlotStatus = 'stopped' | 'starting' | 'idle' | 'busy' | 'broken';

/** A worker in the statistics. */
export interface WorkerStatus {
  /** The worker's slot. */
  slot: number;
  /** The worker's generation; 0 before the first. */
  generation: number;
  /** The worker's status. */
  state: SlotStatus;
  /** The worker's last reported heap size in bytes; 0 if unknown. */
  heapBytes: number;
}

/** One verification in the history, and the detail of `verification-complete`. */
export interface HistoryEntry {
  /** Id of the request. */
  id: string;
  /** The command as requested. */
  command: string;
  /** The session id that the request passed; null by default. */
  sessionId: unknown;
  /** Whether it passed. */
  success: boolean;
  /** The error, in a sentence, or null. */
  error: string | null;
  /** Why it could not be judged, or null. */
  code: Code | null;
  /** Of a `type-check:`: how types were checked. */
  types?: TypesReport;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Milliseconds from the call to the outcome. */
  durationMs: number;
  /** Milliseconds of these that it waited for a worker. */
  queuedMs: number;
}

/** The detail of `verification-start`. */
export interface VerificationStart {
  /** Id of the request. */
  id: string;
  /** The command as requested. */
  command: string;
  /** The session id that the request passed; null by default. */
  sessionId: unknown;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** The detail of `worker-restart`. */
export interface WorkerRestart {
  /** The worker's slot. */
  slot: number;
  /** The generation of the new worker. */
  generation: number;
  /** Why the one before was replaced. */
  reason: RestartReason;
}

/** Why a worker was replaced. */
export type RestartReason = 'timeout' | 'cancelled' | 'crashed' | 'failed' | 'silent' | 'memory' | 'reset';

/** The outcome of `setSnapshot`. */
export type SnapshotAnswer =
  | {
      /** True. */
      success: true;
      /** Root hash of the snapshot. */
      root: string;
      /** Number of files. */
      files: number;
      /** No error. */
      error: null;
      /** No code. */
      code: null;
    }
  | {
      /** False. */
      success: false;
      /** No root hash. */
      root: null;
      /** No files. */
      files: 0;
      /** The reason, in a sentence. */
      error: string;
      /** The stable code. */
      code: Code;
    };

/** The outcome of `ping`. */
export interface PingAnswer {
  /** Whether a worker answered. */
  success: boolean;
  /** Milliseconds from sending to the answer. */
  roundTripMs: number;
  /** The error, in a sentence, or null. */
  error: string | null;
  /** The stable code, or null. */
  code: Code | null;
}

/** What a gate permits that it would otherwise refuse. The default is strict. */
export interface Policy {
  /**
   * Whether the gate may apply a change that nothing verified, because it has no verify command, or because the
   * verifier answers `err:unavailable`. Every such case is a warning. A verification that failed, timed out or
   * crashed is never permitted.
   */
  allowUnverified?: boolean;
  /** Reaction to an existing test that passed before and fails in its old form on the change. */
  oldTests?: Reaction;
  /** Reaction to a change that removes a test, skips it or reduces its assertions. */
  weakenedTests?: Reaction;
  /**
   * Reaction to a change that makes the application use test material: an import of a helper, a fixture, a
   * test file. If permitted, the file stays test material for later changes.
   */
  materialInSubject?: Reaction;
  /**
   * Reaction to a change after which the application's host resolves an import to another file than
   * the one that tests judged.
   */
  hostResolution?: Reaction;
  /** How the application's host resolves imports; a page's way by default. */
  host?: HostResolution;
  /** Reaction to a test without assertions that judges the change. */
  requireAssertions?: Reaction;
  /** Reaction to a test that judges the change and catches a failed assertion. */
  strictAssertions?: Reaction;
  /** The strictness of all reactions that are not set. */
  strictness?: Strictness;
  /** Reaction to an added comment that suppresses a check. */
  suppressions?: Reaction | null;
  /** Reaction to new findings of lint rules that find mistakes, or that the project made errors. */
  lint?: Reaction | null;
  /** Reaction to new findings of style rules. */
  lintStyle?: Reaction | null;
  /** Reaction to code of the application that newly replaces a built-in function or object. */
  builtIns?: Reaction | null;
  /**
   * Reaction to a written file whose name has control characters, or characters that change the direction
   * of text.
   */
  oddNames?: Reaction | null;
  /** The kinds of protected files that may be changed. */
  allow?: ReadonlyArray<ProtectedKind>;
  /** Protected files in addition to the defaults. */
  protected?: { [key in ProtectedKind]?: ReadonlyArray<string> };
  /** Rules of the constitution that a person lifts for this change. */
  approvals?: ReadonlyArray<Approval>;
  /**
   * With two engines: the tests to confirm in the engine that cannot be forged, and the share of others to
   * sample. Tests that the change can break are always confirmed.
   */
  confirm?: Confirm;
}

/** A person's approval of a change that a rule forbids. */
export interface Approval {
  /** The rule's id. */
  rule: string;
  /** The person who approves, for the record. */
  by: string;
}

/** How a bundler or a runtime resolves imports. The default is a page that a bundler builds for production. */
export interface HostResolution {
  /** Conditions of `exports` and `imports` that hold in addition to `default` and to `import` or `require`. */
  conditions?: ReadonlyArray<string>;
  /**
   * Members of a `package.json` that name its main file; the first one present counts. With `browser` among
   * them, an object in that member replaces files and packages.
   */
  fields?: ReadonlyArray<string>;
  /** Extensions to try, in order, if no file has the path. */
  extensions?: ReadonlyArray<string>;
}

/** Files that judge changes. Only an explicit allowance lets a change touch them. */
export type ProtectedKind = 'verifier' | 'gate' | 'constitution' | 'profiles' | 'config';

/** The reaction to a change that breaks a rule. */
export type Reaction = 'block' | 'warn';

/** How much a gate refuses if the policy does not name a rule. */
export type Strictness = 'standard' | 'paranoid';

/** The report of a gate, with the outcome of storing it. */
export interface TransactionReport {
  /** What the store kept. Absent without a store or a `runId`. */
  kept?: Kept;
  /**
   * Whether the request succeeded. For an apply: `state == applied`, so the change is live, complete and
   * permitted. For a check: `state == checked`, and every phase of the mask passed.
   */
  success: boolean;
  /** The outcome. */
  state: GateState;
  /** The outcome in a sentence. */
  message: string;
  /** The reason for a failure. */
  code: Code | null;
  /** Operations of the bundle that are live. */
  changes_applied: number;
  /** Operations of the bundle that were applied, to the copy or live, and undone. */
  changes_rolled_back: number;
  /** The four phases, in order. */
  phases: Array<PhaseReport>;
  /** The problems. */
  errors: Array<GateError>;
  /** Information that did not affect the outcome. */
  warnings: Array<string>;
  /** Effects of the change that the constitution forbids or discourages. */
  violations?: Array<Violation>;
  /** Comments that the change adds and that suppress a check. */
  suppressions?: Array<Suppression>;
  /** The approvals that lifted a rule. */
  approvals?: Array<Approval>;
  /** The change's effect on existing tests, if it touches any. */
  tests?: TestsReport;
  /** Root hash before the change; null if the files could not be read. */
  pre_root: string | null;
  /** Root hash after the change, of the live files; null if they could not be read or were never touched. */
  post_root: string | null;
  /** The verifier's result of the verify command, or null. */
  result: VerifyResult | null;
  /** The run of the profile, if one was requested and could run. */
  profile?: ProfileResult;
  /** All checks of the verifier, in order. */
  checks: Array<CheckReport>;
  /** Id of the checkpoint that the target created before the first live step, or null. */
  checkpoint: string | null;
  /** Whether that checkpoint was restored. */
  checkpoint_restored: boolean;
  /** Name of the audit snapshot of the state before, or null if phase 2 did not run. */
  snapshot: string | null;
  /** Start of the transaction in milliseconds since 1970; 0 if it did not start. */
  started_at: number;
  /** End of the transaction in milliseconds since 1970; 0 if it did not start. */
  completed_at: number;
  /**
   * Content that a restore overwrote and that was neither the old nor the new one: a partial write, or
   * somebody else's work.
   */
  displaced?: Array<Displaced>;
  /** The recovery of an earlier transaction, if the journal had one. */
  recovery?: Recovery;
}

/** The purpose of a check. */
export type CheckPurpose =
  | 'configuration'
  | 'verify'
  | 'profile'
  | 'baseline'
  | 'oldTests'
  | 'newTests'
  | 'mutant'
  | 'reseed'
  | 'lint'
  | 'capabilities'
  | 'buildCheck';

/** A check. */
export interface CheckReport {
  /** `verb:argument`. */
  command: string;
  /** The purpose. */
  purpose: CheckPurpose;
  /** Whether it passed. */
  passed: boolean;
  /** The error, in a sentence. */
  error: string | null;
  /** Why it could not be judged. */
  code?: Code;
  /** Root hash of the judged files. */
  root: string;
  /** Real milliseconds. */
  durationMs: number;
}

/** Content that a restore set aside. */
export interface Displaced {
  /** Path of the file. */
  path: string;
  /** The bytes: a text, or `{ base64 }`. */
  content: string | { base64: string };
}

/** Changes of tracked files during a step. */
export interface Drift {
  /** Root hash of the tracked files before, without those that the run writes. */
  before_root: string;
  /** Root hash of the tracked files after, without those that the run writes. */
  after_root: string;
  /** The number of changed files. */
  total: number;
  /** The changed files, the first 100 by path. */
  paths: Array<DriftPath>;
}

/** The kind of a file's change. */
export type DriftChange = 'created' | 'modified' | 'deleted';

/** A changed file. */
export interface DriftPath {
  /** Absolute path. */
  path: string;
  /** The kind of change. */
  change: DriftChange;
}

/** The effect of a triggered rule. */
export type Enforcement = 'blocking' | 'advisory';

/** Why a tier rose. */
export type Escalation = 'network' | 'timeout' | 'drift';

/** A test that fails in its old form. */
export interface FailedTest {
  /** Why the test fails, in a sentence. */
  error: string;
  /** Absolute path of its file. */
  file: string;
  /** Suite names and the test name, outermost first, joined by ` > `. */
  test: string;
}

/** A test that passes at random. */
export interface FlakyTest {
  /** Files that it uses and the change touches. The test does not show whether they still work. */
  guards: Array<string>;
  /** Absolute path of its file. */
  file: string;
  /** Suite names and the test name, outermost first, joined by ` > `. */
  test: string;
}

/** A problem with its location in the bundle, or in `file` if that is set. */
export interface GateError {
  /** The problem, in a sentence. */
  message: string;
  /** Line, 1-based. */
  line: number | null;
  /** Column, 1-based, in UTF-16 units. */
  column: number | null;
  /** Absolute path of the file that the location refers to; absent for the bundle. */
  file?: string;
  /** A stable `err:*` code, or the code of a diagnostic. */
  code?: string;
  /** Id of the policy rule behind it, if there is one: `docs/policy/` has a page for each. */
  rule?: string;
}

/** The outcome of a transaction. */
export type GateState = 'applied' | 'refused' | 'restored' | 'terminal' | 'checked';

/** An import that resolves to another file on the application's host than in the judging tests. */
export interface HostImport {
  /** Absolute path of the importing file. */
  importer: string;
  /** The specifier as the importer writes it. */
  specifier: string;
  /** The file in the tests; null for a module of Node. */
  judged: string | null;
  /** The file on the host; null if the host uses an empty module or finds nothing. */
  onHost: string | null;
  /**
   * Whether the change causes the difference. Before, the host used the judged file, or the application
   * imported neither.
   */
  byChange: boolean;
}

/** What the store kept of a run. */
export interface Kept {
  /** The outcome of saving the report. */
  report: Saved;
  /** The outcome of saving the audit snapshot, if there is one. */
  snapshot?: Saved;
}

/** Whether a skill requests a network. */
export type NetworkRequest = 'deny' | 'allow';

/** A phase of the verification protocol. */
export type Phase = 'PreFlight' | 'Snapshot+Rollback' | 'PostVerify' | 'BuildCheck';

/** The outcome of a phase. */
export interface PhaseReport {
  /** The phase. */
  phase: Phase;
  /** Whether it ran without finding a problem. A skipped phase has not passed. */
  passed: boolean;
  /** Whether it did not run: not requested, or not reached. */
  skipped: boolean;
  /** The outcome, in a sentence. */
  detail: string;
  /** Real milliseconds. */
  duration_ms: number;
}

/** A problem that changes no verdict. */
export interface Problem {
  /** The stable code. */
  code: Code;
  /** The problem, in a sentence. */
  message: string;
}

/** A run of a profile. */
export interface ProfileResult {
  /** The profile. */
  profile: string;
  /** The change that the run is for, if there is one. */
  change_id: string | null;
  /** Whether the toolchain fits, there are skills, and all of them passed. */
  passed: boolean;
  /** Highest effective tier of the skills, 1 to 3. */
  effective_tier: number;
  /** Root hash of the judged files, without those that runs of the change write. */
  snapshot_root: string;
  /** The toolchain of the run. */
  toolchain: ToolchainResult;
  /** The skills, in the order of the profile. */
  skills: Array<SkillResult>;
  /** Real time. Everything else is equal for equal runs. */
  timing: ProfileTiming;
  /** Problems that tests have and that the caller permits. */
  warnings?: Array<string>;
}

/** Real time of a run: `changes/<id>/verify/_timing.json`. */
export interface ProfileTiming {
  /** Milliseconds of the whole run. */
  duration_ms: number;
  /** Times by skill. */
  skills: { [key in string]: SkillTiming };
}

/** What must not change while a step runs. */
export type ReadOnlyFiles = 'tracked' | 'none';

/** The outcome of recovering an interrupted transaction. */
export interface Recovery {
  /** The outcome for the journal's record. */
  state: RecoveryState;
  /** The outcome in a sentence. */
  message: string;
  /** Why the gate stays closed; null if it is open. */
  code: Code | null;
  /** Paths that were written or removed to undo the change. */
  restored: Array<string>;
  /** Content at such a path that was neither the old nor the new one. */
  displaced: Array<Displaced>;
  /** Root hash before the change, according to the record. */
  pre_root: string | null;
  /** Root hash after the change, according to the record. */
  post_root: string | null;
  /**
   * Root hash of the live files at the end, if they were read. It equals neither of the two if other files
   * changed as well.
   */
  live_root: string | null;
  /** Problems that did not affect the outcome. */
  warnings: Array<string>;
}

/** What happened to a record in the journal. */
export type RecoveryState = 'none' | 'cleared' | 'undone' | 'failed' | 'locked';

/** A renamed test. */
export interface RenamedTest {
  /** The old name. */
  from: TestName;
  /** The new name. */
  to: TestName;
}

/** The outcome of a save. */
export interface Saved {
  /** The key under which it is stored; null if it is not. */
  key: string | null;
  /** Problems that occurred. */
  problems: Array<Problem>;
  /** Removed keys, the oldest first. */
  removed: Array<string>;
}

/** The result of a skill: `changes/<id>/verify/<skill>.json`. */
export interface SkillResult {
  /** Version of the format: 1. */
  version: number;
  /** Name of the skill. */
  skill: string;
  /** The profile that the skill ran in. */
  profile: string;
  /** The change that the run is for, if there is one. */
  change_id: string | null;
  /** Root hash of the judged files. */
  snapshot_root: string;
  /** Whether all steps passed. */
  passed: boolean;
  /** The reason why no step ran, if none did. */
  error: string | null;
  /** The configured tier, 1 or 2. */
  tier: number;
  /** The effective tier: one more for each of network and timeout, 3 for drift, 3 at most. */
  effective_tier: number;
  /** Why the effective tier is higher than the configured one. */
  escalations: Array<Escalation>;
  /** Whether a network was requested. There was none. */
  network: NetworkRequest;
  /** Which files had to stay unchanged. */
  read_only: ReadOnlyFiles;
  /** Names of the variables that the guest got, sorted. Values are not recorded. */
  env: Array<string>;
  /** Names of listed variables that were withheld because they concern the network. */
  env_scrubbed: Array<string>;
  /** The steps, in order. */
  steps: Array<StepResult>;
}

/** Real time of a skill. */
export interface SkillTiming {
  /** Milliseconds. */
  duration_ms: number;
  /** Times by step; steps that did not run are omitted. */
  steps: { [key in string]: StepTiming };
}

/** The result of a step. */
export interface StepResult {
  /** Name of the step. */
  name: string;
  /** `verb:argument`. */
  command: string;
  /** The outcome. */
  state: StepState;
  /** What went wrong, in a sentence. */
  error: string | null;
  /** The stable `err:*` code of the error, if it has one. */
  code: Code | null;
  /** Whether the step timed out. */
  timed_out: boolean;
  /** Time limit in wall-clock milliseconds. */
  timeout_ms: number;
  /** Hash of the verifier's exact result: lowercase hex SHA-256 of `output`. */
  output_sha256: string | null;
  /** The first 4 KiB of the text renderer's output, cut between characters. */
  stdout_preview: string;
  /** Size of the whole text in bytes. */
  stdout_bytes: number;
  /** Lowercase hex SHA-256 of the whole text. */
  stdout_sha256: string;
  /** The first 4 KiB of the guest's console, one line per call, cut between characters. */
  stderr_preview: string;
  /** Size of the whole text in bytes. */
  stderr_bytes: number;
  /** Lowercase hex SHA-256 of the whole text. */
  stderr_sha256: string;
  /** Tracked files that changed while the step ran. */
  drift: Drift | null;
}

/** The outcome of a step. */
export type StepState = 'passed' | 'failed' | 'not_run';

/** Real time of a step. */
export interface StepTiming {
  /** Milliseconds. */
  duration_ms: number;
}

/** A comment that a change adds and that suppresses a check. */
export interface Suppression {
  /** Absolute path of the file after the change. */
  file: string;
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 units. */
  column: number;
  /** `eslint-disable-next-line`, `@ts-ignore` … */
  directive: string;
  /** Its new effects: the rules, or the words after it. `*` if it names none. */
  text: string;
}

/** The name of a test. */
export interface TestName {
  /** Absolute path of its file. */
  file: string;
  /** Suite names and the test name, outermost first, joined by ` > `. */
  test: string;
}

/** A change's effect on existing tests. Only tests that passed before count against it. */
export interface TestsReport {
  /** Test material of the previous state that the change modifies or removes. */
  touched: Array<string>;
  /** Imports of test material that resolve to another file after the change: `importer specifier`. */
  turned: Array<string>;
  /** Tests that did not exist before. */
  added: Array<TestName>;
  /** Tests with changed text. */
  changed: Array<TestName>;
  /** Tests with the same text under another name or in another file. */
  renamed: Array<RenamedTest>;
  /** Tests that are weaker than before. */
  weakened: Array<WeakenedTest>;
  /** Tests that passed before and fail in their old form on the changed code. */
  failedInOldForm: Array<FailedTest>;
  /**
   * Tests that pass at random. Each passed in the previous state and failed on the change, and failed in
   * the previous state under another seed. They do not count against the change.
   */
  flaky: Array<FlakyTest>;
  /** Imports that resolve to another file on the application's host than in the judging tests. */
  host: Array<HostImport>;
  /** The number of verifier runs for this comparison, excluding runs under other seeds. */
  runs: number;
}

/** The check of a tool. */
export interface ToolchainCheck {
  /** `engine`, `rules`, `checker` or `protocol`. */
  name: string;
  /** The semver requirement; null if the profile has none. */
  required: string | null;
  /** The version, null if the verifier does not report it. */
  found: string | null;
  /** Whether the version fits, or none is required. */
  passed: boolean;
  /** The reason why it does not fit. */
  error: string | null;
}

/** The toolchain of a run: `changes/<id>/verify/_toolchain.json`. */
export interface ToolchainResult {
  /** Version of the format: 1. */
  version: number;
  /** Whether all requirements are met. */
  passed: boolean;
  /** One check per tool: engine, rules, checker, protocol. */
  checks: Array<ToolchainCheck>;
}

/** Something in a change that a constitution forbids or advises against. */
export interface Violation {
  /** Id of the rule, or the prefix of the capability. */
  rule: string;
  /** `[RULE_002] No plugin source edits unless explicitly approved.` */
  message: string;
  /** Whether it prevents applying the change. */
  enforcement: Enforcement;
  /** The changed file; absent if it concerns only the bundle's metadata. */
  path?: string;
  /** The matching keyword, if any. */
  keyword?: string;
  /** 1-based line in the file after the change, if the keyword is in the file. */
  fileLine?: number;
  /** 1-based line of the operation in the bundle. */
  line?: number;
  /** 1-based column of the operation in the bundle, in UTF-16 units. */
  column?: number;
  /** The person who approved it, if anyone. An approved violation does not block. */
  approvedBy?: string;
}

/** How a test became weaker. */
export type WeakenedBy =
  | 'removed'
  | 'skipped'
  | 'fails'
  | 'fewerAssertions'
  | 'weakerAssertions'
  | 'noLongerRuns'
  | 'newMock'
  | 'noLongerFails';

/** A test that is weaker than before. */
export interface WeakenedTest {
  /** How it became weaker. */
  why: WeakenedBy;
  /** The number of assertions that ran before. */
  before: number;
  /** The number of assertions that run now. */
  after: number;
  /** The assertions that it lost, as far as known. */
  asserted?: Array<string>;
  /** The assertions that it makes now, as far as known. */
  asserts?: Array<string>;
  /** The location of the first lost assertion: `/a.test.js:3`. */
  at?: string;
  /** Absolute path of its file. */
  file: string;
  /** Suite names and the test name, outermost first, joined by ` > `. */
  test: string;
}

/** The outcome of resetting a locked gate. */
export interface Reset {
  /** What was done, with the reason, in a sentence. */
  message: string;
  /** The cleared record, if it could be parsed. */
  held: JournalRecord | null;
  /** The text in the journal, if it is no record. */
  text: string | null;
}

/**
 * The record of a transaction.
 *
 * On the wire it is `{ format, version, sha256, body }`, where `sha256` covers the bytes of `body`, so that
 * a torn, edited or foreign record is detected.
 */
export interface JournalRecord {
  /** The progress. */
  state: RecordState;
  /** The command that the change comes from. */
  name: string;
  /** When the record was first written, in milliseconds since 1970. */
  startedAt: number;
  /** Root hash before the change. */
  preRoot: string;
  /** Root hash after the change. */
  postRoot: string;
  /** All paths that the change touches, in byte order. */
  files: Array<RecordFile>;
  /** Content that a restore overwrote and that was neither the old nor the new one. */
  displaced?: Array<Displaced>;
  /** Why the transaction reached a terminal state, in a sentence. */
  reason?: string;
}

/** A file in a record. */
export interface RecordFile {
  /** Absolute path. */
  path: string;
  /** The content before; null if the file did not exist. */
  before: string | { base64: string } | null;
  /** The content after; null if the file does not exist. */
  after: string | { base64: string } | null;
}

/** The progress of a transaction, according to its record. */
export type RecordState = 'applying' | 'committed' | 'undone' | 'terminal';

/** A run of a profile, with the outcome of writing its files. */
export interface ProfileRun {
  /** Written paths below `changes/<id>/`. */
  written: Array<string>;
  /** Why some could not be written. It changes no verdict. */
  problems: Array<Problem>;
  /** What the store kept. Absent without a store or a `runId`. */
  kept?: Kept;
  /** The profile. */
  profile: string;
  /** The change that the run is for, if there is one. */
  change_id: string | null;
  /** Whether the toolchain fits, there are skills, and all of them passed. */
  passed: boolean;
  /** Highest effective tier of the skills, 1 to 3. */
  effective_tier: number;
  /** Root hash of the judged files, without those that runs of the change write. */
  snapshot_root: string;
  /** The toolchain of the run. */
  toolchain: ToolchainResult;
  /** The skills, in the order of the profile. */
  skills: Array<SkillResult>;
  /** Real time. Everything else is equal for equal runs. */
  timing: ProfileTiming;
  /** Problems that tests have and that the caller permits. */
  warnings?: Array<string>;
}

/** What the code of a file may do. */
export interface PathCapabilities {
  /** Globs of what it may write. */
  canWrite: Array<string>;
  /** Whether it may use the network. */
  canNetwork: boolean;
  /** Whether it may make code of texts. */
  canEval: boolean;
  /** Whether it may start workers. Absent if it may do so whenever it may use the network. */
  canWorkers?: boolean;
  /** Whether it may use storage that outlives the page. Absent if it may. */
  canStorage?: boolean;
  /** Whether it may use the document and the window. Absent if it may. */
  canDom?: boolean;
  /** Whether it may use timers. Absent if it may. */
  canTimers?: boolean;
}

/** The findings of one verification of a run. Names, summaries and outputs are untrusted text. */
export interface VerificationReport {
  /** Id of the run. */
  runId: string;
  /** The iteration of the run. */
  iteration: number;
  /** When the report was created. */
  capturedAt: Timestamp;
  /** The verdict. */
  overall: OverallResult;
  /** The result of each level. */
  levels: LevelResults;
  /** Real milliseconds from start to end. */
  duration: number;
  /** When the last check finished. */
  completedAt: Timestamp;
  /** Levels that were deliberately excluded, as opposed to levels without anything to run. */
  skippedLevels: Array<Level>;
  /** The configuration that decided which levels ran. */
  harnessConfig: HarnessConfig;
}

/** A located problem. */
export interface CheckFinding {
  /** Location, if known. */
  location?: Location;
  /** The severity. */
  severity: Severity;
  /** The source of the finding: a rule id, a code, or `test`. */
  rule: string;
  /** Names of suites and test, joined by ` > `, or the command. */
  title: string;
  /** The problem, in one or several lines. Untrusted text. */
  message: string;
}

/** The outcome of one check. All text is untrusted. */
export interface CheckResult {
  /** The subject: a command, or a name such as `typecheck`. */
  name: string;
  /** Whether it was positively found to pass. */
  passed: boolean;
  /** Output or findings for people; at most 4 KiB if derived from a result. */
  output?: string;
  /** Real milliseconds. */
  duration: number;
  /**
   * Located problems, errors before warnings; at most 100 if derived from a result. Used by annotation
   * formats.
   */
  findings?: Array<CheckFinding>;
}

/** The configuration that decided which levels ran. */
export interface HarnessConfig {
  /** Whether the report waited for the verdict of a CI service. */
  waitForCI: boolean;
  /** Levels that were excluded. */
  skipLevels: Array<Level>;
}

/** A level of verification. */
export type Level = 'L0' | 'L1' | 'L2' | 'L3';

/** The checks of one level. */
export interface LevelResult {
  /** The level. */
  level: Level;
  /** Whether there is a check and all passed. */
  passed: boolean;
  /** The checks, in the order in which they ran. */
  checks: Array<CheckResult>;
  /** Real milliseconds. */
  duration: number;
}

/** One result per level; `null` if a level did not run. */
export interface LevelResults {
  /** Contracts: lint and type checks. */
  L0: LevelResult | null;
  /** Tests. */
  L1: LevelResult | null;
  /** Blackbox. */
  L2: LevelResult | null;
  /** Sanity. */
  L3: LevelResult | null;
}

/** The verdict of a whole report. */
export interface OverallResult {
  /** Whether something ran and everything passed. */
  passed: boolean;
  /** A sentence, for example `L0 failed: typecheck`. */
  summary: string;
}

/**
 * Whole milliseconds since 1970, in UTC, from 1970 to 9999. Written in ISO 8601 like `Date.toISOString`:
 * `2026-01-02T15:35:07.400Z`. Any RFC 3339 text is accepted.
 */
export type Timestamp = string;

/** The files of a snapshot by path and hash, without their bytes. */
export interface AuditSnapshot {
  /** The occasion, for example `apply_bundle_pre`. Untrusted text. */
  snapshot_name: string;
  /** When it was taken. */
  timestamp: Timestamp;
  /** The number of files. */
  file_count: number;
  /** Root hash, lowercase hex SHA-256. */
  root: string;
  /** The files, by path in byte order. */
  files: Array<AuditFile>;
}

/** One file of an `AuditSnapshot`. */
export interface AuditFile {
  /** Absolute path. */
  path: string;
  /** Lowercase hex SHA-256 of the bytes. */
  sha256: string;
  /** The size in bytes. */
  bytes: number;
}

/** The differences between two `AuditSnapshot`s. Every list is in byte order of paths. */
export interface SnapshotDiff {
  /** Files only in the second snapshot. */
  created: Array<string>;
  /** Files in both snapshots, with different bytes. */
  modified: Array<string>;
  /** Files only in the first snapshot. */
  deleted: Array<string>;
  /**
   * Files removed at one path and created at another with the same bytes. They are in neither `created`
   * nor `deleted`.
   */
  renamed: Array<RenamedFile>;
}

/** A file whose path changed. */
export interface RenamedFile {
  /** The old path. */
  from: string;
  /** The new path. */
  to: string;
}

/**
 * The maximum of what is stored, over all runs. The oldest is removed first. What was just saved stays, even
 * if it alone exceeds the maximum.
 */
export interface Retention {
  /** Number of reports. */
  reports?: number;
  /** Number of snapshots. */
  snapshots?: number;
  /** Total size of both, in bytes. */
  bytes?: number;
}

/** A format of a report. */
export type Format = 'text' | 'json' | 'junit' | 'tap' | 'github' | 'sarif';

/** The reports of a run. */
export interface ReportList {
  /** The reports, by iteration. */
  reports: Array<ReportListEntry>;
  /** Skipped files. */
  skipped: Array<Skipped>;
}

/** One report of a `Listing`. */
export interface ReportListEntry {
  /** The iteration of the run. */
  iteration: number;
  /** Verdict of the report. */
  passed: boolean;
  /** Summary of the report. Untrusted text. */
  summary: string;
  /** When its last check ended. */
  completedAt: Timestamp;
}

/** Why a file of the store is skipped. */
export type SkipKind = 'corrupt' | 'older' | 'newer' | 'foreign' | 'name' | 'unreadable';

/** A skipped file of the store. */
export interface Skipped {
  /** Key of the file in the store. Untrusted text. */
  key: string;
  /** Why it is skipped, for programs. */
  kind: SkipKind;
  /** Why it is skipped, in a sentence. */
  reason: string;
}

/** The runs of a store. */
export interface RunList {
  /** Ids, in byte order. */
  runs: Array<string>;
  /** Keys that belong to no run. */
  skipped: Array<Skipped>;
}

/** The snapshots of a run. */
export interface SnapshotList {
  /** Names of the snapshots, in byte order. */
  names: Array<string>;
  /** Keys that are not names of snapshots. */
  skipped: Array<Skipped>;
}
