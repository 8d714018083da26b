/** Results of verifications, and their progress: one shape for each verb. */

import type { JsonValue } from './files.js';
import type { Diagnostic, DiagnosticCounts, Engine, EngineResult, ProjectPlan, TestCounts, TestEntry, WorkerProgress } from './types.js';

/** What every result has. */
export interface AnyResult extends EngineResult {
  /** As it was passed. */
  sessionId?: unknown;
}

/** The answer to a `test:`. */
export interface TestResult extends AnyResult {
  kind: 'test';
  /** One entry a test, in the order of files and of declaration; null where no test could be run. */
  output: TestEntry[] | null;
  /** How many entries there are, with those that `output` lost to `limits.outputBytes`. */
  counts?: TestCounts;
}

/** The answer to a `lint:`. */
export interface LintResult extends AnyResult {
  kind: 'lint';
  /** By file, line and column; null where nothing could be checked. */
  output: Diagnostic[] | null;
  /** How many findings there are, with those that `output` lost to `limits.outputBytes`. */
  counts?: DiagnosticCounts;
}

/** The answer to a `type-check:`. */
export interface TypeCheckResult extends AnyResult {
  kind: 'type-check';
  /** By file, line and column; null where nothing could be checked. */
  output: Diagnostic[] | null;
  /** How many findings there are, with those that `output` lost to `limits.outputBytes`. */
  counts?: DiagnosticCounts;
}

/** The answer to an `eval:`. */
export interface EvalResult extends AnyResult {
  kind: 'eval';
  /** The value if JSON has it, else `{ type, preview }`. Null if the evaluation failed. */
  output: JsonValue;
  counts?: undefined;
}

/** The answer to a `project:`. */
export interface ProjectResult extends AnyResult {
  kind: 'project';
  /** What the configuration comes to; null if it cannot be read. */
  output: ProjectPlan | null;
  counts?: undefined;
}

/** The answer to a command without a known verb: a refusal. */
export interface UnknownResult extends AnyResult {
  kind: null;
  success: false;
  output: null;
  counts?: undefined;
}

/** The answer to a verification. Its `kind` tells which, and so the type of `output`. */
export type VerifyResult = TestResult | LintResult | TypeCheckResult | EvalResult | ProjectResult | UnknownResult;

/** The result of a command: of one that begins with a verb that is known beforehand, the result of that verb. */
export type ResultOf<Command extends string> = Command extends `test:${string}`
  ? TestResult
  : Command extends `lint:${string}`
    ? LintResult
    : Command extends `type-check:${string}` | `typecheck:${string}`
      ? TypeCheckResult
      : Command extends `eval:${string}`
        ? EvalResult
        : Command extends `project:${string}`
          ? ProjectResult
          : VerifyResult;

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
  | WorkerProgress
  /** With `engine: 'both'`: the browser's engine has finished, and the interpreter starts. Counts start at zero again. */
  | { kind: 'confirming'; verb: 'test'; files: number }
  /** With `engine: 'auto'`: this engine now runs files, some of them again. Counts start at zero again. */
  | { kind: 'switched'; verb: 'test'; files: number; engine: Engine };

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
