/** Verification of a project, as its own tools are configured. */

import type { VerificationOptions } from './options.js';
import type { VerifyResult } from './results.js';
import type { Code, ProjectPlan } from './types.js';

export interface ProjectOptions extends Omit<VerificationOptions, 'config' | 'baseline'> {
  /** The project's folder; `/` by default. What a member of a workspace lacks, the root of the snapshot may have. */
  folder?: string;
  /** Of tests; `auto` by default. */
  engine?: VerificationOptions['engine'];
  /** Only the commands of these verbs. */
  verbs?: readonly ('test' | 'lint' | 'type-check')[];
  /** Called with what the configuration comes to, before anything runs. */
  onPlan?: (plan: ProjectPlan) => void;
}

export interface ProjectVerification {
  /** Whether there was something to verify, and all of it passed. */
  success: boolean;
  /** What the configuration comes to; null if it cannot be read. */
  plan: ProjectPlan | null;
  /** The result of each command, in the order of the plan. */
  results: { verb: 'test' | 'lint' | 'type-check'; label: string; result: VerifyResult }[];
  /** Why nothing was verified. */
  error: string | null;
  code: Code | null;
}
