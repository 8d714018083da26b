/** Reports of verifications, and the stores that keep them. */

import type { Code, VerificationOptions } from '../index.js';
import type { GateSource } from '../gate/index.js';

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

export type Level = 'L0' | 'L1' | 'L2' | 'L3';

export interface CheckResult {
  name: string;
  passed: boolean;
  output?: string;
  /** Real milliseconds. */
  duration: number;
  findings?: { location?: object; severity: string; rule: string; title: string; message: string }[];
}

export interface LevelResult {
  level: Level;
  passed: boolean;
  checks: CheckResult[];
  duration: number;
}

/** What one verification of a run found. L0: lint and type checks; L1: tests; L2: evaluations; L3: sanity. */
export interface VerificationReport {
  runId: string;
  iteration: number;
  /** ISO 8601, as all times here. */
  capturedAt: string;
  overall: { passed: boolean; summary: string };
  /** null for a level that did not run. */
  levels: Record<Level, LevelResult | null>;
  /** Real milliseconds. */
  duration: number;
  completedAt: string;
  /** Left out on purpose, as against levels for which there was nothing to run. */
  skippedLevels: Level[];
  harnessConfig: HarnessConfig;
}

/** A report as the store keeps it. */
export type PersistedVerificationReport = VerificationReport;

/** What decided which levels ran. */
export interface HarnessConfig {
  waitForCI: boolean;
  skipLevels: Level[];
}

/** A report as a verifier makes it. Saving it fills in the missing fields. */
export type UnsavedReport = Omit<VerificationReport, 'capturedAt' | 'completedAt' | 'levels' | 'skippedLevels' | 'harnessConfig'> & {
  completedAt: string | Date;
  levels: Partial<Record<Level, LevelResult | null>>;
} & Partial<Pick<VerificationReport, 'capturedAt' | 'skippedLevels' | 'harnessConfig'>>;

/** The files of a moment by path and hash. */
export interface AuditSnapshot {
  snapshot_name: string;
  timestamp: string;
  file_count: number;
  root: string;
  files: { path: string; sha256: string; bytes: number }[];
}

export interface SnapshotDiff {
  created: string[];
  modified: string[];
  deleted: string[];
  renamed: { from: string; to: string }[];
}

/** The outcome of a save. */
export interface Saved {
  /** The key in the store; null if it was not kept. */
  key: string | null;
  problems: { code: Code; message: string }[];
  /** Keys that were removed to make room, the oldest first. */
  removed: string[];
}

/** A file that was skipped. */
export interface Skipped {
  key: string;
  kind: 'corrupt' | 'older' | 'newer' | 'foreign' | 'name' | 'unreadable';
  reason: string;
}

/** How much is kept, in all runs together; the oldest goes first. 200, 200 and 64 MiB by default. */
export interface Retention {
  reports?: number;
  snapshots?: number;
  bytes?: number;
}

export type Format = 'text' | 'json' | 'junit' | 'tap' | 'sarif' | 'github';

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
  list(runId: string): Promise<{
    /** By iteration. */
    reports: { iteration: number; passed: boolean; summary: string; completedAt: string }[];
    skipped: Skipped[];
  }>;
  runs(): Promise<{ runs: string[]; skipped: Skipped[] }>;
  snapshots(runId: string): Promise<{ names: string[]; skipped: Skipped[] }>;
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
