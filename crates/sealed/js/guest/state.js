/**
 * Holds what Vitest keeps on `globalThis`, out of reach of code under test. The build replaces Vitest's globals by `records` and
 * `worker`.
 * @module
 */

import { create } from './primordials.js';

/** Replaces `globalThis` for Vitest's records. */
export const records = create(null);

/** The state of Vitest's worker. */
export const worker = {
  __proto__: null,
  config: undefined,
  filepath: '',
  current: undefined,
  metaEnv: undefined,
  providedContext: create(null),
  evaluatedModules: undefined,
  resolvingModules: new Set(),
  environment: { name: 'node' },
  ctx: { pool: 'threads' },
};

/** Functions of modules and mocks that `vi` calls; the loader sets them. */
export const mocker = { __proto__: null };

/** Whether the tests are written for Jest, whose modules are all CommonJS. */
export const isForJest = () => run.config?.writtenFor === 'jest';

/** Whether the tests are written for a test runner, and not for the modules of a browser. */
export const isForRunner = () => run.config?.writtenFor !== undefined;

/** The running file, its configuration, its environment, and whether a `require` may ask the host. */
export const run = { __proto__: null, file: '', config: undefined, seed: 0, frame: undefined, needs: false };
