/**
 * The record: a report of each change that was judged, in the formats of the usual tools.
 * @module
 */

import { display, displayLines, find, h } from './dom.js';

/** @typedef {import('/verdict/index.js').Format} Format */
/** @typedef {Pick<import('/verdict/index.js').ReportStore, 'runs' | 'render' | 'export'>} ReportStore */

/** A choice of runs and formats, and the text of what is chosen. */
export class Record {
  #reports;
  #run = find('#record-run', HTMLSelectElement);
  #format = find('#record-format', HTMLSelectElement);
  #text = find('#record-text', HTMLElement);
  #archive = find('#record-archive', HTMLButtonElement);
  /** Number of the latest rendering; older ones are dropped. */
  #turn = 0;

  /** @param {ReportStore} reports */
  constructor(reports) {
    this.#reports = reports;
    this.#run.addEventListener('change', () => void this.#paint());
    this.#format.addEventListener('change', () => void this.#paint());
    this.#archive.addEventListener('click', () => void this.#download());
  }

  /** Reads the list of runs again and shows the latest. */
  async refresh() {
    const { runs } = await this.#reports.runs();
    this.#run.replaceChildren(...runs.map((run) => h('option', { value: run }, display(run))).reverse());
    this.#run.disabled = this.#archive.disabled = runs.length === 0;
    await this.#paint();
  }

  async #paint() {
    const turn = ++this.#turn;
    const [run, format] = [this.#run.value, /** @type {Format} */ (this.#format.value)];
    let text = 'No change was judged yet.';
    try {
      if (run) text = (await this.#reports.render(run, 1, format)) ?? 'This report cannot be read.';
    } catch (error) {
      text = String(error instanceof Error ? error.message : error);
    }
    if (turn !== this.#turn) return;
    this.#text.textContent = displayLines(text);
    this.#text.dataset.format = format;
  }

  async #download() {
    const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (await this.#reports.export(this.#run.value));
    const url = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${this.#run.value}.zip`;
    link.click();
    // The download starts at the end of this turn.
    setTimeout(() => URL.revokeObjectURL(url));
  }
}
