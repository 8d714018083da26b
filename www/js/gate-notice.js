/**
 * What the gate found at the start, and a gate that is locked.
 * @module
 */

import { display, find } from './dom.js';

/**
 * @typedef {object} Recovery What the gate did about a change that was under way when the page went away.
 * @property {'none' | 'cleared' | 'undone' | 'failed' | 'locked'} state
 * @property {string} message
 */
/** @typedef {{ recovery: Recovery, locked: boolean, reset(reason: string): Promise<unknown> }} Gate */

/** One notice above the page; it stays until it is dismissed. */
export class GateNotice {
  #gate;
  #box = find('#gate-notice', HTMLElement);
  #text = find('p', HTMLElement, this.#box);
  #button = find('button', HTMLButtonElement, this.#box);

  /** @param {Gate} gate */
  constructor(gate) {
    this.#gate = gate;
    this.#button.addEventListener('click', () => void this.#close());
    if (gate.recovery.state !== 'none') this.#show(gate.recovery.message);
  }

  /** Shows the notice if the gate is locked. */
  check() {
    if (this.#gate.locked)
      this.#show('A change could neither be finished nor undone. The gate stays closed until you have looked at the files and reset it.');
  }

  /** @param {string} text */
  #show(text) {
    this.#box.dataset.state = this.#gate.locked ? 'locked' : this.#gate.recovery.state;
    this.#text.textContent = display(text, 1000);
    this.#button.textContent = this.#gate.locked ? 'Reset the gate' : 'Dismiss';
    this.#box.hidden = false;
  }

  async #close() {
    if (this.#gate.locked) await this.#gate.reset('Reset on the page');
    this.#box.hidden = true;
  }
}
