/** The gate: a change is applied whole or not at all, under policy, with a record. */

import type { Code, Config, Limits, VerifyResult } from '../index.js';
import type { Retention, Saved, Store, ReportStore } from '../store/index.js';

/** A page's files. Every method may be async. */
export interface Adapter {
  /** All paths below `base`, which is always `/`. */
  list(base: string): Listing | Promise<Listing>;
  read(path: string): Content | Promise<Content>;
  /** A file keeps the kind of content that `read` gave; a new one is a text if it is UTF-8. */
  write(path: string, content: string | Uint8Array): unknown;
  remove?(path: string): unknown;
  /** Used if `remove` is missing. */
  delete?(path: string): unknown;
  /** With `restoreCheckpoint`: called before the first live write. */
  createCheckpoint?(description: string): CheckpointId | Promise<CheckpointId>;
  /** Called first where a change is taken back. It need not remove files that were created since: the gate does. */
  restoreCheckpoint?(id: string): unknown;
}

type Listing = Iterable<string | { path: string }>;
/** What is neither a text nor bytes, such as the `null` or `undefined` of a file that is missing, is refused. */
type Content = string | Uint8Array | ArrayBuffer | null | undefined;
type CheckpointId = string | number | { id: string | number };

/** A state manager with artifacts, as an agent has it; each method may be async. */
export interface StateManager {
  createArtifact(path: string, type: string, content: string, description: string): unknown;
  updateArtifact(path: string, content: string): unknown;
  deleteArtifact(path: string): unknown;
  /** Null if it is missing. */
  getArtifactContent(path: string): unknown;
  /** By path, as an object, a `Map` or a list of `{ path }` or `{ id }`. */
  getAllArtifactMetadata(): unknown;
  /** All files by path: an object, a `Map`, or a list of `{ path, content }`. It is enough for a manager, which only reads. */
  createVFSSnapshot?(): unknown;
  createCheckpoint?(description: string): unknown;
  restoreCheckpoint?(id: string): unknown;
}

/** A state manager of which all files can be had at once, and none written. */
export interface SnapshotSource {
  createVFSSnapshot(): unknown;
}

/** A VFS, as an agent has it; each method may be async. */
export interface Vfs {
  list(base: string): unknown;
  read(path: string): unknown;
  write(path: string, content: string): unknown;
  delete(path: string): unknown;
  createCheckpoint?(description: string): unknown;
  restoreCheckpoint?(id: string): unknown;
}

/**
 * The files of a state manager. Which adapter is the right one is said by the caller and never guessed.
 * @throws {TypeError} Names the method that is missing.
 */
export function stateManagerAdapter(
  stateManager: StateManager | SnapshotSource | { api: StateManager | SnapshotSource },
  options?: {
    /** What a new artifact is called; by the end of its path otherwise. One that is brought back keeps its own. */
    typeOf?: (path: string) => string;
    description?: string;
  },
): Adapter;

/**
 * The files of a VFS. Folders in a list (a `/` at the end, or `type: 'directory'`) are listed in turn.
 * @throws {TypeError} Names the method that is missing.
 */
export function vfsAdapter(vfs: Vfs | { api: Vfs }): Adapter;

/** Keeps the one record of a transaction under way. Every method may be async. */
export interface Journal {
  /** Tabs whose journals have one name work on one file system: one of them at a time. */
  readonly name?: string;
  /** Null if it is missing. */
  read(): string | null | undefined | Promise<string | null | undefined>;
  /** When it is done, the record is durable. */
  write(text: string): unknown;
  clear(): unknown;
}

/** Lasts as long as the page: it locks a gate after a failed restore, and knows nothing of a page that was closed. */
export function memoryJournal(): Journal;

/** In IndexedDB, durable when a write is done. One name a file system; `verdict` by default. */
export function indexedDbJournal(name?: string): Journal & { readonly name: string };

/** Where the gate's wasm is; one a page, the first that is asked for. Also among the options of a manager. */
export interface GateSource {
  /** Address of the gate's wasm file. */
  gateUrl?: string | URL;
  /** The wasm itself, compiled or as bytes. */
  gateModule?: WebAssembly.Module | BufferSource | Promise<WebAssembly.Module | BufferSource>;
}

/** Whatever can verify. */
export interface Verifier {
  runVerification(command: string, options: object): Promise<unknown>;
}

/** What the gate allows that it would otherwise refuse. The default is strict. */
export interface Policy {
  /** Lets a change through that nothing verified: no command is given, or there is no manager. Never one that failed. */
  allowUnverified?: boolean;
  /** An existing test that passed before and fails in its old form on the changed code. `block` by default. */
  oldTests?: 'block' | 'warn';
  /** How much is refused where no other member says. `standard` by default; see `docs/policy/`. */
  strictness?: 'standard' | 'paranoid';
  /** An added comment that turns a check off: `eslint-disable`, `@ts-ignore` … `block` by default. */
  suppressions?: 'block' | 'warn';
  /** New findings in changed files of lint rules that find mistakes, or that the project made errors. `block` by default. */
  lint?: 'block' | 'warn';
  /** The same of rules of style. `warn` by default, `block` under `strictness: 'paranoid'`. */
  lintStyle?: 'block' | 'warn';
  /** A file name with controls, or with characters that change the direction of text. `block` by default. */
  oddNames?: 'block' | 'allow' | 'warn';
  /** Fewer assertions, skipped or removed tests. `block` by default. */
  weakenedTests?: 'block' | 'warn';
  /** The application would import another file on its host than the one that the tests judged. `block` by default. */
  hostResolution?: 'block' | 'warn';
  /** How the application's host resolves imports; each member by default as bundlers build for a page. */
  host?: { conditions?: readonly string[]; fields?: readonly string[]; extensions?: readonly string[] };
  /** A test that judges the change and asserts nothing. `block` by default. */
  requireAssertions?: 'block' | 'warn';
  /** A test that judges the change and in which a failed assertion was caught. `block` by default. */
  strictAssertions?: 'block' | 'warn';
  /**
   * With `engine: 'both'`: the tests that the interpreter confirms beside those that the change can break. It also sets
   * the share of other tests, and what happens to a test that the interpreter cannot run.
   */
  confirm?: import('../index.js').Confirm;
  /** Kinds of protected paths that a change may touch. None by default. */
  allow?: ReadonlyArray<'verifier' | 'gate' | 'constitution' | 'profiles' | 'config'>;
  /** Globs that are protected beside the defaults, by kind. */
  protected?: Readonly<Partial<Record<'verifier' | 'gate' | 'constitution' | 'profiles' | 'config', readonly string[]>>>;
  /** What a person approved: the id of a constitution's rule, and who. */
  approvals?: ReadonlyArray<{ rule: string; by: string }>;
}

export interface ApplyOptions extends GateSource {
  adapter: Adapter;
  /** Without one the gate is closed, unless the policy opens it. */
  manager?: Verifier;
  /** Which engine runs the tests of the verify command and of the profile; nothing is applied on the word of `browser` alone. */
  engine?: 'boa' | 'browser' | 'both';
  /** `verb:argument`, run on a copy with the change before anything live is touched, whatever the phase mask is. */
  verifyCommand?: string;
  /** A profile of `/spec/verification.yaml` that is run on the copy. */
  profile?: string;
  /** Of the profile's steps: values of the variables that it lets in. */
  env?: Readonly<Record<string, string>>;
  /** The constitution, YAML or JSON; by default `/spec/constitution.yaml`, `.yml` or `.json` of the files before. */
  constitution?: string;
  /** Path of the code that makes the change: what it may write stands in the constitution. */
  actor?: string;
  /** The changeset that the change is. */
  changeId?: string;
  /** The command that the change comes from, as snapshots and checkpoints name it. */
  name?: string;
  /** The run that the change belongs to: with a store, its report is kept there. */
  runId?: string;
  /** Which attempt of the run it is; 1 by default. */
  iteration?: number;
  /** Of each verification. */
  timeoutMs?: number;
  /** 1 PreFlight, 2 Snapshot+Rollback, 4 PostVerify, 8 BuildCheck, added up; 15 by default. */
  phaseMask?: number;
  policy?: Policy;
  /** Without one a page that is closed half-way leaves the files half-way. */
  journal?: Journal;
  /** Keeps report and audit snapshot of a change that has a `runId`. What fails there is a warning. */
  store?: Store | Promise<Store> | ReportStore;
  retention?: Retention;
  /** Of each verification. */
  config?: Config;
  /** Of each verification. */
  limits?: Limits;
  /** Of each verification. */
  sessionId?: unknown;
  /** Cancels the running verification. The change is not applied, even if it passed, unless writing has begun. */
  signal?: AbortSignal;
}

export interface PhaseReport {
  phase: 'PreFlight' | 'Snapshot+Rollback' | 'PostVerify' | 'BuildCheck';
  /** Ran, and found nothing wrong. A skipped phase has not passed. */
  passed: boolean;
  /** Did not run: not asked for, or not reached. */
  skipped: boolean;
  detail: string;
  duration_ms: number;
}

/** One thing that is wrong: its place is in the bundle, or in `file` where that is given. */
export interface GateError {
  message: string;
  line: number | null;
  column: number | null;
  file?: string;
  code?: string;
  /** Id of the rule by which it counts: `docs/policy/` has a page of each. */
  rule?: string;
}

/** A comment that a change adds and that turns a check off. */
export interface Suppression {
  file: string;
  line: number;
  /** In UTF-16 units. */
  column: number;
  /** `eslint-disable-next-line`, `@ts-ignore` … */
  directive: string;
  /** What is new of it: rules, or the words after it; `*` where it names none. */
  text: string;
}

/** A check that the gate asked the manager for. */
export interface CheckReport {
  command: string;
  purpose: 'verify' | 'profile' | 'baseline' | 'oldTests' | 'newTests' | 'mutant' | 'lint' | 'buildCheck';
  passed: boolean;
  error: string | null;
  code?: Code;
  /** Root hash of what was judged. */
  root: string;
  durationMs: number;
}

/** Something in the change that the constitution forbids or advises against. */
export interface Violation {
  /** Id of the rule, or prefix of the capability. */
  rule: string;
  /** `[RULE_002] No plugin source edits unless explicitly approved.` */
  message: string;
  enforcement: 'blocking' | 'advisory';
  path?: string;
  keyword?: string;
  /** Line of the file as the change leaves it. */
  fileLine?: number;
  /** Place of the operation in the bundle. */
  line?: number;
  column?: number;
  approvedBy?: string;
}

export interface TestName {
  file: string;
  test: string;
}

/** What the change does to tests that exist. */
export interface TestsReport {
  /** Changed files that tests use. */
  touched: string[];
  added: TestName[];
  changed: TestName[];
  renamed: { from: TestName; to: TestName }[];
  weakened: (TestName & { why: 'removed' | 'skipped' | 'fails' | 'fewerAssertions'; before: number; after: number })[];
  /** Passed before, and not in their old form on the changed code. */
  failedInOldForm: (TestName & { error: string })[];
  /** Pass at random, and do not count; `guards` are the changed files that they use. */
  flaky: (TestName & { guards: string[] })[];
  /** Imports that mean another file on the application's host than in the tests; `null` for a module of Node, or for nothing. */
  host: { importer: string; specifier: string; judged: string | null; onHost: string | null; byChange: boolean }[];
  /** How often the manager was asked for all this, runs under other seeds aside. */
  runs: number;
}

/** A content that a restore put aside: half a write, or somebody else's work. */
export interface Displaced {
  path: string;
  content: string | { base64: string };
}

/** What the gate did about an earlier transaction that was cut short. */
export interface Recovery {
  /** `failed`: the next attempt goes on. `locked`: a person must look, and `reset`. */
  state: 'none' | 'cleared' | 'undone' | 'failed' | 'locked';
  message: string;
  /** Why the gate stays closed; null if it is open. */
  code: Code | null;
  /** Paths that were written or removed to undo the change. */
  restored: string[];
  displaced: Displaced[];
  /** Root hash before the change, as the record says. */
  pre_root: string | null;
  /** Root hash after the change, as the record says. */
  post_root: string | null;
  /** Root hash of the live files at the end. */
  live_root: string | null;
  warnings: string[];
}

/** What a reset discarded. */
export interface Reset {
  message: string;
  held: { files: { path: string; before: unknown; after: unknown }[]; [key: string]: unknown } | null;
  /** The text of the journal, if it is no record. */
  text: string | null;
}

export interface GateReport {
  /** Whether the change is live, whole; of a check, whether every phase of the mask passed. */
  success: boolean;
  /** What became of the files. After `terminal` they are neither before nor after the change: a person must look. */
  state: 'applied' | 'refused' | 'restored' | 'terminal' | 'checked';
  message: string;
  /** Null for success, and where the change was judged and found wanting. */
  code: Code | null;
  /** Operations that are live. */
  changes_applied: number;
  /** Operations that were applied, to the copy or live, and taken back. */
  changes_rolled_back: number;
  /** The four, in their order. */
  phases: PhaseReport[];
  errors: GateError[];
  warnings: string[];
  /** Root hash before. */
  pre_root: string | null;
  /** Root hash after, read from the live files. */
  post_root: string | null;
  /** What the manager answered to `verifyCommand`. */
  result: VerifyResult | null;
  violations?: Violation[];
  /** All of them, even if the policy allows them. */
  suppressions?: Suppression[];
  /** Those that lifted a rule. */
  approvals?: { rule: string; by: string }[];
  /** Where the change touches tests that exist. */
  tests?: TestsReport;
  /** Present if a profile ran. */
  profile?: Omit<ProfileRun, 'written' | 'problems' | 'kept'>;
  /** Every check that the gate asked the manager for, in order. */
  checks: CheckReport[];
  /** Id of the adapter's checkpoint, where it made one. */
  checkpoint: string | null;
  checkpoint_restored: boolean;
  /** Name of the audit snapshot of the files before. */
  snapshot: string | null;
  /** Milliseconds since 1970; 0 where the transaction did not begin. */
  started_at: number;
  completed_at: number;
  displaced?: Displaced[];
  /** Present if an earlier transaction was cut short. */
  recovery?: Recovery;
  /** With a store and a `runId`. */
  kept?: { report: Saved; snapshot?: Saved };
  /** For `err:startup`: what exactly was seen, and what to do about it. */
  detail?: string;
  hint?: string;
}

/**
 * Applies a bundle to a page's files whole, or leaves them as they were. Never rejects. One after the other: per journal
 * with a name in all tabs, else per manager or adapter on this page.
 */
export function applyBundle(bundle: string, options: ApplyOptions): Promise<GateReport>;

/**
 * Judges a bundle as `applyBundle` does, on a copy, and applies nothing: the state is `checked` where every phase of the mask
 * passed, else `refused`. Phases that the mask leaves out do not run; `phaseMask: 1` is PreFlight alone, for which nothing has to
 * verify the change. Neither files nor journal nor store are written. Never rejects.
 */
export function checkBundle(bundle: string, options: ApplyOptions): Promise<GateReport>;

export interface GateOptions extends ApplyOptions {
  /** Tabs that open gates of one name work on one file system; the journal's name by default. */
  name?: string;
}

/** A gate in front of one file system. Made by `openGate`. */
export class Gate {
  /** What it was opened with. */
  readonly options: Readonly<ApplyOptions>;
  /** What became of what was left half-way, by the last time that somebody looked. */
  readonly recovery: Recovery;
  /** Whether the gate refuses every change, because of a record that it could not clear or that only a person can clear. */
  readonly locked: boolean;
  /** Options of the call stand before those of the gate; files and journal are the gate's. Never rejects. */
  apply(bundle: string, options?: Partial<ApplyOptions>): Promise<GateReport>;
  /** Judges a bundle as `apply` does and applies nothing, as `checkBundle`. Never rejects. */
  check(bundle: string, options?: Partial<ApplyOptions>): Promise<GateReport>;
  /** Finishes or undoes what was left half-way; waits for other tabs that apply. */
  recover(): Promise<Recovery>;
  /** Forgets the record of a locked gate and touches no file: for a person who has looked at the files. */
  reset(reason: string): Promise<Reset>;
}

/**
 * Opens a gate: what an earlier page left half-way is finished or undone first.
 * @throws {Error} `err:startup` where the gate's wasm cannot be had, `err:protocol` for options that are none.
 */
export function openGate(options: GateOptions): Promise<Gate>;

/** What a tool of an agent works on: an open gate, or files and a manager. Functions are asked at each call. */
export interface ToolOptions extends Partial<Omit<ApplyOptions, 'adapter' | 'manager'>> {
  gate?: Gate | (() => Gate | Promise<Gate>);
  adapter?: Adapter | (() => Adapter | Promise<Adapter>);
  manager?: Verifier | (() => Verifier | undefined | Promise<Verifier | undefined>);
}

export interface BundleArguments {
  /** Path of the bundle in the live files. */
  dogs_path: string;
  /** Taken where the host has no `verifyCommand` of its own. */
  verify_command?: string | null;
  session_id?: unknown;
}

export type ToolResult =
  | { success: true; message: string; changes_applied: number; checkpoint: string | null; warnings: string[] }
  | {
      success: false;
      message: string;
      changes_rolled_back: number;
      /** Whether the files are as they were before the call. */
      checkpoint_restored: boolean;
      /** What the manager answered. */
      result: VerifyResult | null;
      code: Code | null;
      errors: GateError[];
      warnings: string[];
    };

export interface SentinelTools {
  /** Never throws. */
  apply_dogs_bundle(given: BundleArguments): Promise<ToolResult>;
  readonly api: Omit<SentinelTools, 'api'>;
}

export interface ProfileArguments {
  /** The changeset whose record is written below `changes/<id>/`. */
  changeset_id: string;
  /** `pr` by default. */
  profile?: string | null;
}

/** The outcome of `antigravity.verify`. */
export interface ProfileToolResult {
  /** Whether the profile ran and passed. */
  success: boolean;
  message: string;
  code: Code | null;
  /** Mistakes in the configuration of profiles, with their places. */
  errors: GateError[];
  /** What could not be written or kept. */
  warnings: string[];
  /** null where nothing could be run. */
  run: ProfileRun | null;
}

export interface ToolRunner {
  /** Never throws. A tool that does not exist is `success: false` with `err:command`. */
  runTool(name: 'apply_dogs_bundle', given: BundleArguments): Promise<ToolResult>;
  runTool(name: 'antigravity.verify', given: ProfileArguments): Promise<ProfileToolResult>;
  runTool(name: string, given?: unknown): Promise<ToolResult | ProfileToolResult>;
  readonly api: Omit<ToolRunner, 'api'>;
}

export function createSentinelTools(options: ToolOptions): SentinelTools;
export function createToolRunner(options: ToolOptions): ToolRunner;

export interface ProfileOptions extends GateSource {
  adapter: Adapter;
  manager?: Verifier;
  /** `pr` by default. */
  profile?: string;
  /** The changeset that the run is for: what it found is written below `changes/<id>/`. */
  changeId?: string;
  /** The host's environment, of which a skill gets what it lists. */
  env?: Readonly<Record<string, string>>;
  /** A skill of a higher tier does not run, and the run fails. */
  maxTier?: 1 | 2 | 3;
  /** Which engine runs the tests of its steps; on the word of `browser` alone no step passes. */
  engine?: 'boa' | 'browser' | 'both';
  /** With `engine: 'both'`: what is confirmed. */
  confirm?: import('../index.js').Confirm;
  /** With a `runId` the run is kept there as a report. */
  store?: Store | Promise<Store> | ReportStore;
  retention?: Retention;
  runId?: string;
  iteration?: number;
  /** As a journal's, so that no change is applied meanwhile. */
  journal?: Journal;
  timeoutMs?: number;
  config?: Config;
  limits?: Limits;
  sessionId?: unknown;
  signal?: AbortSignal;
}

export interface StepResult {
  name: string;
  command: string;
  [key: string]: unknown;
}

export interface SkillResult {
  skill: string;
  passed: boolean;
  tier: number;
  /** Raised by drift, network or a timeout. */
  effective_tier: number;
  steps: StepResult[];
  [key: string]: unknown;
}

export interface ProfileRun {
  profile: string;
  change_id: string | null;
  passed: boolean;
  effective_tier: number;
  snapshot_root: string;
  toolchain: { version: number; passed: boolean; checks: { name: string; [key: string]: unknown }[] };
  skills: SkillResult[];
  /** Real time: the only part that differs between equal runs. */
  timing: Record<string, unknown>;
  /** Paths that were written. */
  written: string[];
  /** What could not be written or kept. No verdict is changed by that. */
  problems: { code: Code; message: string }[];
  kept?: { report: Saved };
}

/**
 * Runs a profile of `/spec/verification.yaml` on the live files.
 * @throws {Error} With a `code`, and `errors` with places for mistakes in the configuration: nothing could be run.
 */
export function runProfile(options: ProfileOptions): Promise<ProfileRun>;
