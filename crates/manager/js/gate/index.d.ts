/** The gate: a change is applied whole or not at all, under policy, with a record. */

import type { VerifyResult } from '../results.js';
import type { ReportStore, Store } from '../store/index.js';
import type {
  Code,
  Config,
  Confirm,
  Engine,
  GateError,
  Limits,
  Policy,
  ProfileRun,
  Recovery,
  Reset,
  Retention,
  TransactionReport,
} from '../types.js';

export type {
  CheckReport,
  Displaced,
  GateError,
  PhaseReport,
  Policy,
  ProfileRun,
  Recovery,
  Reset,
  SkillResult,
  StepResult,
  Suppression,
  TestName,
  TestsReport,
  Violation,
} from '../types.js';

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

/** `stamp`: differs from before whenever the content does, such as a hash or a version. What keeps its stamp may not be read again. */
type Listing = Iterable<string | { path: string; stamp?: unknown }>;
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

export interface ApplyOptions extends GateSource {
  adapter: Adapter;
  /** Without one the gate is closed, unless the policy opens it. */
  manager?: Verifier;
  /**
   * Which engine runs the tests of the verify command and of the profile. Nothing is applied on the word of `browser` alone,
   * nor with `auto` if a file ran there.
   */
  engine?: Engine | 'auto';
  /** `verb:argument`, run on a copy with the change before anything live is touched, whatever the phase mask is. */
  verifyCommand?: string;
  /** A profile of `/spec/verification.yaml` that is run on the copy. */
  profile?: string;
  /**
   * The folder of a project, such as `/`, whose own configuration judges: that of `vitest.config.*` and the like, as it is before
   * the change. It lies below `/verdict.config.json`.
   */
  project?: string;
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

/** What a gate answers: the report of the transaction or, where its wasm could not be loaded, the reason. */
export interface GateReport extends TransactionReport {
  /** For `err:startup`: what exactly was seen. */
  detail?: string;
  /** For `err:startup`: what to do about it. */
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
  /** Which engine runs the tests of its steps. On the word of `browser` no step passes, nor with `auto` if a file ran there. */
  engine?: Engine | 'auto';
  /** With `engine: 'both'`: what is confirmed. */
  confirm?: Confirm;
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

/**
 * Runs a profile of `/spec/verification.yaml` on the live files.
 * @throws {Error} With a `code`, and `errors` with places for mistakes in the configuration: nothing could be run.
 */
export function runProfile(options: ProfileOptions): Promise<ProfileRun>;
