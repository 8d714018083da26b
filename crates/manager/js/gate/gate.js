/**
 * A gate in front of one file system: recovered when it is opened, closed to others while it works.
 * @module
 */

import { exclusive } from '../store/lock.js';
import { applyBundle, checkBundle, sourceOf, turnOf, wrote } from './apply.js';
import { memoryJournal } from './journals.js';
import { loadGate } from './wasm.js';

/** @typedef {import('./index.js').GateOptions} GateOptions */
/** @typedef {import('./index.js').GateReport} GateReport */
/** @typedef {import('./index.js').Recovery} Recovery */

/**
 * Opens a gate: what an earlier page left half-way is finished or undone first. Rejects only where the gate's wasm
 * cannot be had (`err:startup`) or the options are no options.
 *
 * @param {GateOptions} options
 * @returns {Promise<Gate>}
 */
export async function openGate(options) {
  if (options === null || typeof options !== 'object') throw new TypeError('openGate needs options: { adapter, manager, … }');
  const { name, journal = memoryJournal(), ...rest } = options;
  const gate = new Gate({ ...rest, journal: name === undefined ? journal : named(journal, name) });
  await gate.recover();
  return gate;
}

export class Gate {
  #options;
  /** @type {Recovery} Closed until somebody has looked. */
  #recovery = {
    state: 'failed',
    message: 'Nobody has looked yet',
    code: 'err:unavailable',
    restored: [],
    displaced: [],
    pre_root: null,
    post_root: null,
    live_root: null,
    warnings: [],
  };

  /** Made by `openGate`. @param {Omit<GateOptions, 'name'>} options */
  constructor(options) {
    this.#options = options;
  }

  /** What became of what an earlier page left behind, by the last time that somebody looked. */
  get recovery() {
    return this.#recovery;
  }

  /** The options that the gate was opened with. */
  get options() {
    return this.#options;
  }

  /** Whether the gate refuses every change, because of a record that it could not clear or that only a person can clear. */
  get locked() {
    return this.#recovery.code !== null;
  }

  /**
   * Applies a bundle; options of this call stand before those of the gate. Never rejects.
   *
   * @param {string} bundle
   * @param {Partial<import('./index.js').ApplyOptions>} [options]
   * @returns {Promise<GateReport>}
   */
  async apply(bundle, options = {}) {
    const report = await applyBundle(bundle, this.#with(options));
    if (report.recovery) this.#recovery = report.recovery;
    // The journal now has another record: read it again.
    if (report.state === 'terminal') await this.recover().catch(() => {});
    return report;
  }

  /**
   * Judges a bundle as `apply` does and applies nothing. Never rejects.
   *
   * @param {string} bundle
   * @param {Partial<import('./index.js').ApplyOptions>} [options]
   * @returns {Promise<GateReport>}
   */
  async check(bundle, options = {}) {
    return checkBundle(bundle, this.#with(options));
  }

  /** Options of a call before those of the gate. @param {Partial<import('./index.js').ApplyOptions>} options */
  #with(options) {
    const { adapter, journal, policy } = this.#options;
    return { ...this.#options, ...options, policy: { ...policy, ...options?.policy }, adapter, journal };
  }

  /**
   * Finishes or undoes what was left half-way. A terminal record is left as it is.
   *
   * @returns {Promise<Recovery>}
   */
  async recover() {
    const gate = await loadGate(sourceOf(this.#options));
    this.#recovery = await exclusive(turnOf(this.#options), () => gate.recover(this.#options).finally(() => wrote(this.#options)));
    return this.#recovery;
  }

  /**
   * Opens a locked gate: forgets the record and touches no file. For a person who has looked at the files.
   *
   * @param {string} reason
   * @returns {Promise<import('./index.js').Reset>}
   */
  async reset(reason) {
    const gate = await loadGate(sourceOf(this.#options));
    const reset = await exclusive(turnOf(this.#options), () => gate.reset(this.#options, String(reason ?? '')));
    await this.recover();
    return reset;
  }
}

/** A journal under another name. @param {import('./index.js').Journal} journal @param {string} name */
function named(journal, name) {
  return {
    name,
    read: () => journal.read(),
    write: (/** @type {string} */ text) => journal.write(text),
    clear: () => journal.clear(),
  };
}
