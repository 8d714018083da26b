/**
 * `verifyProject`: what `verdict` without an argument does in a terminal.
 * @module
 */

import { copy, told } from '../request.js';
import { entriesOf, isDeltaOf } from './files.js';
import { outcomeOf } from './outcome.js';

/**
 * Reads the configuration of a project's own tools, and carries out the commands that come of it. Never rejects.
 *
 * @param {import('./host.js').Host} host
 * @param {import('../index.js').ProjectOptions} [options]
 * @returns {Promise<import('../index.js').ProjectVerification>}
 */
export async function verifyProject(host, options = {}) {
  const { folder = '/', verbs, onPlan, vfsSnapshot: given, onProgress, engine = 'auto', confirm, ...ofAll } = options;
  // Both steps see the files as they are now.
  const vfsSnapshot = copy(given);
  const read = await outcomeOf({ runVerification: host.run }, `project:${folder}`, { ...ofAll, vfsSnapshot });
  if (!read.success) return { success: false, plan: null, results: [], error: read.error, code: read.code };
  /** @type {import('../index.js').ProjectPlan} */
  const plan = read.output;
  if (typeof onPlan === 'function') told(onPlan, plan);
  const commands = plan.commands.filter(({ verb }) => !verbs || verbs.includes(verb));
  const files = withFiles(vfsSnapshot ?? { base: read.snapshotRoot, entries: {} }, plan.files);
  // All requests start in one turn, so that they see the same files.
  const results = await Promise.all(
    commands.map(async ({ verb, label, command, config }) => {
      const ofTests = verb === 'test' ? { engine, confirm } : {};
      const asked = { ...ofAll, ...ofTests, onProgress, config, vfsSnapshot: files };
      const result = await outcomeOf({ runVerification: host.run }, command, asked);
      return { verb, label, result };
    }),
  );
  const nothing = results.length === 0 ? 'The project has no tests, no configuration of a linter and no tsconfig.json' : null;
  const success = !nothing && results.every(({ result }) => result.success);
  return { success, plan, results, error: nothing, code: nothing ? 'err:no_tests' : null };
}

/**
 * Files with those that a configuration makes.
 *
 * @param {any} given
 * @param {Record<string, string>} made
 */
function withFiles(given, made) {
  if (isDeltaOf(given)) return { ...given, entries: [...entriesOf(given.entries ?? {}), ...Object.entries(made)] };
  return [...entriesOf(given), ...Object.entries(made)];
}
