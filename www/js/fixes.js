/**
 * Buttons that show what a fix changes, and apply it if a person agrees.
 * @module
 */

import { thrown } from '/verdict/widget/text.js';
import { display, h, setText } from './dom.js';
import { ask } from './fix-dialog.js';
import { edited } from './text-edit.js';

/** How many suggestions of one finding are offered. */
const MAX_SUGGESTIONS = 10;
const TIMEOUT_MS = 30_000;

/** Said where a text is no longer what was checked. */
const OUTDATED = 'The text has changed since it was checked. Check it again.';

/** @typedef {import('/verdict/index.js').Diagnostic} Diagnostic */
/** @typedef {import('./findings.js').Needs} Needs */
/** @typedef {import('./fix-dialog.js').Change} Change */

/**
 * @typedef {object} Offer
 * @property {string} label The text of the button.
 * @property {string} name What it is called where its text alone is not enough.
 * @property {readonly string[]} paths The files that it would change.
 * @property {string} title What the question is called.
 * @property {string} about What the fix is for.
 * @property {() => Promise<Change[]>} changes
 */

/** The buttons of some findings. One that no longer fits the text says so, and does nothing. */
export class Fixes {
  #needs;
  #say;
  /** @type {(Offer & { button: HTMLButtonElement })[]} */
  #offers = [];
  #isAsking = false;

  /**
   * @param {Needs} needs
   * @param {(text: string) => void} say Shows the outcome of a press.
   */
  constructor(needs, say) {
    this.#needs = needs;
    this.#say = say;
  }

  /**
   * A button for the fix of a finding, and one for each of its suggestions.
   *
   * @param {Diagnostic} finding
   * @returns {HTMLButtonElement[]}
   */
  of({ fix, suggestions, rule, file, line, message }) {
    const where = `${display(rule ?? 'this', 80)}, line ${Number(line)}`;
    const suggested = (Array.isArray(suggestions) ? suggestions.slice(0, MAX_SUGGESTIONS) : []).map((one) => {
      const title = display(one?.message, 120).replace(/\.$/, '');
      return { title, label: `${title}…`, edit: one?.fix };
    });
    const own = fix ? [{ title: rule ? `Fix ${display(rule, 80)}` : 'Fix', label: 'Fix…', edit: fix }] : [];
    return [...own, ...suggested].flatMap(({ title, label, edit }) => {
      const before = this.#needs.place.texts.get(file);
      const after = before === undefined ? null : edited(before, edit);
      if (before === undefined || after === null || !this.#canWrite(file)) return [];
      const changes = async () => [{ path: file, before, after }];
      return [this.#button({ label, name: `${label} ${where}`, paths: [file], title, about: message, changes })];
    });
  }

  /**
   * A button for all fixes of a linter, if there are any.
   *
   * @param {readonly Diagnostic[]} found
   * @returns {HTMLButtonElement[]}
   */
  ofAll(found) {
    const { kind, command } = this.#needs.result;
    const paths = [...new Set(found.flatMap(({ fix, file }) => (fix && this.#canWrite(file) ? [file] : [])))];
    if (kind !== 'lint' || paths.length === 0) return [];
    const about = `All fixes of ${display(command)}, without the suggestions.`;
    return [this.#button({ label: 'Fix all…', name: 'Fix all…', paths, title: 'Fix all', about, changes: () => this.#fixed() })];
  }

  /** Shows which buttons no longer fit. @param {(path: string) => boolean} isCurrent */
  mark(isCurrent) {
    for (const { button, label, name, paths } of this.#offers) {
      const isOutdated = !paths.every(isCurrent);
      const end = isOutdated ? ' (outdated)' : '';
      setText(button, label + end);
      button.setAttribute('aria-label', name + end);
      // Not `disabled`, which would take the focus away.
      button.setAttribute('aria-disabled', String(isOutdated));
    }
  }

  /** @param {string} path */
  #canWrite(path) {
    const { place } = this.#needs;
    return place.texts.has(path) && place.now(path) !== null;
  }

  /** What the linter makes of the texts. @returns {Promise<Change[]>} */
  async #fixed() {
    const { result, place, manager } = this.#needs;
    const entries = place.entries();
    const texts = new Map(entries);
    const options = { vfsSnapshot: entries, timeout: TIMEOUT_MS, config: { lint: { fix: true } } };
    const { fixed = {}, output, error } = await manager.runVerification(result.command, options);
    if (!Array.isArray(output)) throw new Error(String(error));
    return Object.entries(fixed).flatMap(([path, after]) => {
      const before = texts.get(path);
      return typeof before !== 'string' || before === after ? [] : [{ path, before, after: String(after) }];
    });
  }

  /** @param {Offer} offer */
  #button(offer) {
    const button = h('button', { type: 'button', class: 'quiet' }, offer.label);
    button.addEventListener('click', () => void this.#press(offer));
    this.#offers.push({ ...offer, button });
    return button;
  }

  /** @param {Offer} offer */
  async #press({ paths, title, about, changes }) {
    if (this.#isAsking) return;
    const { place, again } = this.#needs;
    this.#isAsking = true;
    try {
      if (!paths.every((path) => place.now(path) === place.texts.get(path))) return this.#say(OUTDATED);
      this.#say('');
      const all = await changes();
      if (all.length === 0) return this.#say('No fix changes anything.');
      const isCurrent = () => all.every(({ path, before }) => place.now(path) === before);
      const apply = async (/** @type {AbortSignal} */ signal) => (isCurrent() ? place.write(all, signal) : OUTDATED);
      if (await ask({ title, about, note: place.note, changes: all, apply })) await again();
    } catch (error) {
      this.#say(thrown(error));
    } finally {
      this.#isAsking = false;
    }
  }
}
