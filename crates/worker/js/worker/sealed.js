/**
 * The sealed browser engine, seen from the trusted worker: what the state machine in `sealed.wasm` decides is carried out
 * here, over ports to the frame and to the guests in it. Nothing is judged here, and nothing that a guest says is read.
 */

import { Engine } from './engine.js';

/** Where the harness is, which guests run. */
const SOURCES = {
  harness: () => new URL('../sealed/harness.js', import.meta.url),
  dom: () => new URL('../sealed/happy-dom.js', import.meta.url),
};

/** The lock under which files run, together or, where one of them killed the frames of all, alone. */
const LOCK = 'verdict-sealed';

/** What is said of an engine that cannot be had, before the reason. */
const NOT_LOADED = 'The browser engine could not be loaded';

export class Sealed extends Engine {
  #post;
  #fetch;
  #hasPage;
  #fatal;
  /** @type {MessagePort | undefined} */
  #frame;
  /** How many frames were asked for: what comes of an earlier one is dropped. */
  #frames = 0;
  /** @type {Map<number, MessagePort>} Guests by their runs. */
  #guests = new Map();
  /** Texts by name, fetched once. @type {Map<string, Promise<string>>} */
  #sources = new Map();
  /** Where the page says that they are. @type {Record<string, string>} */
  addresses = {};
  /** @type {(() => void) | undefined} Gives the lock back. */
  #unlock;
  #locks = 0;
  #timer;
  /** @type {(() => void) | undefined} Called when the request that runs is answered. */
  #answered;

  /**
   * @param {object} glue The module that wasm-bindgen wrote for this build.
   * @param {{ post: (message: object) => void, fetch: () => Promise<WebAssembly.Module | undefined>, hasPage: () => boolean, fatal: (error: unknown) => void }} host
   *   `fetch` gets the module from the page; `hasPage` says whether there is one that makes frames; `fatal` is told what a trap
   *   threw.
   */
  constructor(glue, { post, fetch, hasPage, fatal }) {
    super(glue);
    this.#post = post;
    this.#fetch = fetch;
    this.#hasPage = hasPage;
    this.#fatal = fatal;
  }

  /** Makes it ready. Throws a sentence that says what hinders it; another try may succeed. */
  async load() {
    try {
      this.module ??= await this.#fetch();
      await this.start(
        (message) => {
          this.#post(message);
          if (message.type !== 'PROGRESS') this.#answered?.();
        },
        (action) => this.#act(action),
      );
    } catch (error) {
      throw new Error(`${NOT_LOADED}: ${error?.message ?? error}`, { cause: error });
    }
  }

  /**
   * Carries out a request. Resolves when it is answered.
   * @param {unknown} message
   */
  async carryOut(message) {
    const answered = new Promise((resolve) => {
      this.#answered = resolve;
    });
    this.#tell(() => this.core.handle(message, now()));
    await answered;
    this.#answered = undefined;
  }

  /**
   * Whether a message is the page's answer to `NEED_FRAME`, which is taken at once.
   * @param {any} message
   */
  takeFrame(message) {
    if (message?.type !== 'FRAME') return false;
    if (message.n !== this.#frames) return true;
    this.#frame = message.port;
    const frames = this.#frames;
    if (this.#frame) {
      this.#frame.onmessage = ({ data }) => {
        if (frames === this.#frames) this.#tell(() => this.core.on_frame(data, now()));
      };
    }
    this.#tell(() => this.core.on_frame_made(message.n, message.error ?? undefined, now()));
    return true;
  }

  #tell(call) {
    if (!this.core) return;
    try {
      call();
    } catch (error) {
      this.#fatal(error);
      this.#answered?.();
    }
  }

  /** @param {any} action What the state machine decided; see `verdict_sealed::Action`. */
  #act(action) {
    switch (action.do) {
      case 'needFrame': return this.#needFrame(action.n);
      case 'endFrame': return this.#endFrame();
      case 'frame': return void this.#toFrame(action.message);
      case 'guest': return this.#guests.get(action.run)?.postMessage(action.message);
      case 'lock': return void this.#lock(action.mode);
      case 'unlock': return this.#giveBack();
      case 'wake': return this.#wake(action.at);
      default: throw new TypeError(`There is no action ${action.do}`);
    }
  }

  #needFrame(n) {
    this.#forgetFrame();
    this.#frames = n;
    if (this.#hasPage()) return this.#post({ type: 'NEED_FRAME', n });
    queueMicrotask(() => this.takeFrame({ type: 'FRAME', n, error: 'no page makes a frame for this worker' }));
  }

  #endFrame() {
    this.#forgetFrame();
    this.#frames += 1;
    this.#post({ type: 'END_FRAME' });
  }

  #forgetFrame() {
    for (const port of [this.#frame, ...this.#guests.values()]) port?.close();
    this.#frame = undefined;
    this.#guests.clear();
  }

  async #toFrame(message) {
    const frame = this.#frame;
    if (!frame) return;
    if (message.type === 'start') return this.#startGuest(frame, message);
    if (message.type === 'end') {
      this.#guests.get(message.run)?.close();
      this.#guests.delete(message.run);
    }
    if (!(message.type in SOURCES)) return frame.postMessage(message);
    try {
      const source = await this.#source(message.type);
      frame.postMessage({ ...message, source });
    } catch (error) {
      const why = `${NOT_LOADED}: ${error?.message ?? error}`;
      if (frame === this.#frame) this.#tell(() => this.core.on_frame({ type: 'failed', why }, now()));
    }
  }

  #startGuest(frame, message) {
    const { run } = message;
    const { port1, port2 } = new MessageChannel();
    this.#guests.set(run, port1);
    port1.onmessage = ({ data }) => {
      if (this.#guests.get(run) === port1) this.#tell(() => this.core.on_guest(run, data, now()));
    };
    frame.postMessage({ ...message, port: port2 }, [port2]);
  }

  #source(name) {
    let source = this.#sources.get(name);
    if (!source) {
      source = text(this.addresses[name] ?? SOURCES[name]());
      this.#sources.set(name, source);
      source.catch(() => this.#sources.delete(name));
    }
    return source;
  }

  async #lock(mode) {
    this.#giveBack();
    this.#locks += 1;
    const asked = this.#locks;
    const { locks } = navigator;
    if (!locks) return void queueMicrotask(() => this.#tell(() => this.core.on_lock(false, now())));
    await locks.request(LOCK, { mode }, () => {
      // Given back before it came.
      if (asked !== this.#locks) return undefined;
      const held = new Promise((resolve) => {
        this.#unlock = resolve;
      });
      this.#tell(() => this.core.on_lock(true, now()));
      return held;
    });
  }

  #giveBack() {
    this.#locks += 1;
    this.#unlock?.();
    this.#unlock = undefined;
  }

  #wake(at) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(() => this.core.tick(now())), Math.max(0, Math.ceil(at - now())));
  }
}

const now = () => performance.now();

async function text(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers HTTP ${response.status}`);
  return response.text();
}
