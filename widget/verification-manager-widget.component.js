/**
 * The class of `<verification-manager-widget>`. Importing this module defines no element.
 * @module
 */

import { VerificationWidget } from './base.js';
import { HistoryTable } from './history-table.js';
import { progressBar, setShare, statList, timeLine } from './parts.js';
import { Running, inWords, share, together } from './running.js';
import { h, setText, setTime } from './text.js';

/** Rows of history shown unless `max-rows` says otherwise, and the most that it may say. */
const ROWS = 20;
const MOST_ROWS = 500;

/**
 * Shows what a VerificationManager does: how many verifications run, wait, passed and failed, and how far they are. It
 * also shows the pass rate, the last run, and the history with a button to clear it.
 *
 * @tagname verification-manager-widget
 * @attr {boolean} quiet - Neither announces nor dispatches events.
 * @attr {number} max-rows - Rows of history shown, 0 to 500; 20 by default.
 *
 * @fires {CustomEvent} verification-start - A verification has started. The manager's event again, bubbling, composed, its detail frozen.
 * @fires {CustomEvent} verification-progress - A verification has come further.
 * @fires {CustomEvent} verification-complete - A verification has ended.
 * @fires {CustomEvent} worker-restart - A worker was replaced.
 *
 * @csspart base - The box around everything.
 * @csspart header - Title and state.
 * @csspart state - The state as a word.
 * @csspart status - The line that is announced.
 * @csspart stat - One labelled number.
 * @csspart stat__value - The number of a stat.
 * @csspart progress - How far it is with what runs.
 * @csspart history - The box that the history scrolls in.
 * @csspart item - One row of history.
 * @csspart item--failed - A row of a verification that failed.
 * @csspart control - A button.
 *
 * @cssprop [--verdict-color-text] - Text.
 * @cssprop [--verdict-color-muted] - Labels.
 * @cssprop [--verdict-color-surface] - Background.
 * @cssprop [--verdict-color-raised] - Background of numbers and buttons.
 * @cssprop [--verdict-color-border] - Lines.
 * @cssprop [--verdict-color-control] - Border of buttons.
 * @cssprop [--verdict-color-pass] - What passed.
 * @cssprop [--verdict-color-fail] - What failed.
 * @cssprop [--verdict-color-warn] - Warnings.
 * @cssprop [--verdict-color-active] - What runs.
 * @cssprop [--verdict-color-focus] - The focus ring.
 * @cssprop [--verdict-font] - Font shorthand of text.
 * @cssprop [--verdict-font-mono] - Font family of commands.
 * @cssprop [--verdict-space=0.75rem] - Padding and gaps.
 * @cssprop [--verdict-radius=0.5rem] - Corners.
 * @cssprop [--verdict-history-block-size=16rem] - Height at which the history scrolls.
 */
export class VerificationManagerWidget extends VerificationWidget {
  static observedAttributes = [...VerificationWidget.observedAttributes, 'max-rows'];

  #stats;
  #bar;
  #rate;
  #far;
  #time;
  #history;
  #running = new Running();

  constructor() {
    const stats = statList([
      { key: 'active', label: 'Active', mark: '●', tone: 'active' },
      { key: 'queued', label: 'Queued', mark: '○' },
      { key: 'passed', label: 'Passed', mark: '✓', tone: 'pass' },
      { key: 'failed', label: 'Failed', mark: '✗', tone: 'fail' },
    ]);
    const bar = h('progress', { max: '100', value: '0', 'aria-labelledby': 'rate-label' });
    const rate = h('span', { class: 'value' });
    const rateLine = h('div', { class: 'rate' }, h('span', { class: 'label', id: 'rate-label' }, 'Pass rate'), bar, rate);
    const far = { line: h('div', { class: 'far' }), bar: progressBar(), words: h('span', { class: 'count' }) };
    far.line.append(h('span', { class: 'label' }, 'Progress'), far.bar, far.words);
    const last = timeLine('Last run');
    const clear = VerificationWidget.clearButton();
    last.line.append(clear);
    const history = new HistoryTable();
    super('Verification Manager', [stats.list, rateLine, far.line, last.line, ...history.nodes]);
    this.#stats = stats;
    this.#bar = bar;
    this.#rate = rate;
    this.#far = far;
    this.#time = last.time;
    this.#history = history;
    this.wire(clear);
  }

  /**
   * Rows of history shown.
   *
   * @attr max-rows
   * @type {number}
   */
  get maxRows() {
    const rows = Number.parseInt(this.getAttribute('max-rows') ?? '', 10);
    return Number.isNaN(rows) ? ROWS : Math.min(Math.max(rows, 0), MOST_ROWS);
  }

  set maxRows(value) {
    this.setAttribute('max-rows', String(value));
  }

  /**
   * @override
   * @param {import('./find-manager.js').Stats} stats
   * @returns {import('./base.js').Status}
   */
  describe(stats) {
    const isActive = stats.active > 0;
    return {
      state: isActive ? 'active' : 'idle',
      primaryMetric: `${stats.totalRuns} ${stats.totalRuns === 1 ? 'verification' : 'verifications'} run`,
      secondaryMetric: stats.totalRuns > 0 ? `${stats.passRate}% pass rate` : 'no pass rate yet',
      lastActivity: stats.lastVerificationTime,
      message: isActive ? `Running ${stats.active} verification(s)` : null,
    };
  }

  /**
   * @override
   * @param {string} type
   * @param {any} detail
   */
  note(type, detail) {
    this.#running.note(type, detail);
  }

  /**
   * @override
   * @param {import('./find-manager.js').Stats} stats
   * @param {import('./find-manager.js').Manager | null} manager
   */
  paint(stats, manager) {
    for (const key of /** @type {const} */ (['active', 'queued', 'passed', 'failed'])) this.#stats.set(key, stats[key]);
    this.#bar.value = stats.totalRuns > 0 ? stats.passRate : 0;
    setText(this.#rate, stats.totalRuns > 0 ? `${stats.passRate}%` : '–');
    setTime(this.#time, stats.lastVerificationTime, 'never');
    this.#paintProgress(stats.active);
    let items;
    try {
      items = manager?.getHistory?.();
    } catch {
      // A manager without readable history is shown without it; its numbers may still be correct.
    }
    this.#history.show(items, this.maxRows);
  }

  /** @param {number} active How many the manager says run. */
  #paintProgress(active) {
    // A missed end must not leave a bar behind.
    if (active === 0) this.#running.clear();
    const begun = this.#running.list.filter(({ hasBegun }) => hasBegun);
    const counts = together(begun);
    const { line, bar, words } = this.#far;
    line.hidden = begun.length === 0;
    setShare(bar, share(counts), 'Progress of what runs');
    setText(words, inWords(counts));
  }
}
