/**
 * Progress of requests, given out once a frame: however many tests have ended meanwhile, a page has one event of each
 * request to look at.
 * @module
 */

/** @typedef {import('./index.js').Progress} Progress */
/** @typedef {import('./index.js').ProgressReport} ProgressReport */
/** @typedef {(event: Progress, report: ProgressReport) => void} OnProgress */

/** Longest wait, in milliseconds: a hidden page has no frames. There browsers make a second of it, and more. */
const FRAMELESS_MS = 250;

/** How many events of one request are kept; the next ones are not waited for. */
const MOST_KEPT = 10_000;

/** What is known of an open request. */
class Open {
  /** @type {OnProgress | undefined} */
  onProgress;
  command = '';
  /** Those that came since the last frame. @type {Progress[]} */
  events = [];
  files = { total: /** @type {number | null} */ (null), finished: 0, failed: 0 };
  tests = { total: /** @type {number | null} */ (null), finished: 0, failed: 0 };

  /** @param {Progress} event */
  take(event) {
    this.events.push(event);
    switch (event?.kind) {
      case 'started':
        this.files.total = event.files;
        break;
      case 'confirming':
      case 'switched':
        // Events that follow come from another engine.
        this.files = { total: event.files, finished: 0, failed: 0 };
        this.tests = { total: null, finished: 0, failed: 0 };
        break;
      case 'fileCollected':
        this.tests.total = (this.tests.total ?? 0) + event.tests;
        break;
      case 'testFinished':
        this.tests.finished += 1;
        if (event.entry?.state === 'failed') this.tests.failed += 1;
        break;
      case 'fileFinished':
        this.files.finished += 1;
        if (event.passed !== true) this.files.failed += 1;
        break;
      default:
    }
  }
}

/** Keeps the progress of open requests until the next frame, or their end. */
export class ProgressFeed {
  /** @type {Map<string, Open>} */
  #open = new Map();
  /** Ids of requests that have something to give out. @type {Set<string>} */
  #due = new Set();
  #give;
  /** @type {number | undefined} */
  #frame;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {(report: Readonly<ProgressReport>) => void} give Takes what came since the last frame. */
  constructor(give) {
    this.#give = give;
  }

  /** A request was taken. @param {string} id */
  open(id) {
    this.#open.set(id, new Open());
  }

  /** Whether a request is open. @param {string} id */
  has(id) {
    return this.#open.has(id);
  }

  /** @param {string} id @param {OnProgress} onProgress */
  listen(id, onProgress) {
    const request = this.#open.get(id);
    if (request) request.onProgress = onProgress;
  }

  /** @param {{ id: string, command: string, events: Progress[] }} told */
  take({ id, command, events }) {
    const request = this.#open.get(id);
    if (!request) return;
    request.command = command;
    for (const event of events) {
      request.take(event);
      this.#due.add(id);
      if (request.events.length >= MOST_KEPT) this.#flush(id);
    }
    if (this.#due.has(id)) this.#wait();
  }

  /** A request has its outcome: what came before is given out before. @param {string} id */
  close(id) {
    this.#flush(id);
    this.#open.delete(id);
  }

  /** Once asked for, a frame comes, also where a request has ended before it: to call it off and ask again costs more. */
  #wait() {
    if (this.#timer !== undefined) return;
    const flush = () => {
      this.#rest();
      for (const id of [...this.#due]) this.#flush(id);
    };
    this.#frame = globalThis.requestAnimationFrame?.(flush);
    this.#timer = setTimeout(flush, FRAMELESS_MS);
  }

  #rest() {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = undefined;
    this.#timer = undefined;
  }

  /** @param {string} id */
  #flush(id) {
    const request = this.#open.get(id);
    if (!this.#due.delete(id) || !request) return;
    const { command, events, files, tests, onProgress } = request;
    request.events = [];
    const event = events[events.length - 1];
    /** @type {Readonly<ProgressReport>} */
    const report = Object.freeze({
      id,
      command,
      event,
      events: Object.freeze(events),
      files: Object.freeze({ ...files }),
      tests: Object.freeze({ ...tests }),
    });
    try {
      onProgress?.(event, report);
    } catch (error) {
      // An error in the page's callback does not affect the verification.
      console.error(error);
    }
    this.#give(report);
  }
}
