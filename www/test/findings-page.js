/**
 * Findings on a page of their own: with files and an editor, and with a gate and a manager that do as they are told.
 * @module
 */

import { Findings } from '/js/findings.js';
import { bundlePlace, livePlace } from '/js/places.js';
import { rulePages } from '/js/rule-pages.js';
import { Vfs } from '/js/vfs.js';

const seen = { owned: undefined, applied: [], checked: [], again: 0, violations: [] };
document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
  seen.violations.push(`${violatedDirective} ${sample}`),
);

/** A gate that applies, refuses, or waits until it is stopped. */
const gate = {
  behaviour: 'applies',
  async apply(bundle, { verifyCommand, signal }) {
    const { changes } = JSON.parse(bundle);
    seen.applied.push({ verifyCommand, changes });
    if (gate.behaviour === 'waits') await new Promise((resolve) => signal.addEventListener('abort', resolve));
    if (gate.behaviour === 'throws') throw new Error('<b>no gate</b>');
    if (gate.behaviour !== 'applies') return { success: false, message: '2 test(s) failed <img src=x onerror="seen.owned = 1">' };
    for (const { path, content } of changes) await window.vfs.write(path, content);
    return { success: true, message: '' };
  },
};

const manager = {
  /** The answer to the next request. */
  answer: { output: [] },
  async runVerification(command, { vfsSnapshot, config }) {
    seen.checked.push({ command, files: vfsSnapshot, config });
    return manager.answer;
  },
};

/**
 * Shows findings of some files.
 *
 * @param {{ kind?: string, output: object[], files: [string, string][], bundle?: string }} given `bundle`: the files are those of a change.
 */
async function show({ kind = 'lint', output, files, bundle }) {
  window.vfs = new Vfs(bundle === undefined ? files : []);
  const editor = document.querySelector('#bundle');
  editor.value = bundle ?? '';
  const needs = { vfs: window.vfs, gate, editor, onJudged: () => {} };
  const place = bundle === undefined ? livePlace(needs, files) : bundlePlace(needs, files);
  const again = async () => {
    seen.again += 1;
  };
  const result = { kind, command: `${kind}:/src/*.js`, output, omitted: 0 };
  const findings = new Findings({ result, place, manager, pages: await rulePages(), again });
  document.querySelector('#shown').replaceChildren(findings.element);
}

Object.assign(window, { seen, gate, manager, show });
