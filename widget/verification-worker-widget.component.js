/**
 * The class of `<verification-worker-widget>`. Importing this module defines no element.
 * @module
 */

import { VerificationWidget } from './base.js';
import { progressBar, setShare, statList, timeLine } from './parts.js';
import { Running, inWords, share } from './running.js';
import { display, h, setText, setTime } from './text.js';

/** How many running verifications the widget lists. It counts the rest. */
const LISTED = 4;

/**
 * Shows what the verification workers do now: which verifications run and how far they are. It also shows how many have
 * ended, and how often the manager replaced a worker.
 *
 * @tagname verification-worker-widget
 * @attr {boolean} quiet - Neither announces nor dispatches events.
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
 * @csspart item - One verification that runs.
 * @csspart progress - How far it is.
 *
 * @cssprop [--verdict-color-text] - Text.
 * @cssprop [--verdict-color-muted] - Labels.
 * @cssprop [--verdict-color-surface] - Background.
 * @cssprop [--verdict-color-raised] - Background of numbers.
 * @cssprop [--verdict-color-border] - Lines.
 * @cssprop [--verdict-color-pass] - What passed.
 * @cssprop [--verdict-color-fail] - What failed.
 * @cssprop [--verdict-color-warn] - Warnings.
 * @cssprop [--verdict-color-active] - What runs.
 * @cssprop [--verdict-color-focus] - The focus ring.
 * @cssprop [--verdict-font] - Font shorthand of text.
 * @cssprop [--verdict-font-mono] - Font family of commands.
 * @cssprop [--verdict-space=0.75rem] - Padding and gaps.
 * @cssprop [--verdict-radius=0.5rem] - Corners.
 */
export class VerificationWorkerWidget extends VerificationWidget {
  #stats;
  #time;
  #list;
  #restarts;
  #running = new Running();
  #reason = '';

  constructor() {
    const stats = statList([
      { key: 'active', label: 'Running', mark: '●', tone: 'active' },
      { key: 'completed', label: 'Verified', mark: '✓' },
      { key: 'failed', label: 'Failed', mark: '✗', tone: 'fail' },
      { key: 'workers', label: 'Workers', mark: '⚙' },
    ]);
    const list = h('ul', { class: 'running', 'aria-label': 'Running verifications' });
    const restarts = h('span', { class: 'command', 'data-restarts': '' });
    const restartLine = h('div', { class: 'line' }, h('span', { class: 'label' }, 'Restarts'), restarts);
    const last = timeLine('Last activity');
    super('Verification Worker', [stats.list, list, restartLine, last.line]);
    this.#stats = stats;
    this.#list = list;
    this.#restarts = restarts;
    this.#time = last.time;
  }

  /**
   * @override
   * @param {import('./find-manager.js').Stats} stats
   * @param {import('./find-manager.js').Manager} manager
   * @returns {import('./base.js').Status}
   */
  describe(stats, manager) {
    const failed = this.failed(stats, manager);
    const hasFailed = failed > 0;
    const isActive = stats.active > 0;
    return {
      state: hasFailed ? 'warning' : isActive ? 'active' : 'idle',
      primaryMetric: `${stats.active} running`,
      secondaryMetric: `${stats.completed} verified`,
      lastActivity: stats.lastVerificationTime,
      message: hasFailed ? `${failed} failed` : null,
    };
  }

  /**
   * @override
   * @param {string} type
   * @param {any} detail
   */
  note(type, detail) {
    this.#running.note(type, detail);
    if (type === 'worker-restart') this.#reason = display(detail.reason ?? detail.code ?? '', 80);
    else if (type === 'manager') this.#reason = '';
  }

  /**
   * @override
   * @param {import('./find-manager.js').Stats} stats
   */
  paint(stats) {
    for (const key of /** @type {const} */ (['active', 'completed', 'failed', 'workers'])) this.#stats.set(key, stats[key]);
    setText(this.#restarts, this.#reason && stats.restarts > 0 ? `${stats.restarts} (${this.#reason})` : `${stats.restarts}`);
    setTime(this.#time, stats.lastVerificationTime, 'never');
    this.#paintRunning(stats.active);
  }

  /** @param {number} active How many the manager says run; some may have started before we listened. */
  #paintRunning(active) {
    // A missed end must not leave a row behind.
    if (active === 0) this.#running.clear();
    const shown = this.#running.list.slice(0, Math.min(LISTED, active));
    const lines = shown.map((request) => ({ command: request.command, count: inWords(request), share: share(request) }));
    const rest = active - shown.length;
    if (rest > 0) lines.push({ command: shown.length > 0 ? `and ${rest} more` : `${active} running`, count: '', share: 0 });
    while (this.#list.children.length > lines.length) this.#list.lastElementChild?.remove();
    while (this.#list.children.length < lines.length) this.#list.append(runningItem());
    lines.forEach((line, row) => {
      const [command, count, bar] = this.#list.children[row].children;
      setText(command, line.command);
      setText(count, line.count);
      const element = /** @type {HTMLProgressElement} */ (bar);
      element.hidden = row >= shown.length;
      setShare(element, line.share, `Progress of ${line.command}`);
    });
    this.#list.hidden = lines.length === 0;
  }
}

/** An empty row of the list. */
function runningItem() {
  return h('li', { part: 'item' }, h('span', { class: 'command' }), h('span', { class: 'count' }), progressBar());
}
