/**
 * The manager as the older generation of agents calls it. Nothing here rejects.
 * @module
 */

import { after, readChanges, touched } from './changes.js';
import { absolute } from './files.js';
import { command, judge } from './judge.js';
import { failed, outcomeOf, rejected } from './outcome.js';

/** @typedef {import('./host.js').Host} Host */

/**
 * Carries out a verb on one path or glob, or on several.
 *
 * @param {Host} host
 * @param {'test' | 'lint' | 'type-check'} verb
 * @param {unknown} paths
 * @param {unknown} sessionId
 * @returns {Promise<any>} The result of the verb.
 */
export async function verifyPaths(host, verb, paths, sessionId) {
  const list = Array.isArray(paths) ? paths : [paths];
  if (list.length === 0 || !list.every((path) => typeof path === 'string' && path.trim() !== '')) {
    return failed(`${verb}:`, `${verb} needs a path`, 'err:path');
  }
  try {
    return await outcomeOf({ runVerification: host.run }, command(verb, list), { sessionId });
  } catch (error) {
    return rejected(`${verb}:`, error);
  }
}

/** @param {Host} host @param {unknown} expression @param {unknown} sessionId @returns {Promise<import('../index.js').EvalResult>} */
export async function verifySafeEval(host, expression, sessionId) {
  if (typeof expression !== 'string') return failed('eval:', 'eval needs a text', 'err:command');
  return outcomeOf({ runVerification: host.run }, `eval:${expression}`, { sessionId });
}

/**
 * Lints and type-checks changed files, and runs the affected tests. The files are paths of the snapshot, or changes that
 * are laid over it.
 *
 * @param {Host} host
 * @param {unknown} changedFiles
 * @param {unknown} sessionId
 * @returns {Promise<import('../index.js').FullVerification>}
 */
export async function runFullVerification(host, changedFiles, sessionId) {
  const list = typeof changedFiles === 'string' ? [changedFiles] : changedFiles;
  const arePaths = Array.isArray(list) && list.length > 0 && list.every((path) => typeof path === 'string');
  const findings = await judge(
    host,
    ({ texts, root }) => {
      if (!arePaths) {
        const proposal = readChanges(list, root ? texts : null);
        return { proposal, texts: after(texts, proposal), paths: touched(proposal) };
      }
      const paths = [...new Set(list.map(absolute))];
      const errors = paths.filter((path) => !texts?.has(path)).map((path) => `File not found: ${path}`);
      return { proposal: { put: new Map(), removed: [], errors }, texts: new Map(texts), paths, isApplied: true };
    },
    { tests: true, sessionId },
  );
  const { passed, errors, warnings, output, code, checks } = findings;
  return {
    success: passed,
    output,
    error: passed ? null : errors.join('\n'),
    code,
    errors,
    warnings,
    checks,
    ...(sessionId !== undefined && { sessionId }),
  };
}

/** A test that passes, one that fails, and an expression: what each must come to. @type {[string, (result: any) => boolean][]} */
const SELF_TEST = [
  ['test:/passes.test.js', ({ success, output }) => success === true && output?.[0]?.passed === true],
  ['test:/fails.test.js', ({ success, output }) => success === false && output?.[0]?.passed === false],
  ['eval:6 * 7', ({ success, output }) => success === true && output === 42],
];
const SELF_TEST_FILES = {
  '/passes.test.js': "test('passes', () => { expect(1 + 1).toBe(2); });",
  '/fails.test.js': "test('fails', () => { expect(1 + 1).toBe(3); });",
};

/** Whether a verification can be carried out and tells right from wrong. @param {Host} host */
export async function selfTest(host) {
  const ask = (/** @type {string} */ asked) => outcomeOf({ runVerification: host.run }, asked, { vfsSnapshot: SELF_TEST_FILES });
  const results = await Promise.all(SELF_TEST.map(([asked]) => ask(asked)));
  const output = SELF_TEST.map(([name, isRight], at) => ({ name, passed: isRight(results[at]) }));
  const wrong = output.findIndex(({ passed }) => !passed);
  const { error, code } = results[wrong] ?? {};
  const success = wrong < 0;
  return {
    success,
    output,
    error: success ? null : `${output[wrong].name}: ${error ?? 'passed, and must not'}`,
    code: success ? null : (code ?? null),
  };
}
