/**
 * Any command, and its answer.
 * @module
 */

import { find, h } from './dom.js';
import { COMMANDS } from './examples.js';
import { Findings } from './findings.js';
import { Outcome } from './outcome.js';
import { livePlace } from './places.js';
import { hasFindings, headlineOf, resultNodes } from './result.js';
import { rulePages } from './rule-pages.js';

/** What each engine is known by while it runs. */
const RUNNING = {
  boa: 'Running…',
  browser: 'Running in the sealed frame…',
  both: 'Running in the sealed frame, then in the interpreter…',
};

/** @typedef {import('./vfs.js').Vfs} Vfs */

/**
 * @typedef {object} Needs
 * @property {Vfs} vfs
 * @property {any} manager
 * @property {{ apply(bundle: string, options: object): Promise<{ success: boolean, message: string }> }} gate
 * @property {(path: string | null) => void} onJudged Called after a fix with the file that it changed, or null.
 */

/** Runs commands on a snapshot of the live files. */
export class Console {
  #needs;
  #vfs;
  #manager;
  #outcome = new Outcome('#run-output', '#run');
  #command = find('#command', HTMLInputElement);
  #engine = find('#engine', HTMLSelectElement);

  /** @param {Needs} needs */
  constructor(needs) {
    this.#needs = needs;
    this.#vfs = needs.vfs;
    this.#manager = needs.manager;
    const form = find('#run-form', HTMLFormElement);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const engine = /** @type {keyof typeof RUNNING} */ (this.#engine.value);
      const command = this.#command.value.trim();
      void this.#outcome.during(RUNNING[engine], () => this.#run(command, engine));
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

  /** @param {string} command @param {keyof typeof RUNNING} engine */
  async #run(command, engine) {
    // The manager sends only changes since the last snapshot.
    const entries = this.#vfs.entries();
    const taken = await this.#manager.setSnapshot(entries);
    if (!taken.success) return this.#outcome.fail({ code: taken.code, message: taken.error });
    const counter = h('p', { class: 'counter' });
    this.#outcome.progress(counter);
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
    const findings = hasFindings(result) ? await this.#findings(result, entries, engine) : undefined;
    this.#outcome.show(state, headlineOf(result), ...resultNodes(result, await this.#vfs.root(), findings?.element));
  }

  /** @param {any} result @param {[string, string][]} entries The files that were checked. @param {keyof typeof RUNNING} engine */
  async #findings(result, entries, engine) {
    const again = async () => {
      await this.#outcome.during(RUNNING[engine], () => this.#run(result.command, engine));
      this.#outcome.focus();
    };
    const place = livePlace(this.#needs, entries);
    return new Findings({ result, place, manager: this.#manager, pages: await rulePages(), again });
  }
}
