/** Watches: commands that run again after each change of the snapshot. */

import type { VerificationOptions } from './options.js';
import type { VerifyResult } from './results.js';

/** Which part of a command a result is of. */
export interface WatchedRun {
  /** The command, as `watch` was given it. */
  command: string;
  /** The files that ran, or null if the whole command did. */
  files: readonly string[] | null;
  /** The paths that changed. Empty where everything ran. */
  changed: readonly string[];
}

export interface WatchOptions {
  /**
   * Called with each result. After a change, a command has at most two: of its files that failed last, and of the others.
   * A command that cannot run has a result with `success: false`.
   */
  onResult: (result: VerifyResult, run: WatchedRun) => void;
  /** Ends the watch. */
  signal?: AbortSignal;
  /** Milliseconds without another change before something runs; 20. */
  debounceMs?: number;
  /** Options of every run. */
  options?: Omit<VerificationOptions, 'vfsSnapshot' | 'baseline' | 'signal'>;
}

/** A watch that runs. */
export interface Watching {
  /** Ends the watch: `onResult` is not called any more, and what runs is cancelled. */
  close(): void;
  /** Resolves when nothing runs and nothing is due. Never rejects. */
  idle(): Promise<void>;
}
