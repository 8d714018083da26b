/**
 * What `verdict verify` calls in a page of its own: one manager, and one command after another on its files; or the checker's worker,
 * and one message after another.
 *
 * A WebDriver server need not keep a call open for long: a command is begun by one call, and its answer is asked for by
 * others, each of which waits for a moment at most.
 * @module
 */

/** @type {any} */
let manager;
/** @type {Promise<object> | undefined} */
let running;

/** @type {Worker | undefined} */
let checker;
/** What the checker said and nobody has asked for yet. @type {string[]} */
let said = [];
/** Ends the wait for it. */
let hear = () => {};

/** @param {object} message */
function say(message) {
  said.push(JSON.stringify(message));
  hear();
}

/** Says in which words something went wrong. @param {any} error */
const wordsOf = (error) => String(error?.message ?? error);

const calls = {
  /**
   * Fetches the files. Gives the root of what was taken.
   * @param {{ files: string, timeoutMs: number }} argument `files`: where they are.
   */
  async open({ files, timeoutMs }) {
    const { VerificationManager } = await import('/verdict/index.js');
    const response = await fetch(files);
    if (!response.ok) throw new Error(`the files: HTTP ${response.status}`);
    manager = await VerificationManager.create({ workers: 1, timeoutMs });
    const taken = await manager.setSnapshot(await response.json());
    if (taken.success === false) throw new Error(`${taken.code}: ${taken.error}`);
    return { root: taken.root };
  },

  /** Begins a command. @param {{ command: string, options: object }} argument */
  async begin({ command, options }) {
    // A command whose time is over is no result, but has one with what had ended.
    running = manager.runVerification(command, options).then(
      (/** @type {object} */ result) => ({ result }),
      (/** @type {any} */ error) => ({ result: error?.result ?? null, error: wordsOf(error), code: error?.code ?? null }),
    );
    return {};
  },

  /** The answer as a text, or null where there is none after so many milliseconds. @param {number} ms */
  async answer(ms) {
    let timer;
    const wait = new Promise((resolve) => {
      timer = setTimeout(resolve, ms, null);
    });
    const answer = await Promise.race([running, wait]);
    clearTimeout(timer);
    // As a text, it comes through whatever the server makes of values.
    return { answer: answer && JSON.stringify(answer) };
  },

  /** Starts the checker's worker. It says when it can be asked. */
  async startChecker() {
    let isReady = false;
    checker = new Worker('/verdict/checker/worker.js', { type: 'module' });
    checker.addEventListener('message', ({ data }) => {
      isReady ||= data?.type === 'READY';
      say(data);
    });
    checker.addEventListener('error', ({ message = '' }) => {
      say(isReady ? { type: 'FAILED', code: 'crashed', message } : { type: 'BROKEN', message: message || 'its script cannot be loaded' });
    });
    checker.postMessage({ type: 'START' });
    return {};
  },

  /** Hands the checker a message. @param {string} file Where it is. */
  async tellChecker(file) {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`a message: HTTP ${response.status}`);
    checker?.postMessage(await response.json());
    return {};
  },

  /** What the checker has said, or nothing after so many milliseconds. @param {number} ms */
  async heard(ms) {
    let timer;
    if (said.length === 0) {
      await new Promise((resolve) => {
        hear = () => resolve(undefined);
        timer = setTimeout(hear, ms);
      });
      clearTimeout(timer);
    }
    const heard = said;
    said = [];
    return { heard };
  },
};

/**
 * Makes a call, and gives what it gave or `{ fault }`.
 * @param {keyof typeof calls} name
 * @param {any} argument
 */
async function call(name, argument) {
  try {
    return await calls[name](argument);
  } catch (error) {
    return { fault: wordsOf(error) };
  }
}

Object.defineProperty(globalThis, 'verdictSession', { value: call });
