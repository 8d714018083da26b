import type { Code, Config, Limits, VerifyResult } from './index.js';

/** A page's files. Every method may be async. */
export interface Adapter {
  /** All paths below `base`, which is always `/`. */
  list(base: string): Listing | Promise<Listing>;
  read(path: string): Content | Promise<Content>;
  /** A file keeps the kind of content that `read` gave; a new one is a text if it is UTF-8. */
  write(path: string, content: string | Uint8Array): unknown;
  remove?(path: string): unknown;
  /** Taken for `remove` where there is none. */
  delete?(path: string): unknown;
}

type Listing = Iterable<string | { path: string }>;
type Content = string | Uint8Array | ArrayBuffer;

export interface ApplyOptions {
  adapter: Adapter;
  /** Without one the gate is closed, unless the policy opens it. */
  manager?: { runVerification(command: string, options: object): Promise<unknown> };
  /** `verb:argument`, run on a copy with the change before anything live is touched, whatever the phase mask is. */
  verifyCommand?: string;
  /** Of each verification. */
  timeoutMs?: number;
  /** 1 PreFlight, 2 Snapshot+Rollback, 4 PostVerify, 8 BuildCheck, added up; 15 by default. */
  phaseMask?: number;
  policy?: {
    /** Lets a change through that nothing verified: no command is given, or there is no manager. Never one that failed. */
    allowUnverified?: boolean;
  };
  /** Of each verification. */
  config?: Config;
  /** Of each verification. */
  limits?: Limits;
  /** Of each verification. */
  sessionId?: unknown;
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
}

export interface GateReport {
  /** Whether the change is live, whole. */
  success: boolean;
  /** What became of the files. After `terminal` they are neither before nor after the change: a person must look. */
  state: 'applied' | 'refused' | 'restored' | 'terminal';
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
}

/** Applies a bundle to a page's files whole, or leaves them as they were. Never rejects. */
export function applyBundle(bundle: string, options: ApplyOptions): Promise<GateReport>;

declare module './index.js' {
  interface VerificationManager {
    /** `applyBundle` with this manager as the verifier. */
    applyBundle(bundle: string, options: Omit<ApplyOptions, 'manager'>): Promise<GateReport>;
  }
}
