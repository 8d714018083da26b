/**
 * Shows what a fix changes, and asks whether to apply it.
 * @module
 */

import { display, h } from './dom.js';
import { thrown } from '/verdict/widget/text.js';
import { diffNode } from './source-nodes.js';

/** How many files are shown. */
const MAX_FILES = 50;

/** @typedef {{ path: string, before: string, after: string }} Change */

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} about What the fix is for.
 * @property {string} note What Apply does.
 * @property {readonly Change[]} changes
 * @property {(signal: AbortSignal) => Promise<string | null>} apply Called by Apply; null if it is done, else why it is not.
 */

/**
 * Opens a dialog with the difference. Escape and Cancel close it; while the fix is being applied, they stop that.
 * The focus goes into the dialog, and back when it closes.
 *
 * @param {Question} question
 * @returns {Promise<boolean>} Whether the fix was applied.
 */
export function ask({ title, about, note, changes, apply }) {
  const differences = h('div', { class: 'differences', tabindex: '0', role: 'group', 'aria-label': 'Differences' });
  for (const change of changes.slice(0, MAX_FILES)) differences.append(h('h3', { class: 'path' }, display(change.path)), diffNode(change));
  const more = changes.length - MAX_FILES;
  if (more > 0) differences.append(h('p', { class: 'note' }, `and ${more.toLocaleString()} more files`));
  const status = h('p', { class: 'status', role: 'status' });
  const accept = h('button', { type: 'button', class: 'primary' }, 'Apply');
  const cancel = h('button', { type: 'button' }, 'Cancel');
  const dialog = h(
    'dialog',
    { class: 'fix', 'aria-labelledby': 'fix-title', 'aria-describedby': 'fix-note' },
    h('h2', { id: 'fix-title' }, display(title)),
    ...(about ? [h('p', {}, display(about, 600))] : []),
    differences,
    h('p', { id: 'fix-note', class: 'note' }, display(note, 600)),
    status,
    h('div', { class: 'fields' }, accept, cancel),
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    const stop = new AbortController();
    let [isBusy, isDone] = [false, false];
    dialog.addEventListener('close', () => {
      // A browser may close a dialog that objects.
      if (isBusy) return stop.abort();
      dialog.remove();
      resolve(isDone);
    });
    dialog.addEventListener('cancel', (event) => {
      if (!isBusy) return;
      event.preventDefault();
      stop.abort();
    });
    cancel.addEventListener('click', () => (isBusy ? stop.abort() : dialog.close()));
    accept.addEventListener('click', async () => {
      if (isBusy) return;
      isBusy = true;
      accept.setAttribute('aria-disabled', 'true');
      status.textContent = 'Applying…';
      const refusal = await apply(stop.signal).catch(thrown);
      isBusy = false;
      isDone = refusal === null;
      if (!dialog.open) dialog.dispatchEvent(new Event('close'));
      else if (isDone || stop.signal.aborted) dialog.close();
      else refuse(String(refusal));
    });
    const refuse = (/** @type {string} */ why) => {
      status.dataset.state = 'failed';
      status.textContent = `Not applied: ${display(why, 600)}`;
      accept.remove();
      cancel.textContent = 'Close';
      cancel.focus();
    };
    dialog.showModal();
    differences.focus();
  });
}
