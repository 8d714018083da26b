/**
 * Any command, and its answer.
 * @module
 */

import { find, h } from './dom.js';
import { COMMANDS } from './examples.js';
import { Outcome } from './outcome.js';
import { headlineOf, resultNodes } from './result.js';

/** What each engine is known by while it runs. */
const RUNNING = {
  boa: 'Running…',
  browser: 'Running in the sealed frame…',
  both: 'Running in the sealed frame, then in the interpreter…',
};

/** @typedef {import('./vfs.js').Vfs} Vfs */

/** Runs commands on a snapshot of the live files. */
export class Console {
  #vfs;
  #manager;
  #outcome = new Outcome('#run-output', '#run');
  #command = find('#command', HTMLInputElement);
  #engine = find('#engine', HTMLSelectElement);

  /** @param {{ vfs: Vfs, manager: any }} needs */
  constructor({ vfs, manager }) {
    this.#vfs = vfs;
    this.#manager = manager;
    const form = find('#run-form', HTMLFormElement);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const engine = /** @type {keyof typeof RUNNING} */ (this.#engine.value);
      void this.#outcome.during(RUNNING[engine], () => this.#run(engine));
    });
    const chips = find('#chips', HTMLElement);
    for (const command of COMMANDS) {
      find('#commands', HTMLDataListElement).append(h('option', { value: command }));
      const chip = h('button', { type: 'button', class: 'chip' }, command);
      chip.addEventListener('click', () => {
        this.#command.value = command;
        form.requestSubmit();
      });
      chips.append(chip);
    }
  }

  /** @param {keyof typeof RUNNING} engine */
  async #run(engine) {
    // The manager sends only changes since the last snapshot.
    const taken = await this.#manager.setSnapshot(this.#vfs.entries());
    if (!taken.success) return this.#outcome.fail({ code: taken.code, message: taken.error });
    const counter = h('p', { class: 'counter' });
    this.#outcome.progress(counter);
    const command = this.#command.value.trim();
    const result = await this.#manager.runVerification(command, {
      timeout: command.startsWith('eval:') ? 3_000 : 30_000,
      engine,
      onProvisional: (/** @type {any} */ first) =>
        this.#outcome.progress(h('p', { class: 'counter' }, `${headlineOf(first)} Provisional: now the interpreter is asked.`)),
      onProgress: (/** @type {any} */ _, /** @type {any} */ { files, tests }) => {
        const count = (/** @type {number} */ number, /** @type {string} */ what) =>
          `${number} ${number === 1 ? what : `${what}s`} finished`;
        counter.textContent = tests.finished > 0 ? count(tests.finished, 'test') : count(files.finished, 'file');
      },
    });
    const state = result.success ? 'passed' : result.code ? 'error' : 'failed';
    this.#outcome.show(state, headlineOf(result), ...resultNodes(result, await this.#vfs.root()));
  }
}
