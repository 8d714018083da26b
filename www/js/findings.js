/**
 * The findings of a `lint:` or `type-check:`, with their sources and with buttons that fix them.
 * @module
 */

import { find, h, setText } from './dom.js';
import { findingNode } from './finding.js';
import { Fixes } from './fixes.js';
import { entryNodes } from './result.js';
import { linesOf } from './source-lines.js';

/** @typedef {import('/verdict/index.js').Diagnostic} Diagnostic */
/** @typedef {import('./places.js').Place} Place */

/**
 * @typedef {object} Needs
 * @property {any} result
 * @property {Place} place Where the texts are.
 * @property {{ runVerification(command: string, options: object): Promise<any> }} manager
 * @property {ReadonlyMap<string, string>} pages The addresses of the rules' pages.
 * @property {() => Promise<void>} again Called after a fix: checks again and shows what is found.
 */

/** A list of findings that follows its texts: what no longer fits them is marked. */
export class Findings {
  /** What shows them. */
  element = h('div', { class: 'findings' });
  #needs;
  #status = h('p', { class: 'status', role: 'status', tabindex: '-1' });
  #fixes;
  /** @type {{ node: HTMLElement, path: string }[]} */
  #items = [];
  /** Paths of the checked texts of which the page has the current text. */
  #followed;

  /** @param {Needs} needs */
  constructor(needs) {
    this.#needs = needs;
    this.#fixes = new Fixes(needs, (text) => setText(this.#status, text));
    const { result, place } = needs;
    this.#followed = new Set([...place.texts.keys()].filter((path) => place.now(path) !== null));
    const all = this.#fixes.ofAll(result.output);
    const list = entryNodes(result.output, { label: 'Findings', omitted: result.omitted, nodeOf: this.#nodes() });
    this.element.append(this.#status, ...(all.length > 0 ? [h('div', { class: 'fixes' }, ...all)] : []), ...list);
    this.#follow();
  }

  /** How many findings there are, with those that are not shown. */
  get count() {
    const { output, omitted } = this.#needs.result;
    return output.length + (typeof omitted === 'number' ? omitted : 0);
  }

  /** Says something, and moves the focus there. @param {string} text */
  announce(text) {
    setText(this.#status, text);
    this.#status.focus();
  }

  /** Makes the node of a finding. A text is split into lines once. */
  #nodes() {
    const { place, pages } = this.#needs;
    /** @type {Map<string, string[]>} */
    const known = new Map();
    return (/** @type {Diagnostic} */ finding) => {
      const text = place.texts.get(finding.file);
      if (text !== undefined && !known.has(finding.file)) known.set(finding.file, linesOf(text));
      const node = findingNode(finding, { lines: known.get(finding.file), pages, fixes: this.#fixes.of(finding) });
      this.#items.push({ node, path: finding.file });
      return node;
    };
  }

  /** Marks what is outdated, until this is no longer shown. */
  #follow() {
    const stop = new AbortController();
    let [isWaiting, wasShown] = [false, false];
    const look = () => {
      isWaiting = false;
      wasShown ||= this.element.isConnected;
      if (wasShown && !this.element.isConnected) stop.abort();
      else this.#mark();
    };
    this.#needs.place.watch(() => {
      // Changes of one turn are looked at together.
      if (!isWaiting) queueMicrotask(look);
      isWaiting = true;
    }, stop.signal);
    this.#mark();
  }

  #mark() {
    const { texts, now } = this.#needs.place;
    /** @type {Map<string, boolean>} */
    const known = new Map();
    const isCurrent = (/** @type {string} */ path) => {
      if (!known.has(path)) known.set(path, !this.#followed.has(path) || now(path) === texts.get(path));
      return known.get(path) === true;
    };
    for (const { node, path } of this.#items) find('.outdated', HTMLElement, node).hidden = isCurrent(path);
    this.#fixes.mark(isCurrent);
  }
}
