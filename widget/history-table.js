/**
 * The table of past verifications.
 * @module
 */

import { display, duration, h, setText, setTime, typesText } from './text.js';

/** @typedef {import('./find-manager.js').HistoryItem} HistoryItem */

/** A table in a box that scrolls and can be reached by keyboard, and the line that stands for no rows. */
export class HistoryTable {
  #rows = h('tbody');
  #box = h('div', { class: 'history', part: 'history', tabindex: '0', role: 'group', 'aria-label': 'Verification history' });
  #empty = h('p', { class: 'empty' }, 'No verifications yet.');

  constructor() {
    const head = h('tr');
    for (const [name, kind] of [['Result'], ['Command'], ['When', 'when']]) {
      head.append(h('th', { scope: 'col', ...(kind && { class: kind }) }, name));
    }
    this.#box.append(h('table', {}, h('caption', {}, 'Verification history, newest first'), h('thead', {}, head), this.#rows));
  }

  /** What to put into a shadow root. @returns {Node[]} */
  get nodes() {
    return [this.#box, this.#empty];
  }

  /**
   * Shows the first `max` items. Rows are kept and refilled, so that a table that scrolls stays where
   * its reader left it.
   *
   * @param {unknown} items Newest first; what is no list is none.
   * @param {number} max
   */
  show(items, max) {
    const shown = Array.isArray(items) ? items.slice(0, max) : [];
    while (this.#rows.rows.length > shown.length) this.#rows.deleteRow(-1);
    while (this.#rows.rows.length < shown.length) this.#rows.append(makeRow());
    for (const [index, item] of shown.entries()) fill(this.#rows.rows[index], item ?? {});
    this.#box.hidden = shown.length === 0;
    this.#empty.hidden = shown.length > 0;
  }
}

function makeRow() {
  return h(
    'tr',
    { part: 'item' },
    h('td', { class: 'outcome' }),
    h('td', { class: 'what' }, h('span', { class: 'command' }), h('span', { class: 'reason' })),
    h('td', { class: 'when' }, h('time'), h('span', { class: 'took' })),
  );
}

/**
 * @param {HTMLTableRowElement} row
 * @param {Partial<HistoryItem>} item
 */
function fill(row, item) {
  const failed = item.success !== true;
  row.toggleAttribute('data-failed', failed);
  row.setAttribute('part', failed ? 'item item--failed' : 'item');
  const [outcome, what, when] = row.cells;
  setText(outcome, failed ? '✗ failed' : '✓ passed');
  const [command, reason] = what.children;
  setText(command, display(item.command));
  // Long texts are clamped to a few lines; hovering shows the rest.
  /** @type {HTMLElement} */ (command).title = display(item.command);
  const why = failed
    ? [item.code, item.error]
        .filter(Boolean)
        .map((text) => display(text))
        .join(' ')
    : '';
  setText(reason, [why, typesText(item)].filter(Boolean).join(' · '));
  const [started, took] = when.children;
  setTime(/** @type {HTMLTimeElement} */ (started), item.startedAt, '–');
  setText(took, duration(item.durationMs));
}
