/**
 * The demo page as a user has it: its fields and buttons. What the page offers to programs (`window.app`) is only
 * read, to see what the clicks did.
 * @module
 */

/** Longest wait for an outcome, in milliseconds. */
const PATIENCE = 60_000;

/** @typedef {{ state: string, headline: string, text: string, entries: string[] }} Shown */

export class AgentPage {
  /** Which example is in the editor. */
  #example = 'good';

  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Waits until the worker can be used. */
  ready() {
    return this.page.evaluate(() => /** @type {any} */ (window).app.ready);
  }

  /** All files, path to text. @returns {Promise<Record<string, string>>} */
  files() {
    return this.page.evaluate(() => {
      const { vfs } = /** @type {any} */ (window).app;
      return Object.fromEntries(vfs.list().map((/** @type {string} */ path) => [path, vfs.read(path)]));
    });
  }

  /** SHA-256 over all files, as hex. @returns {Promise<string>} */
  root() {
    return this.page.evaluate(() => /** @type {any} */ (window).app.vfs.root());
  }

  /** @returns {Promise<any>} */
  stats() {
    return this.page.evaluate(() => /** @type {any} */ (window).app.modules.VerificationManager.getStats());
  }

  /** Picks an example and presses Apply. */
  async apply(/** @type {string} */ example) {
    return this.#press('#apply', '#outcome', () => this.#choose(example));
  }

  /** Picks an example and waits for its bundle. */
  async #choose(/** @type {string} */ example) {
    const bundle = await this.page.inputValue('#bundle');
    const [shown] = await this.page.selectOption('#example', example);
    // The bundle is fetched; the page starts with the first example in its editor.
    const before = shown === this.#example ? '' : bundle;
    await this.page.waitForFunction(
      (text) => !['', text].includes(/** @type {HTMLTextAreaElement} */ (document.querySelector('#bundle')).value),
      before,
    );
    this.#example = shown;
  }

  /** Picks an example and presses Apply, on files whose second write never ends. Resolves when it has been asked for. */
  async stopAfterFirstWrite(/** @type {string} */ example) {
    await this.#choose(example);
    await this.page.evaluate(() => {
      const page = /** @type {any} */ (window);
      const { vfs } = page.app;
      let writes = 0;
      vfs.write = async (/** @type {string} */ path, /** @type {string} */ text) => {
        writes += 1;
        if (writes === 1) return Object.getPrototypeOf(vfs).write.call(vfs, path, text);
        page.stopped = true;
        return new Promise(() => {});
      };
    });
    await this.page.click('#apply');
    await this.page.waitForFunction(() => /** @type {any} */ (window).stopped, undefined, { timeout: PATIENCE });
    // The page starts with the first example when it is there again.
    this.#example = 'good';
  }

  /** What the gate says of itself above the page; null where it says nothing. @returns {Promise<string | null>} */
  notice() {
    return this.page.evaluate(() => {
      const box = document.querySelector('#gate-notice');
      return box instanceof HTMLElement && !box.hidden ? (box.querySelector('p')?.textContent ?? '') : null;
    });
  }

  /** The latest report in a format, and how many there are. @returns {Promise<{ runs: number, text: string }>} */
  async record(/** @type {string} */ format) {
    await this.page.selectOption('#record-format', format);
    await this.page.waitForSelector(`#record-text[data-format=${format}]`);
    return this.page.evaluate(() => ({
      runs: document.querySelectorAll('#record-run option').length,
      text: document.querySelector('#record-text')?.textContent ?? '',
    }));
  }

  /** Types a command and presses Run. */
  run(/** @type {string} */ command) {
    return this.#press('#run', '#run-output', () => this.page.fill('#command', command));
  }

  /** @returns {Promise<Shown>} */
  async #press(/** @type {string} */ button, /** @type {string} */ output, /** @type {() => Promise<void>} */ fill) {
    await fill();
    await this.page.click(button);
    const ended = `${output}:not([data-state=running], [data-state=idle])`;
    const box = await this.page.waitForSelector(ended, { timeout: PATIENCE });
    return box.evaluate((element) => ({
      state: element.dataset.state ?? '',
      headline: element.querySelector('.headline')?.textContent ?? '',
      text: element.textContent ?? '',
      entries: [...element.querySelectorAll('.entries > li')].map((item) => item.textContent ?? ''),
    }));
  }
}
