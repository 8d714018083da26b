/**
 * The worker that checks types: started on demand, ended when its time is over, replaced when it is needed again.
 * @module
 */

import { messageOf } from './code.js';
import { StartupError } from './load.js';
import { refusedStart } from './start-up.js';

/** The maximum of `setTimeout`, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;
const STARTUP_MS = 30_000;
/** How long a page is left alone before the next worker starts that nobody waits for. */
const IDLE_MS = 250;

const HINT = 'Serve dist/checker/ unchanged, all of it from one release, or set the option checker: false.';

/**
 * A question about a snapshot, as the core makes it.
 *
 * @typedef {object} Question
 * @property {string} root Of its snapshot.
 * @property {number} id
 * @property {(held: string | undefined) => object[]} messages What asks it, if the worker holds a snapshot.
 * @property {() => void} free
 */

/**
 * @typedef {object} Job
 * @property {unknown} key What cancels it.
 * @property {Question} question
 * @property {(answer: any) => void} resolve
 * @property {(reason: Error) => void} reject
 * @property {ReturnType<typeof setTimeout>} [timer]
 */

/** Asks TypeScript, one question after the other. */
export class TypeChecker {
  #options;
  /** @type {Worker | undefined} */
  #worker;
  #isReady = false;
  /** When it has to be ready. @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The root of the snapshot that the worker has. @type {string | undefined} */
  #held;
  /** @type {Job[]} */
  #waiting = [];
  /** @type {Job | undefined} */
  #running;
  /** Who waits for the worker to be ready. @type {((isReady: boolean) => void)[]} */
  #starting = [];
  #isDisposed = false;

  /** @param {Pick<import('./index.js').ManagerOptions, 'checkerUrl' | 'createChecker' | 'startupTimeoutMs'>} options */
  constructor(options) {
    this.#options = options;
  }

  /** Starts the worker, unless it runs. Gives whether it is ready. @returns {Promise<boolean>} */
  start() {
    if (this.#isReady) return Promise.resolve(true);
    const started = new Promise((resolve) => this.#starting.push(resolve));
    try {
      this.#open();
    } catch {
      this.#tellStarted(false);
    }
    return started;
  }

  /**
   * Asks a question, and gives the worker's answer. Rejects with a code if no answer comes within `ms` milliseconds.
   * @param {unknown} key
   * @param {Question} question
   * @param {number} ms
   * @returns {Promise<any>}
   */
  ask(key, question, ms) {
    return new Promise((resolve, reject) => {
      /** @type {Job} */
      const job = { key, question, resolve, reject };
      const expire = () => this.#withdraw(job, new StartupError('Verification timeout', { code: 'err:timeout' }));
      job.timer = setTimeout(expire, Math.min(ms, LONGEST_MS));
      this.#waiting.push(job);
      if (this.#isDisposed) this.#withdraw(job, new StartupError('The manager is disposed', { code: 'err:cancelled' }));
      this.#next();
    });
  }

  /** Takes back what was asked under a key. @param {unknown} key */
  cancel(key) {
    const job = [this.#running, ...this.#waiting].find((one) => one?.key === key);
    if (job) this.#withdraw(job, new StartupError('The verification was cancelled', { code: 'err:cancelled' }));
  }

  /** Ends the worker for good. */
  dispose() {
    this.#isDisposed = true;
    this.#end();
    for (const job of [this.#running, ...this.#waiting]) {
      if (job) this.#withdraw(job, new StartupError('The manager is disposed', { code: 'err:cancelled' }));
    }
  }

  #next() {
    if (this.#running || this.#waiting.length === 0) return;
    try {
      const worker = this.#open();
      // Until it is ready it has nothing to do, so that a question whose time is over does not end its start.
      if (this.#isReady) this.#post(worker, /** @type {Job} */ (this.#waiting.shift()));
    } catch (error) {
      this.#fail(error instanceof StartupError ? error : this.#unstarted(messageOf(error)));
    }
  }

  /** @param {Worker} worker @param {Job} job */
  #post(worker, job) {
    this.#running = job;
    for (const message of job.question.messages(this.#held)) worker.postMessage(message);
    this.#held = job.question.root;
  }

  /** The worker, started with the first call. @returns {Worker} */
  #open() {
    if (this.#worker) return this.#worker;
    const worker = makeChecker(this.#options);
    this.#worker = worker;
    const isCurrent = () => worker === this.#worker;
    worker.addEventListener('message', ({ data }) => isCurrent() && this.#take(data));
    worker.addEventListener('messageerror', () => isCurrent() && this.#fail(crashed('its answer could not be deserialised')));
    worker.addEventListener('error', async (event) => {
      if (!isCurrent()) return;
      if (this.#isReady) return this.#fail(crashed(event.message));
      const why = await refusedStart({ ...this.#options, url: addressOf(this.#options) }, event);
      if (isCurrent()) this.#fail(this.#unstarted(why.message, why));
    });
    const { startupTimeoutMs: ms = STARTUP_MS } = this.#options;
    this.#timer = setTimeout(() => this.#fail(this.#unstarted(`no READY within ${ms} ms`)), Math.min(ms, LONGEST_MS));
    worker.postMessage({ type: 'START' });
    return worker;
  }

  /** @param {any} data */
  #take(data) {
    if (data?.type === 'READY') {
      this.#isReady = true;
      clearTimeout(this.#timer);
      this.#tellStarted(true);
      return this.#next();
    }
    if (data?.type === 'BROKEN') return this.#fail(this.#unstarted(String(data.message)));
    if (data?.id !== this.#running?.question.id) return;
    // What failed is not asked again.
    if (data.type === 'FAILED') this.#end();
    this.#settle((job) => job.resolve(data));
  }

  /** Ends the worker, and with it what it runs. If it did not start, everything that waits for it. @param {Error} error */
  #fail(error) {
    const unstarted = this.#isReady ? [] : this.#waiting.splice(0);
    this.#end();
    for (const job of unstarted) finish(job, ({ reject }) => reject(error));
    this.#settle((job) => job.reject(error));
  }

  /** @param {(job: Job) => void} how */
  #settle(how) {
    const job = this.#running;
    this.#running = undefined;
    if (job) finish(job, how);
    this.#next();
  }

  /** Takes back a job. If it runs, the worker ends: nothing else stops it. @param {Job} job @param {Error} reason */
  #withdraw(job, reason) {
    if (job === this.#running) {
      this.#fail(reason);
      return this.#warmUp();
    }
    const at = this.#waiting.indexOf(job);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    finish(job, ({ reject }) => reject(reason));
  }

  #end() {
    this.#worker?.terminate();
    clearTimeout(this.#timer);
    this.#worker = undefined;
    this.#held = undefined;
    this.#isReady = false;
    this.#tellStarted(false);
  }

  /** Starts the next worker once the page is idle, so that the next question does not wait for it. */
  #warmUp() {
    const idle = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ then) => setTimeout(then, IDLE_MS));
    idle(() => {
      if (!this.#isDisposed) void this.start();
    });
  }

  /** @param {boolean} isReady */
  #tellStarted(isReady) {
    for (const tell of this.#starting.splice(0)) tell(isReady);
  }

  /** @param {string} why @param {{ detail?: string, hint?: string }} [more] */
  #unstarted(why, { detail, hint = HINT } = {}) {
    return new StartupError(`The checker did not start: ${why}`, { detail, hint });
  }
}

/** @param {Job} job @param {(job: Job) => void} how */
function finish(job, how) {
  clearTimeout(job.timer);
  job.question.free();
  how(job);
}

/** @param {string} [why] */
const crashed = (why) => new StartupError(`The checker ended${why ? `: ${why}` : ''}`, { code: 'err:crashed' });

/** @param {Pick<import('./index.js').ManagerOptions, 'checkerUrl'>} options */
const addressOf = ({ checkerUrl }) => String(checkerUrl ?? new URL('./checker/worker.js', import.meta.url));

/** @param {Pick<import('./index.js').ManagerOptions, 'checkerUrl' | 'createChecker'>} options */
function makeChecker({ checkerUrl, createChecker }) {
  if (createChecker) return createChecker();
  if (typeof Worker === 'undefined') throw new StartupError('Web Workers are not available here', { code: 'err:unavailable' });
  if (checkerUrl) return new Worker(checkerUrl, { type: 'module' });
  return new Worker(new URL('./checker/worker.js', import.meta.url), { type: 'module' });
}
