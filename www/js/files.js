/**
 * The list of files and the viewer.
 * @module
 */

import { display, displayLine, find, h, setText } from './dom.js';

/** @typedef {import('./vfs.js').Vfs} Vfs */

/** How much of one file is shown. */
const MAX_LINES = 5000;

/** The agent's own files come first. @param {string} path */
const isLibrary = (path) => path.startsWith('/lib/');

/** A list box in which arrow keys choose, and beside it the text of what is chosen. */
export class Files {
  #vfs;
  /** @type {Map<string, string>} What the files were at the start. */
  #seed;
  #list = find('#files', HTMLElement);
  /** @type {string | null} */
  #chosen = null;
  #painting = false;

  /**
   * @param {Vfs} vfs
   * @param {[string, string][]} seed
   */
  constructor(vfs, seed) {
    this.#vfs = vfs;
    this.#seed = new Map(seed);
    this.#list.addEventListener('keydown', (event) => this.#onKey(event));
    this.#list.addEventListener('click', (event) => {
      const option = event.target instanceof Element ? event.target.closest('[role=option]') : null;
      if (option instanceof HTMLElement) this.choose(option.dataset.path ?? '');
    });
    vfs.addEventListener('change', () => this.#changed());
    this.choose(vfs.read('/src/agent.js') === null ? (vfs.list()[0] ?? null) : '/src/agent.js');
  }

  /**
   * Shows a file.
   *
   * @param {string | null} path
   */
  choose(path) {
    this.#chosen = path;
    this.#paintList();
    this.#paintText();
  }

  /** Many changes of one turn are painted once. */
  #changed() {
    if (this.#painting) return;
    this.#painting = true;
    queueMicrotask(() => {
      this.#painting = false;
      if (this.#chosen !== null && this.#vfs.read(this.#chosen) === null) this.#chosen = this.#vfs.list()[0] ?? null;
      this.#paintList();
      this.#paintText();
    });
  }

  #paintList() {
    const focused = this.#list.contains(document.activeElement);
    /** @type {Map<string, string[]>} */
    const folders = new Map();
    for (const path of this.#vfs.list().sort((a, b) => Number(isLibrary(a)) - Number(isLibrary(b)))) {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      folders.set(folder, [...(folders.get(folder) ?? []), path]);
    }
    const groups = [...folders].map(([folder, paths]) => {
      const label = h('div', { class: 'folder', 'aria-hidden': 'true' }, display(folder));
      const group = h('div', { role: 'group', 'aria-label': display(folder) }, label);
      group.append(...paths.map((path) => this.#option(path, folder)));
      return group;
    });
    this.#list.replaceChildren(...groups);
    const chosen = this.#options().find((option) => option.dataset.path === this.#chosen);
    if (!chosen) return;
    if (focused) chosen.focus({ preventScroll: true });
    // Scroll only the list: `scrollIntoView` would also move the page.
    const [box, row] = [this.#list.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (row.top < box.top) this.#list.scrollTop += row.top - box.top - row.height;
    else if (row.bottom > box.bottom) this.#list.scrollTop += row.bottom - box.bottom + row.height;
  }

  /** @param {string} path @param {string} folder */
  #option(path, folder) {
    const before = this.#seed.get(path);
    const mark = before === undefined ? 'new' : before === this.#vfs.read(path) ? '' : 'changed';
    const chosen = path === this.#chosen;
    const option = h(
      'div',
      { role: 'option', 'aria-selected': String(chosen), tabindex: chosen ? '0' : '-1' },
      h('span', { class: 'name' }, display(path.slice(folder.length))),
      ...(mark ? [h('span', { class: 'mark', 'data-mark': mark }, mark)] : []),
    );
    option.dataset.path = path;
    return option;
  }

  /** @returns {HTMLElement[]} */
  #options() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.#list.querySelectorAll('[role=option]'))];
  }

  #paintText() {
    const text = this.#chosen === null ? null : this.#vfs.read(this.#chosen);
    const viewer = find('#viewer', HTMLElement);
    const lines = (text ?? '').split('\n');
    if (lines.at(-1) === '') lines.pop();
    const shown = lines.slice(0, MAX_LINES);
    setText(find('#viewer-title', HTMLElement), this.#chosen === null ? 'No file chosen' : display(this.#chosen));
    const size = new TextEncoder().encode(text ?? '').length.toLocaleString();
    setText(find('#viewer-facts', HTMLElement), text === null ? '' : `${lines.length.toLocaleString()} lines, ${size} bytes`);
    setText(find('.gutter', HTMLElement, viewer), shown.map((_, index) => index + 1).join('\n'));
    const code = find('.text code', HTMLElement, viewer);
    const more = lines.length > shown.length ? '\n…' : '';
    const safe = shown.map((line) => displayLine(line, 2000)).join('\n') + more;
    if (code.textContent === safe) return;
    code.textContent = safe;
    viewer.scrollTo(0, 0);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const options = this.#options();
    const at = options.findIndex((option) => option.dataset.path === this.#chosen);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const option = options[Math.min(Math.max(to, 0), options.length - 1)];
    this.choose(option?.dataset.path ?? null);
  }
}
