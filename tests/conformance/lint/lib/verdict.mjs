/** What ours finds in cases, in one process. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { finding, fixed } from './findings.mjs';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const target = `${root}target/lint`;

/** Builds the program that lints cases. It has a target folder of its own, as it is built with fewer features. */
function build() {
  const args = ['build', '--quiet', '--package', 'verdict-analysis', '--example', 'lint_cases', '--target-dir', target];
  const { status } = spawnSync('cargo', args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the linter does not build');
  return `${target}/debug/examples/lint_cases`;
}

/** @param {import('./cases.mjs').Case[]} cases @returns {import('./findings.mjs').Outcome[]} */
export function verdict(cases) {
  const { status, stderr, stdout } = spawnSync(build(), { input: JSON.stringify(cases), encoding: 'utf8', maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`the linter ended with ${status}: ${stderr}`);
  const found = JSON.parse(stdout);
  return cases.map((one, index) => {
    const { code } = one;
    const messages = found[index];
    if (messages.some((message) => message.code === 'err:syntax')) return { fatal: true, messages: [], output: code };
    return { fatal: false, messages: messages.map(({ rule = null, severity, ...message }) => finding(code, one, { ...message, ruleId: rule, severity: severity === 'error' ? 2 : 1 })), output: fixed(code, messages) };
  });
}
