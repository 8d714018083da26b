/**
 * The tie between an element and its manager: found, followed and let go.
 * @module
 */

import { READY_EVENT, asManager, findManager } from './find-manager.js';

/** @typedef {import('./find-manager.js').Manager} Manager */

/** Every event of a manager that can change what is shown. */
const EVENTS = ['verification-start', 'verification-progress', 'verification-complete', 'worker-restart', 'stats'];

/** Knows one manager at a time, and listens to it only between {@link connect} and {@link disconnect}. */
export class ManagerLink {
  /** @type {Manager | null} Set by the page. */
  #given = null;
  /** @type {Manager | null} Found on the page. */
  #found = null;
  /** @type {Promise<void> | null} A lookup that has not been answered yet. */
  #lookup = null;
  /** @type {Manager | null} Whose events are listened to. */
  #heard = null;
  #connected = false;
  #onEvent;
  #onManager;

  /**
   * @param {(event: Event) => void} onEvent An event of the manager.
   * @param {() => void} onManager Another manager, or none.
   */
  constructor(onEvent, onManager) {
    this.#onEvent = onEvent;
    this.#onManager = onManager;
  }

  /** The manager that is known now. @returns {Manager | null} */
  get manager() {
    return this.#given ?? this.#found;
  }

  /**
   * The manager, if it is known or the page has it at hand. If a container is asynchronous, the widget follows its
   * answer later.
   *
   * @returns {Manager | null}
   */
  find() {
    if (!this.manager && !this.#lookup) {
      const found = findManager();
      if (found instanceof Promise) this.#await(found);
      else if (found) {
        this.#found = found;
        this.#follow();
      }
    }
    return this.manager;
  }

  /**
   * Takes the manager that the page sets; with none, the page's own is looked for again.
   *
   * @param {unknown} value
   */
  give(value) {
    this.#given = asManager(value);
    this.#look();
  }

  connect() {
    this.#connected = true;
    window.addEventListener(READY_EVENT, this.#look);
    this.find();
    this.#follow();
  }

  disconnect() {
    this.#connected = false;
    window.removeEventListener(READY_EVENT, this.#look);
    this.#follow();
  }

  #look = () => {
    this.#found = null;
    this.#lookup = null;
    this.find();
    this.#follow();
  };

  /** @param {Promise<Manager | null>} found */
  #await(found) {
    const lookup = found.then((manager) => {
      // A later lookup, or a manager that was set meanwhile, takes precedence.
      if (this.#lookup !== lookup) return;
      this.#lookup = null;
      if (this.#given || !manager) return;
      this.#found = manager;
      this.#follow();
    });
    this.#lookup = lookup;
  }

  #follow() {
    const manager = this.#connected ? this.manager : null;
    if (this.#heard === manager) return;
    for (const type of EVENTS) this.#heard?.removeEventListener?.(type, this.#onEvent);
    this.#heard = manager;
    for (const type of EVENTS) manager?.addEventListener?.(type, this.#onEvent);
    this.#onManager();
  }
}
