/** Verifies commands on snapshots of files, in workers. */

import type { Files, FilesDelta, PathList } from './files.js';
import type { ApplyOptions, GateReport, GateSource } from './gate/index.js';
import type { ManagerOptions, TypeAt, TypeAtOptions, VerificationOptions } from './options.js';
import type { ProjectOptions, ProjectVerification } from './project.js';
import type { FullVerification, ProposalOptions, ProposalResult, ProposedChanges } from './proposals.js';
import type { EvalResult, LintResult, ProgressReport, ResultOf, TestResult, TypeCheckResult } from './results.js';
import type { Run } from './store/index.js';
import type {
  Code,
  HistoryEntry,
  PathCapabilities,
  PingAnswer,
  Problem,
  SnapshotAnswer,
  Stats,
  Toolchain,
  VerificationReport,
  VerificationStart,
  WorkerRestart,
} from './types.js';
import type { Watching, WatchOptions } from './watch.js';

export interface ManagerEventMap {
  /** A report could not be kept as it should be. No verdict is changed by that. */
  'report-problem': CustomEvent<Readonly<{ runId: string; iteration: number; problems: Problem[] }>>;
  'verification-start': CustomEvent<Readonly<VerificationStart>>;
  /** Once a frame for each request, and before its `verification-complete`, with what came since. */
  'verification-progress': CustomEvent<ProgressReport>;
  'verification-complete': CustomEvent<Readonly<HistoryEntry>>;
  'worker-restart': CustomEvent<Readonly<WorkerRestart>>;
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
  /** Says that files of `adapter` have changed, where nothing else reports it. A gate with this manager calls it. */
  filesChanged(): void;
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
  /**
   * Does what `verdict` does in a terminal. It evaluates configurations in the snapshot, such as `vitest.config.ts` and
   * `eslint.config.js`. Then it runs the tests, lint and type checks that come of them. Never rejects.
   */
  verifyProject(options?: ProjectOptions): Promise<ProjectVerification>;
  /** What the snapshot's constitution allows the code of a file. Unknown is not allowed. */
  getCapabilitiesForPath(path: string): PathCapabilities;
  /**
   * What is at a place of a file, counted from 1, or null where neither a name nor a literal is. TypeScript answers.
   * @throws {Error} With a `code`: `err:not-found` for a file that is not there, `err:timeout`, `err:cancelled`, or
   *   `err:startup` if the checker cannot start.
   */
  typeAt(path: string, line: number, column: number, options?: TypeAtOptions): Promise<TypeAt | null>;
  /** Starts the workers and the checker of types before they are needed. Gives whether all are ready. */
  prewarm(): Promise<boolean>;
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
  /**
   * Runs commands, and after each `setSnapshot` again what the change can affect: files that changed and those that import
   * them. Files that failed go first. An `eval:` runs after every change. Changes that come during a run cause one more.
   * @throws {TypeError} Without a command or `onResult`.
   */
  watch(commands: string | readonly string[], options: WatchOptions): Watching;
  /** Where the gate's wasm is, as the options say. */
  readonly gateSource: GateSource;
  getStats(): Stats;
  /** The last verifications, newest first. */
  getHistory(): Readonly<HistoryEntry>[];
  clearHistory(): void;
  /** The versions that the latest worker judges with; null before the first is ready. */
  getToolchain(): Readonly<Toolchain> | null;
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
export type * from './files.js';
export * from './gate/index.js';
export type * from './options.js';
export type * from './project.js';
export * from './proposals.js';
export { registerTools, registerVerificationManager } from './register.js';
export type * from './results.js';
export * from './store/index.js';
export type * from './types.js';
export type * from './watch.js';
