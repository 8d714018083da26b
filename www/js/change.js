/**
 * The editor of a change, and what became of it.
 * @module
 */

import { display, duration, find, h, short } from './dom.js';
import { EXAMPLES, bundleOf } from './examples.js';
import { Outcome } from './outcome.js';
import { resultNodes } from './result.js';

/** @typedef {import('./vfs.js').Vfs} Vfs */
/** @typedef {{ phase: string, passed: boolean, skipped?: boolean, detail: string, duration_ms: number }} Phase */
/**
 * @typedef {object} Applied What the gate answers.
 * @property {boolean} success
 * @property {string} message
 * @property {number} changes_applied
 * @property {Phase[]} phases
 * @property {{ message: string, line?: number, column?: number }} [error] Why the bundle cannot be read.
 * @property {any} [result] What the verifier answered.
 */

/** `apply_dogs_bundle`: the change is verified, and applied whole or not at all. */
export class Change {
  #vfs;
  #manager;
  #applyBundle;
  #onApplied;
  #outcome = new Outcome('#outcome', '#apply');
  #bundle = find('#bundle', HTMLTextAreaElement);
  #command = find('#verify-command', HTMLInputElement);
  #timeout = find('#timeout', HTMLInputElement);

  /**
   * @param {object} needs
   * @param {Vfs} needs.vfs
   * @param {EventTarget} needs.manager
   * @param {(bundle: string, options: object) => Promise<Applied>} needs.applyBundle
   * @param {(path: string) => void} needs.onApplied Called with the first file that a change touched.
   */
  constructor({ vfs, manager, applyBundle, onApplied }) {
    this.#vfs = vfs;
    this.#manager = manager;
    this.#applyBundle = applyBundle;
    this.#onApplied = onApplied;
    this.#offerExamples();
    const form = find('#apply-form', HTMLFormElement);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#outcome.during('Verifying…', () => this.#apply());
    });
    this.#bundle.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
  }

  #offerExamples() {
    const select = find('#example', HTMLSelectElement);
    for (const { id, label } of EXAMPLES) select.append(h('option', { value: id }, label));
    select.addEventListener('change', () => void this.#load(select.value));
    void this.#load(select.value);
  }

  /** @param {string} id */
  async #load(id) {
    const example = EXAMPLES.find((candidate) => candidate.id === id);
    if (!example) return;
    find('#example-note', HTMLElement).textContent = example.note;
    this.#command.value = example.verify;
    this.#timeout.value = String(example.timeout);
    try {
      this.#bundle.value = await bundleOf(id);
      this.#bundle.scrollTo(0, 0);
    } catch (error) {
      this.#outcome.fail(error);
    }
  }

  async #apply() {
    const timeoutMs = this.#timeout.valueAsNumber;
    if (!(timeoutMs >= 1)) return this.#outcome.show('error', 'The timeout is a number of milliseconds, 1 or more.');
    const before = await this.#vfs.root();
    /** @type {Set<string>} */
    const touched = new Set();
    const note = (/** @type {Event} */ event) => touched.add(/** @type {CustomEvent} */ (event).detail.path);
    this.#vfs.addEventListener('change', note);
    let applied;
    try {
      applied = await this.#applyBundle(this.#bundle.value, {
        adapter: this.#adapter(),
        manager: this.#manager,
        verifyCommand: this.#command.value.trim() || undefined,
        timeoutMs,
      });
    } finally {
      this.#vfs.removeEventListener('change', note);
    }
    const after = await this.#vfs.root();
    const [state, headline] = verdictOf(applied);
    this.#outcome.show(state, headline, ...phaseNodes(applied.phases), rootNode(before, after), ...resultNodes(applied.result, after));
    const first = [...touched].find((path) => this.#vfs.read(path) !== null);
    if (applied.success && first !== undefined) this.#onApplied(first);
  }

  /** The live files, as the gate wants them. */
  #adapter() {
    const vfs = this.#vfs;
    return {
      list: () => vfs.list(),
      read: (/** @type {string} */ path) => vfs.read(path),
      write: (/** @type {string} */ path, /** @type {string} */ text) => vfs.write(path, text),
      remove: (/** @type {string} */ path) => vfs.remove(path),
    };
  }
}

/** @param {Applied} applied @returns {[state: 'applied' | 'refused' | 'error', headline: string]} */
function verdictOf({ success, message, changes_applied: count, error }) {
  if (success) return ['applied', `Applied: ${count} ${count === 1 ? 'change' : 'changes'}.`];
  if (error) {
    const place = error.line ? ` (line ${error.line}${error.column ? `, column ${error.column}` : ''})` : '';
    return ['error', `The bundle cannot be read${place}: ${display(error.message)}`];
  }
  return ['refused', `Refused: ${display(message)}`];
}

/** @param {Phase[] | undefined} phases */
function phaseNodes(phases) {
  if (!phases?.length) return [];
  const rows = phases.map(({ phase, passed, skipped, detail, duration_ms: ms }) => {
    const [state, mark] = skipped ? ['skipped', '– skipped'] : passed ? ['passed', '✓ passed'] : ['failed', '✗ failed'];
    return h(
      'li',
      { 'data-state': state },
      h('span', { class: 'mark' }, mark),
      h('strong', {}, display(phase)),
      h('span', { class: 'detail' }, display(detail, 400)),
      h('span', { class: 'took' }, skipped ? '' : duration(ms)),
    );
  });
  return [h('ol', { class: 'phases', 'aria-label': 'Phases' }, ...rows)];
}

/** @param {string} before @param {string} after */
function rootNode(before, after) {
  const hash = (/** @type {string} */ root) => h('code', { title: root }, short(root));
  return before === after
    ? h('p', { class: 'roots', 'data-changed': 'false' }, 'The files are unchanged to the byte: root ', hash(after))
    : h('p', { class: 'roots', 'data-changed': 'true' }, 'Root ', hash(before), ' → ', hash(after));
}
