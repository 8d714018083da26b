/**
 * A place on the page where the outcome of something is shown.
 * @module
 */

import { display, find } from './dom.js';

/** @typedef {'idle' | 'running' | 'applied' | 'refused' | 'passed' | 'failed' | 'error'} State */

/** A headline, which is announced, and details. One thing at a time: the button waits for its end. */
export class Outcome {
  #box;
  #button;
  #headline;
  #details;
  #busy = false;

  /**
   * @param {string} box Selector of the place.
   * @param {string} button Selector of what starts it.
   */
  constructor(box, button) {
    this.#box = find(box, HTMLElement);
    this.#button = find(button, HTMLButtonElement);
    this.#headline = find('.headline', HTMLElement, this.#box);
    this.#details = find('.details', HTMLElement, this.#box);
  }

  /**
   * Does something unless it is being done. What it throws is shown.
   *
   * @param {string} headline
   * @param {() => Promise<void>} act
   */
  async during(headline, act) {
    if (this.#busy) return;
    this.#busy = true;
    // Not `disabled`, which would move the focus to the start of the page.
    this.#button.setAttribute('aria-disabled', 'true');
    this.show('running', headline);
    try {
      await act();
    } catch (error) {
      this.fail(error);
    } finally {
      this.#busy = false;
      this.#button.removeAttribute('aria-disabled');
    }
  }

  /**
   * @param {State} state
   * @param {string} headline
   * @param {...Node} details
   */
  show(state, headline, ...details) {
    this.#headline.textContent = headline;
    this.#details.replaceChildren(...details);
    this.#box.dataset.state = state;
  }

  /** What goes on meanwhile; not announced. @param {Node} node */
  progress(node) {
    if (this.#busy) this.#details.replaceChildren(node);
  }

  /** Moves the focus to the headline. */
  focus() {
    this.#headline.tabIndex = -1;
    this.#headline.focus();
  }

  /** @param {unknown} error */
  fail(error) {
    const { code, message } = /** @type {{ code?: unknown, message?: unknown }} */ (error ?? {});
    this.show(
      'error',
      [code, message ?? error]
        .filter(Boolean)
        .map((text) => display(text, 600))
        .join(': '),
    );
  }
}
