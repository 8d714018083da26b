/** Changes that an agent proposes, and what comes of them. */

import type { VerificationManager } from './index.js';
import type { VerificationOptions } from './options.js';
import type { Code, Config, Diagnostic, Location, Severity, TestEntry } from './types.js';

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
  severity?: Severity;
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
