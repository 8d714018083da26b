/** Reports of verifications, and the stores that keep them. */

import type { GateSource } from '../gate/index.js';
import type { VerificationOptions } from '../options.js';
import type {
  AuditSnapshot,
  Format,
  HarnessConfig,
  Level,
  LevelResult,
  ReportList,
  Retention,
  RunList,
  Saved,
  SnapshotDiff,
  SnapshotList,
  VerificationReport,
} from '../types.js';

export type {
  AuditSnapshot,
  CheckResult,
  Format,
  HarnessConfig,
  Level,
  LevelResult,
  Retention,
  Saved,
  Skipped,
  SnapshotDiff,
  VerificationReport,
} from '../types.js';

/** Texts by key. A put is whole or not at all. */
export interface Store {
  /** Null if the key is missing. */
  get(key: string): Promise<string | null>;
  put(key: string, text: string): Promise<void>;
  /** A key that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Keys that begin with the prefix, sorted. */
  list(prefix?: string): Promise<string[]>;
  readonly kind?: 'memory' | 'opfs' | 'indexeddb';
  /** Why it is not the store that was hoped for. */
  readonly warnings?: readonly string[];
}

/** Lasts as long as the page. */
export function memoryStore(): Store;
/** In the origin's private file system; `verdict` by default. Puts of two tabs never mix. */
export function opfsStore(folder?: string): Store;
/** In IndexedDB; `verdict` by default. */
export function indexedDbStore(name?: string): Store;
/**
 * A store in OPFS. If OPFS is missing, throws or hangs, the store is in IndexedDB, and if that fails too, in memory.
 * `warnings` and the console name what failed, or `onWarning` receives it. Never rejects.
 */
export function openStore(name?: string, options?: { onWarning?: (message: string) => void }): Promise<Store>;

/** A report as the store keeps it. */
export type PersistedVerificationReport = VerificationReport;

/** A report as a verifier makes it. Saving it fills in the missing fields. */
export type UnsavedReport = Omit<VerificationReport, 'capturedAt' | 'completedAt' | 'levels' | 'skippedLevels' | 'harnessConfig'> & {
  completedAt: string | Date;
  levels: Partial<Record<Level, LevelResult | null>>;
} & Partial<Pick<VerificationReport, 'capturedAt' | 'skippedLevels' | 'harnessConfig'>>;

export interface ReportStoreOptions extends GateSource {
  retention?: Retention;
  /** Receives what the store could not keep or read. The console shows it by default. */
  onProblem?: (message: string) => void;
}

/**
 * Verification reports and audit snapshots in a store. A run id is 1 to 128 ASCII letters, digits, `.`, `_` and `-`,
 * beginning with a letter or digit. Methods that read reject with an `Error` that has a `code`.
 */
export class ReportStore {
  constructor(store: Store | Promise<Store>, options?: ReportStoreOptions);
  readonly store: Promise<Store>;
  /** Never rejects. */
  save(report: UnsavedReport, harnessConfig?: Partial<HarnessConfig>): Promise<Saved>;
  /** Resolves to the report's key. Rejects with an `Error` that has a `code` if the store did not keep it. */
  saveVerificationReport(runId: string, iteration: number, report: UnsavedReport, harnessConfig?: Partial<HarnessConfig>): Promise<string>;
  /** As `load`. */
  loadVerificationReport(runId: string, iteration: number): Promise<PersistedVerificationReport | null>;
  /** The iterations that have a report, in order. */
  listVerificationReports(runId: string): Promise<number[]>;
  /** Never rejects. */
  saveSnapshot(runId: string, snapshot: AuditSnapshot): Promise<Saved>;
  /** Null if it is missing or unreadable. `onProblem` receives the reason. */
  load(runId: string, iteration: number): Promise<VerificationReport | null>;
  loadSnapshot(runId: string, name: string): Promise<AuditSnapshot | null>;
  list(runId: string): Promise<ReportList>;
  runs(): Promise<RunList>;
  snapshots(runId: string): Promise<SnapshotList>;
  /** Null if the report is missing or unreadable. */
  render(runId: string, iteration: number, format?: Format): Promise<string | null>;
  /** A zip archive. */
  export(runId: string): Promise<Uint8Array>;
  diffSnapshots(before: AuditSnapshot, after: AuditSnapshot): Promise<SnapshotDiff>;
}

/** What `verifyRun` carries out; options beside are those of each verification. */
export interface Run extends VerificationOptions {
  runId: string;
  /** Which verification of the run; 1 by default. */
  iteration?: number;
  commands: readonly string[];
  /** Commands of these levels are left out. */
  skipLevels?: readonly Level[];
}
