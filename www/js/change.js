/**
 * The editor of a change, and what became of it.
 * @module
 */

import { changeFindings, noting } from './change-findings.js';
import { display, duration, find, h, short } from './dom.js';
import { EXAMPLES, bundleOf } from './examples.js';
import { Outcome } from './outcome.js';
import { runId } from './places.js';
import { entryNode, hasFindings, resultNodes } from './result.js';

/** @typedef {import('./vfs.js').Vfs} Vfs */
/** @typedef {{ phase: string, passed: boolean, skipped?: boolean, detail: string, duration_ms: number }} Phase */
/** @typedef {{ message: string, line?: number | null, column?: number | null, file?: string, code?: string }} Mistake */
/**
 * @typedef {object} Applied What the gate answers.
 * @property {boolean} success
 * @property {'applied' | 'refused' | 'restored' | 'terminal' | 'checked'} [state]
 * @property {string} message
 * @property {string | null} [code]
 * @property {number} changes_applied
 * @property {Phase[]} phases
 * @property {Mistake[]} [errors]
 * @property {string[]} [warnings]
 * @property {any} [result] What the verifier answered.
 */

/** `apply_dogs_bundle`: the change is verified, and applied whole or not at all. */
export class Change {
  #vfs;
  #gate;
  #manager;
  #onJudged;
  #outcome = new Outcome('#outcome', '#apply');
  #bundle = find('#bundle', HTMLTextAreaElement);
  #command = find('#verify-command', HTMLInputElement);
  #timeout = find('#timeout', HTMLInputElement);
  /** Which choice of an example is the latest. */
  #turn = 0;

  /**
   * @param {object} needs
   * @param {Vfs} needs.vfs
   * @param {{ apply(bundle: string, options: any): Promise<Applied> }} needs.gate
   * @param {any} needs.manager
   * @param {(path: string | null) => void} needs.onJudged Called with the first file that a change touched, or null.
   */
  constructor({ vfs, gate, manager, onJudged }) {
    this.#vfs = vfs;
    this.#gate = gate;
    this.#manager = manager;
    this.#onJudged = onJudged;
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
    const turn = ++this.#turn;
    try {
      const text = await bundleOf(id);
      // Another example was chosen meanwhile.
      if (turn !== this.#turn) return;
      this.#bundle.value = text;
      this.#bundle.scrollTo(0, 0);
      // As if it were typed: what follows the editor hears of it.
      this.#bundle.dispatchEvent(new Event('input', { bubbles: true }));
    } catch (error) {
      if (turn === this.#turn) this.#outcome.fail(error);
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
    const { verifier, entriesOf } = noting(this.#manager);
    let applied;
    try {
      applied = await this.#gate.apply(this.#bundle.value, {
        manager: verifier,
        verifyCommand: this.#command.value.trim() || undefined,
        timeoutMs,
        runId: runId(),
      });
    } finally {
      this.#vfs.removeEventListener('change', note);
    }
    const after = await this.#vfs.root();
    const [state, headline] = verdictOf(applied);
    const { success, result, phases } = applied;
    const parts = { vfs: this.#vfs, gate: this.#gate, manager: this.#manager, editor: this.#bundle, onJudged: this.#onJudged };
    const findings =
      hasFindings(result) &&
      (await changeFindings(parts, { result, entries: entriesOf(result.snapshotRoot), isApplied: success, timeout: timeoutMs }));
    const nodes = [
      phaseNodes(phases),
      mistakeNodes(applied),
      rootNode(before, after),
      resultNodes(result, after, findings ? findings.element : undefined),
    ];
    this.#outcome.show(state, headline, ...nodes.flat());
    const first = [...touched].find((path) => this.#vfs.read(path) !== null);
    this.#onJudged(success ? (first ?? null) : null);
  }
}

/** @param {Applied} applied @returns {[state: 'applied' | 'refused' | 'error', headline: string]} */
function verdictOf({ success, state, message, code, changes_applied: count, errors }) {
  if (success) return ['applied', `Applied: ${count} ${count === 1 ? 'change' : 'changes'}.`];
  if (state === 'terminal') return ['error', shortened(message, 600)];
  // Violations of rules also have locations in the bundle. Their message is more precise.
  if (code !== 'err:policy' && inBundle(errors).length > 0) return ['error', 'The bundle cannot be applied as it is written.'];
  if (code === 'err:command') return ['error', shortened(message, 600)];
  return ['refused', `Refused: ${shortened(message, 600)}`];
}

/** The mistakes that have their place in the bundle. @param {Mistake[]} [errors] */
function inBundle(errors = []) {
  return errors.filter(({ line, file }) => line && !file);
}

/** @param {Applied} applied */
function mistakeNodes({ errors = [], warnings = [], message }) {
  const lines = errors.filter((error) => error.line || error.message !== message);
  const items = lines.map(({ message: text, line, column, file, code }) => {
    const place = [file ?? (line ? 'bundle' : null), line, column].filter(Boolean).join(':');
    return { state: 'error', text: [code, text].filter(Boolean).join(' '), place };
  });
  items.push(...warnings.map((text) => ({ state: 'warning', text, place: '' })));
  if (items.length === 0) return [];
  return [h('ul', { class: 'entries', tabindex: '0', 'aria-label': 'Errors and warnings' }, ...items.slice(0, 100).map(entryNode))];
}

/** Shortens root hashes: their first characters are enough. @param {string} text @param {number} max */
function shortened(text, max) {
  return display(display(text, 2000).replace(/\b([0-9a-f]{12})[0-9a-f]{52}\b/g, '$1'), max);
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
      h('span', { class: 'detail' }, shortened(detail, 400)),
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
