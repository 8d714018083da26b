/**
 * Workers as the manager gets them by its option `createWorker`: the real ones, and something that strikes them
 * behind its back. What "a worker posts" is dispatched on its `Worker` object, which is all that a manager sees of it,
 * so that a worker in an endless loop can post as well.
 * @module
 */

/** Which outcomes a fault explains, for what runs on its worker and for what runs there later. */
export const EXPLAINS = {
  kill: ['err:timeout'],
  'kill-idle': ['err:timeout'],
  garbage: [],
  'forged-results': [],
  'late-result': [],
  'error-event': ['err:crashed'],
  messageerror: ['err:crashed'],
  'crash-message': ['err:crashed'],
  // The manager takes it for the answer, while the worker is still at work: what comes next waits for that.
  'error-without-id': ['err:protocol', 'err:timeout'],
  // Sent again, it runs twice, and what comes next waits for that. Where the worker had just asked by itself, it asks for what
  // it was sent whole: it is not believed.
  'needs-snapshot': ['err:timeout', 'err:integrity'],
  'no-start': [],
};

/** Messages that mean nothing, or nothing now. */
const GARBAGE = [
  null,
  undefined,
  0,
  NaN,
  '',
  'VERIFY_COMPLETE',
  true,
  [],
  {},
  new Blob(['x']),
  new Map([['type', 'READY']]),
  new Uint8Array(9),
  { type: null },
  { type: 'NONE' },
  { type: {} },
  { type: '__proto__' },
  { id: 1 },
  { type: 'PONG' },
  { type: 'READY' },
  { type: 'READY', protocol: 999, generation: 1 },
  { type: 'READY', protocol: 'x' },
  { type: 'PROGRESS' },
  { type: 'PROGRESS', id: -1, event: null },
  { type: 'PROGRESS', id: 2 ** 60, event: {} },
  { type: 'NEED_SNAPSHOT', id: 2 ** 53, root: 'x', blobs: [] },
  { type: 'VERIFY_COMPLETE' },
  { type: 'VERIFY_COMPLETE', success: true },
  { type: 'VERIFY_COMPLETE', id: 'x', success: true },
  { type: 'VERIFY_COMPLETE', id: -1, success: true },
  { type: 'VERIFY_COMPLETE', id: NaN, success: true },
  { type: 'VERIFY_COMPLETE', id: {}, success: true },
  { type: 'ERROR', id: 2 ** 53, error: { code: 'err:protocol', message: 'x' } },
  { requestId: 1, result: { success: true } },
];

/**
 * @typedef {object} Life One worker.
 * @property {Worker} worker
 * @property {Set<string>} faults What was done to it.
 * @property {number | null} running The manager's number of what was sent last.
 * @property {boolean} ended Whether the manager has terminated it.
 * @property {(text: string) => void} note
 * @property {string[]} notes What was sent (>), what came (<) and what was done to it (!), with the time; the last few.
 */

/** So much of the life of a worker is told with a violation. */
const NOTES = 24;

export class FaultyWorkers {
  /** How often each fault was put in. @type {Record<string, number>} */
  injected = {};
  created = 0;
  ended = 0;

  #random;
  #onDispatch;
  /** @type {Life[]} Terminated by the manager, the last few. */
  #ghosts = [];
  #failNextStart = false;
  /** Whether the last start of a slot was made to fail: never two in a row, which would open the manager's breaker. */
  #failed = new Map();

  /**
   * @param {import('./random.js').Random} random For what does not matter for the sequence of requests.
   * @param {(session: number, life: Life) => { kind: string, after: number } | null} onDispatch Told of each request that
   *   is sent; gives what is to be done to the worker.
   */
  constructor(random, onDispatch) {
    this.#random = random;
    this.#onDispatch = onDispatch;
  }

  /** The option `createWorker`. */
  create = (/** @type {number} */ slot) => {
    if (this.#failNextStart && !this.#failed.get(slot)) {
      this.#failNextStart = false;
      this.#failed.set(slot, true);
      this.#count('no-start');
      throw new Error('a worker that does not start');
    }
    this.#failed.set(slot, false);
    const worker = new Worker('/verdict/worker.js', { type: 'module' });
    /** @type {Life} */
    const life = { worker, faults: new Set(), running: null, ended: false, notes: [], note };
    function note(/** @type {string} */ text) {
      life.notes.push(`${Math.round(performance.now())} ${text}`);
      if (life.notes.length > NOTES) life.notes.shift();
    }
    this.created += 1;
    worker.addEventListener('message', ({ data }) => note(`<${data?.type} ${data?.id ?? ''}`));
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (/** @type {any} */ message, /** @type {any[]} */ ...rest) => {
      post(message, ...rest);
      note(`>${message?.type} ${message?.id ?? ''}`);
      if (message?.type === 'VERIFY') this.#dispatched(life, message);
    };
    const terminate = worker.terminate.bind(worker);
    worker.terminate = () => {
      terminate();
      if (life.ended) return;
      life.ended = true;
      note('>terminate');
      this.ended += 1;
      this.#ghosts = [life, ...this.#ghosts].slice(0, 4);
    };
    return worker;
  };

  #dispatched(/** @type {Life} */ life, /** @type {any} */ { id, payload }) {
    life.running = id;
    const fault = this.#onDispatch(payload.sessionId, life);
    if (!fault) return;
    if (fault.kind === 'kill-idle') {
      // Before the manager hears of the answer, so that whatever it sends next is sent to a dead worker.
      const listen = (/** @type {MessageEvent} */ { data }) => {
        if (data?.type !== 'VERIFY_COMPLETE' || data.id !== id) return;
        life.worker.removeEventListener('message', listen);
        this.#strike(life, fault.kind);
      };
      life.worker.addEventListener('message', listen);
    } else {
      setTimeout(() => this.#strike(life, fault.kind), fault.after);
    }
  }

  #strike(/** @type {Life} */ life, /** @type {string} */ kind) {
    if (kind === 'late-result') return this.#lateResult(life);
    if (kind === 'no-start') {
      // Counted when it happens.
      this.#failNextStart = true;
      return;
    }
    if (life.ended) return;
    life.faults.add(kind);
    life.note(`!${kind}`);
    this.#count(kind);
    const { worker } = life;
    switch (kind) {
      case 'kill':
      case 'kill-idle':
        Worker.prototype.terminate.call(worker);
        break;
      case 'garbage':
        for (let count = 0; count < 5; count += 1) say(worker, this.#random.pick(GARBAGE));
        break;
      case 'forged-results':
        // Of every request near it but its own.
        for (let apart = -4; apart <= 4; apart += 1) if (apart !== 0) say(worker, forged((life.running ?? 0) + apart));
        break;
      case 'error-event':
        worker.dispatchEvent(new ErrorEvent('error', { message: 'out of nowhere', cancelable: true }));
        break;
      case 'messageerror':
        worker.dispatchEvent(new MessageEvent('messageerror'));
        break;
      case 'crash-message':
        say(worker, { type: 'ERROR', error: { code: 'err:crashed', message: 'out of nowhere' } });
        break;
      case 'error-without-id':
        say(worker, { type: 'ERROR', error: { code: 'err:protocol', message: 'out of nowhere' } });
        break;
      case 'needs-snapshot':
        say(worker, { type: 'NEED_SNAPSHOT', id: life.running, root: '', blobs: [] });
        break;
      default:
        throw new Error(`no such fault: ${kind}`);
    }
  }

  /** A worker that the manager has given up says that what runs on another has passed. */
  #lateResult(/** @type {Life} */ { running }) {
    const ghost = this.#ghosts[0];
    if (!ghost || running === null) return;
    this.#count('late-result');
    for (const id of [running, ghost.running]) say(ghost.worker, forged(id));
  }

  #count(/** @type {string} */ kind) {
    this.injected[kind] = (this.injected[kind] ?? 0) + 1;
  }
}

const say = (/** @type {Worker} */ worker, /** @type {unknown} */ data) => worker.dispatchEvent(new MessageEvent('message', { data }));

const forged = (/** @type {number | null} */ id) => ({
  type: 'VERIFY_COMPLETE',
  id,
  success: true,
  output: 'forged',
  error: null,
  code: null,
});
