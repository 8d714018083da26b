/**
 * What Vitest keeps on `globalThis` stands here instead, where no code under test can reach it: the build puts `records` and
 * `worker` in place of its globals.
 * @module
 */

import { create } from './primordials.js';

/** Stands for `globalThis` where Vitest keeps its records. */
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

/** What `vi` asks for modules and mocks: put in place by the loader. */
export const mocker = { __proto__: null };

/** The file that runs, its configuration, what stands around the guest, and whether a `require` may be asked for. */
export const run = { __proto__: null, file: '', config: undefined, seed: 0, frame: undefined, needs: false };
