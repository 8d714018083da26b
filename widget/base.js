/**
 * What both widgets share: finding the manager, subscribing, painting once a frame, the protocol.
 * @module
 */

import { ManagerLink } from './manager-link.js';
import { NOTHING, failedLast, isBroken, toStats } from './stats.js';
import { sheetsFor } from './styles.js';
import { h, setText, thrown } from './text.js';
import { VERSION } from './version.js';

/** @typedef {import('./find-manager.js').Manager} Manager */
/** @typedef {import('./find-manager.js').Stats} Stats */

/**
 * @typedef {object} Status
 * @property {'idle' | 'active' | 'warning' | 'error' | 'disabled'} state
 * @property {string} primaryMetric
 * @property {string} secondaryMetric
 * @property {number | null} lastActivity Milliseconds since 1970.
 * @property {string | null} message
 */

/** @typedef {{ manager: Manager | null, stats: Stats, error: string | null }} Reading */

/**
 * @typedef {object} Control
 * @property {string} id
 * @property {string} label
 * @property {() => { success: boolean, message: string }} action
 */

/** Events of the manager that the element dispatches again. */
const ECHOED = ['verification-start', 'verification-progress', 'verification-complete', 'worker-restart'];

const STATES = {
  idle: ['○', 'Idle'],
  active: ['●', 'Active'],
  warning: ['▲', 'Warning'],
  error: ['✗', 'Error'],
  disabled: ['–', 'Disabled'],
};

/** What stands before the title, by what the last verifications came to. */
const OUTCOMES = { none: '○', passed: '✓', failed: '▲', error: '✗' };

/** @param {Status['state']} state @param {Stats} stats @param {number} failed @returns {keyof typeof OUTCOMES} */
function outcomeOf(state, stats, failed) {
  if (state === 'error') return 'error';
  if (state === 'disabled' || stats.completed === 0) return 'none';
  return failed > 0 ? 'failed' : 'passed';
}

/**
 * Base of the verification widgets. Subclasses give a title, a body and a status.
 *
 * @fires verification-start
 * @fires verification-progress
 * @fires verification-complete
 * @fires worker-restart
 */
export class VerificationWidget extends HTMLElement {
  /** Version of the package. */
  static version = VERSION;

  static observedAttributes = ['quiet'];

  #link = new ManagerLink(
    (event) => this.#onEvent(event),
    () => this.#onManager(),
  );
  #frame = 0;
  /** What the last control said, until the next event. */
  #notice = '';
  /** @type {Set<(status: Status) => void>} */
  #callbacks = new Set();
  #view;
  /** How many failures the last history had. A cleared history changes nothing. @type {number | null} */
  #failed = null;

  /**
   * @param {string} title
   * @param {Node[]} body
   */
  constructor(title, body) {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = sheetsFor(this.ownerDocument);
    const glyph = h('span', { class: 'glyph', 'aria-hidden': 'true' });
    const word = h('span');
    const state = h('span', { class: 'state', part: 'state' }, glyph, word);
    const status = h('p', { class: 'status', part: 'status', role: 'status', 'aria-live': 'polite' });
    const icon = h('span', { class: 'icon', 'aria-hidden': 'true' });
    const header = h('div', { class: 'header', part: 'header' }, icon, h('span', { class: 'title', id: 'title' }, title), state);
    const base = h('div', { class: 'base', part: 'base', role: 'group', 'aria-labelledby': 'title' });
    base.append(header, status, ...body);
    root.append(base);
    this.#view = { icon, glyph, word, state, status };
  }

  /**
   * The manager shown. Unless one is set it is `window.app.modules.VerificationManager`, else what
   * `window.DIContainer` resolves.
   *
   * @type {Manager | null}
   */
  get manager() {
    return this.#link.manager;
  }

  set manager(value) {
    this.#link.give(value);
  }

  /**
   * Neither announces nor dispatches events: for a second view of a manager that another element on
   * the page already shows.
   *
   * @attr quiet
   * @type {boolean}
   */
  get quiet() {
    return this.hasAttribute('quiet');
  }

  set quiet(value) {
    this.toggleAttribute('quiet', Boolean(value));
  }

  /** The numbers shown, read afresh. @type {Readonly<Stats>} */
  get stats() {
    return this.read().stats;
  }

  connectedCallback() {
    for (const name of ['manager', 'quiet', 'maxRows']) this.#takeOver(name);
    this.#link.connect();
    this.#paint();
  }

  disconnectedCallback() {
    this.#link.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  adoptedCallback() {
    if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = sheetsFor(this.ownerDocument);
  }

  attributeChangedCallback() {
    const { status } = this.#view;
    if (this.quiet) {
      status.removeAttribute('role');
      status.removeAttribute('aria-live');
    } else {
      status.setAttribute('role', 'status');
      status.setAttribute('aria-live', 'polite');
    }
    this.refresh();
  }

  /**
   * What a host shows of the widget.
   *
   * @returns {Status}
   */
  getStatus() {
    return this.#statusOf(this.read());
  }

  /**
   * What a host can do with the widget.
   *
   * @returns {Control[]}
   */
  getControls() {
    return [{ id: 'clear-history', label: 'Clear History', action: () => this.#clearHistory() }];
  }

  /**
   * Shows the widget in a container of the host, live for as long as it is connected. The container's
   * earlier content goes.
   *
   * @param {Element} container
   * @returns {VerificationWidget} The element that was put there.
   */
  renderPanel(container) {
    const shown = container.firstElementChild;
    const Widget = /** @type {new () => VerificationWidget} */ (this.constructor);
    const panel = shown?.constructor === Widget ? /** @type {VerificationWidget} */ (shown) : new Widget();
    panel.quiet = true;
    panel.manager = this.manager;
    if (panel !== shown || container.childNodes.length > 1) container.replaceChildren(panel);
    return panel;
  }

  /**
   * Calls back after every change while the element is connected, at most once a frame.
   *
   * @param {(status: Status) => void} callback
   * @returns {() => void} Unsubscribes; may be called again.
   */
  onUpdate(callback) {
    // Each call is a separate subscription, so that two with the same function end separately.
    const subscription = (/** @type {Status} */ status) => callback(status);
    this.#callbacks.add(subscription);
    return () => void this.#callbacks.delete(subscription);
  }

  /** Reads the manager again in the next frame. Only needed for a manager without events. */
  refresh() {
    if (this.#frame || !this.isConnected) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const status = this.#paint();
      for (const callback of [...this.#callbacks]) {
        try {
          callback(status);
        } catch (error) {
          reportError(error);
        }
      }
    });
  }

  /**
   * Reads the manager. One that throws, or that has given up its workers, is in error.
   *
   * @protected
   * @returns {Reading}
   */
  read() {
    const manager = this.#link.find();
    if (!manager) return { manager, stats: { ...NOTHING }, error: null };
    try {
      const given = manager.getStats();
      return { manager, stats: toStats(given), error: isBroken(given) ? 'No worker can be started' : null };
    } catch (error) {
      return { manager, stats: { ...NOTHING }, error: `VerificationManager failed: ${thrown(error)}` };
    }
  }

  /**
   * How many of the last verifications failed, since one passed; without any history, of all.
   *
   * @protected
   * @param {Stats} stats
   * @param {Manager | null} manager
   * @returns {number}
   */
  failed(stats, manager) {
    this.#failed = failedLast(manager) ?? this.#failed;
    return this.#failed ?? stats.failed;
  }

  /**
   * The status that these numbers mean.
   *
   * @protected
   * @abstract
   * @param {Stats} stats
   * @param {Manager} manager
   * @returns {Status}
   */
  describe(stats, manager) {
    throw new TypeError(`describe(${stats}, ${manager}) is abstract`);
  }

  /**
   * Shows these numbers.
   *
   * @protected
   * @abstract
   * @param {Stats} stats
   * @param {Manager | null} manager
   */
  paint(stats, manager) {
    throw new TypeError(`paint(${stats}, ${manager}) is abstract`);
  }

  /**
   * Takes note of an event before the next frame.
   *
   * @protected
   * @param {string} type
   * @param {any} detail
   */
  note(type, detail) {
    void [type, detail];
  }

  /**
   * The button for a control.
   *
   * @protected
   * @returns {HTMLButtonElement}
   */
  static clearButton() {
    return h('button', { class: 'control', part: 'control', type: 'button', 'data-control': 'clear-history' }, 'Clear History');
  }

  /** @protected @param {HTMLButtonElement} button */
  wire(button) {
    button.addEventListener('click', () => {
      const control = this.getControls().find(({ id }) => id === button.dataset.control);
      if (!control) return;
      this.#notice = control.action().message;
      this.refresh();
    });
  }

  #clearHistory() {
    const manager = this.read().manager;
    if (typeof manager?.clearHistory !== 'function') {
      return { success: false, message: 'VerificationManager module not available' };
    }
    try {
      manager.clearHistory();
    } catch (error) {
      return { success: false, message: `Verification history not cleared: ${thrown(error)}` };
    }
    this.refresh();
    return { success: true, message: 'Verification history cleared' };
  }

  /** Another manager, or none: what was noted of the last one is over. */
  #onManager() {
    this.#notice = '';
    this.#failed = null;
    this.note('manager', {});
    this.refresh();
  }

  /**
   * Takes over a property that a page set before it defined the element: such a property hides the accessor.
   *
   * @param {string} name
   */
  #takeOver(name) {
    if (!Object.hasOwn(this, name)) return;
    /** @type {any} */
    const element = this;
    const value = element[name];
    delete element[name];
    element[name] = value;
  }

  /** @param {Event} event */
  #onEvent(event) {
    const detail = event instanceof CustomEvent ? event.detail : null;
    // Reading `stats` may be caused by the control whose notice is shown.
    if (event.type !== 'stats') this.#notice = '';
    this.note(event.type, detail ?? {});
    this.refresh();
    if (this.quiet || !ECHOED.includes(event.type)) return;
    // A copy: listeners must not freeze or change the manager's own objects.
    const frozen = detail !== null && typeof detail === 'object' ? Object.freeze({ ...detail }) : detail;
    this.dispatchEvent(new CustomEvent(event.type, { bubbles: true, composed: true, detail: frozen }));
  }

  /** @param {Reading} reading @returns {Status} */
  #statusOf({ manager, stats, error }) {
    if (!manager) {
      return {
        state: 'disabled',
        primaryMetric: 'Not loaded',
        secondaryMetric: 'Manager missing',
        lastActivity: null,
        message: 'VerificationManager module not available',
      };
    }
    const status = this.describe(stats, manager);
    return error === null ? status : { ...status, state: 'error', message: error };
  }

  /** @returns {Status} */
  #paint() {
    const reading = this.read();
    const status = this.#statusOf(reading);
    const { icon, glyph, word, state, status: line } = this.#view;
    const [mark, name] = STATES[status.state];
    state.dataset.state = status.state;
    setText(glyph, mark);
    setText(word, name);
    const outcome = outcomeOf(status.state, reading.stats, this.failed(reading.stats, reading.manager));
    icon.dataset.outcome = outcome;
    setText(icon, OUTCOMES[outcome]);
    setText(line, this.#notice || (status.message ?? `${status.primaryMetric}, ${status.secondaryMetric}`));
    this.paint(reading.stats, reading.manager);
    return status;
  }
}
