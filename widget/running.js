/**
 * What runs and how far it is, from the events of a manager.
 * @module
 */

import { display } from './text.js';

/** How many verifications are kept track of. */
const TRACKED = 256;

/** @typedef {{ total: number | null, finished: number, failed: number }} Counts `failed` is among `finished`. */

/** A running verification. */
class Request {
  /** @param {unknown} command */
  constructor(command) {
    this.command = display(command);
    this.files = none();
    this.tests = none();
  }

  /** Whether it runs. A waiting verification has no progress. */
  get hasBegun() {
    return this.files.total !== null || this.files.finished + this.tests.finished > 0;
  }

  /** @param {any} report What a manager tells: with counts, or, from one that has none, event by event. */
  take(report) {
    if (typeof report.tests?.finished === 'number') {
      this.files = toCounts(report.files);
      this.tests = toCounts(report.tests);
      return;
    }
    for (const event of Array.isArray(report.events) ? report.events : [report.event ?? report]) this.#count(event);
  }

  /** @param {any} event */
  #count(event) {
    if (event?.kind === 'started') this.files.total = toCounts({ total: event.files }).total;
    const of = event?.kind === 'testFinished' ? this.tests : event?.kind === 'fileFinished' ? this.files : null;
    if (!of) return;
    of.finished += 1;
    if (event.passed === false || event.entry?.state === 'failed') of.failed += 1;
  }
}

/** The verifications that run, as events describe them. */
export class Running {
  /** @type {Map<unknown, Request>} By id. */
  #requests = new Map();

  /** Those that are known to run, then those that may wait, each oldest first. @returns {Request[]} */
  get list() {
    const all = [...this.#requests.values()];
    return [...all.filter(({ hasBegun }) => hasBegun), ...all.filter(({ hasBegun }) => !hasBegun)];
  }

  clear() {
    this.#requests.clear();
  }

  /** @param {string} type @param {any} detail */
  note(type, detail) {
    const id = detail.id ?? detail.command;
    if (type === 'verification-start') this.#follow(id, detail.command);
    else if (type === 'verification-progress') this.#follow(id, detail.command)?.take(detail);
    else if (type === 'verification-complete') this.#requests.delete(id);
    else if (type === 'manager') this.clear();
  }

  /** Who was connected later knows of a verification by its progress. @param {unknown} id @param {unknown} command */
  #follow(id, command) {
    if (!this.#requests.has(id) && command !== undefined && this.#requests.size < TRACKED) this.#requests.set(id, new Request(command));
    return this.#requests.get(id);
  }
}

/** Several together, as if they were one. @param {Request[]} requests @returns {{ files: Counts, tests: Counts }} */
export function together(requests) {
  const sum = (/** @type {'files' | 'tests'} */ what) => {
    const all = none();
    for (const { [what]: counts } of requests) {
      all.finished += counts.finished;
      all.failed += counts.failed;
    }
    // The total is unknown if one request's total is unknown.
    const known = requests.length > 0 && requests.every((request) => request[what].total !== null);
    all.total = known ? requests.reduce((total, request) => total + Number(request[what].total), 0) : null;
    return all;
  };
  return { files: sum('files'), tests: sum('tests') };
}

/** How far it is, from 0 to 1; null where that is not known. @param {{ files: Counts, tests: Counts }} counts */
export function share({ files, tests }) {
  // With a single file, only its tests make progress.
  const counts = files.total === 1 && tests.total ? tests : files;
  return counts.total ? Math.min(1, counts.finished / counts.total) : null;
}

/** How far it is, in words; none for what has neither files nor tests. @param {{ files: Counts, tests: Counts }} counts */
export function inWords({ files, tests }) {
  if (files.total === 0 && tests.finished === 0) return '';
  const hasTests = tests.finished > 0 || !files.total;
  const failed = tests.finished > 0 ? tests.failed : files.failed;
  return [
    ...(files.total && (files.total > 1 || !hasTests) ? [of(files, 'file')] : []),
    ...(hasTests ? [files.total === 1 ? of(tests, 'test') : of({ ...tests, total: null }, 'test')] : []),
    ...(failed > 0 ? [`${failed.toLocaleString()} failed`] : []),
  ].join(', ');
}

/** @param {Counts} counts @param {string} what */
function of({ total, finished }, what) {
  const shown = finished.toLocaleString();
  if (total === null) return `${shown} ${what}${finished === 1 ? '' : 's'}`;
  return `${shown} of ${total.toLocaleString()} ${what}${total === 1 ? '' : 's'}`;
}

/** @returns {Counts} */
function none() {
  return { total: null, finished: 0, failed: 0 };
}

/** What of an answer is a count. @param {any} given @returns {Counts} */
function toCounts(given) {
  const count = (/** @type {unknown} */ value) => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null);
  return { total: count(given?.total), finished: count(given?.finished) ?? 0, failed: count(given?.failed) ?? 0 };
}
