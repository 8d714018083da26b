/**
 * The sealed browser engine, seen from the trusted worker. It carries out what the state machine in `sealed.wasm`
 * decides, over ports to the frame and its guests. It judges nothing, and does not read what a guest says.
 */

import { Engine } from './engine.js';
import { messageOf } from './messages.js';

/** @typedef {any} Action See `verdict_sealed::run::Action`. */

/**
 * `SealedCore`, as far as it is used here.
 *
 * @typedef {object} Core
 * @property {(message: unknown) => Action[] | undefined} handle
 * @property {(said: unknown) => Action[] | undefined} on_frame
 * @property {(run: number, text: unknown) => Action[] | undefined} on_guest
 * @property {() => Action[] | undefined} on_lock
 * @property {(why?: string) => Action[] | undefined} on_transformer
 * @property {() => Action[] | undefined} tick
 */

/** Texts that the frame is given: the harness, which guests run, and the DOMs for tests that want one. */
const SOURCES = {
  harness: () => new URL('../sealed/harness.js', import.meta.url),
  'happy-dom': () => new URL('../sealed/happy-dom.js', import.meta.url),
  jsdom: () => new URL('../sealed/jsdom.js', import.meta.url),
};

/** The lock under which files run, together or, where one of them killed the frames of all, alone. */
const LOCK = 'verdict-sealed';

/** What is said of an engine that cannot be had, before the reason. */
const NOT_LOADED = 'The browser engine could not be loaded';

export class Sealed extends Engine {
  /** Where the page says that the texts are. @type {Record<string, string>} */
  addresses = {};

  #host;
  /** The DOM of the last file. @type {'happy-dom' | 'jsdom' | undefined} */
  #dom;
  /** What the page made, once it has what every guest needs. @type {Frame | undefined} */
  #frame;
  /** How many frames it has requested. It drops answers to earlier requests. */
  #frames = 0;
  /** @type {Map<string, Promise<string>>} */
  #sources = new Map();
  /** @type {(() => void) | undefined} Gives the lock back. */
  #unlock;
  /** How often it requested the lock. It releases a lock that comes too late. */
  #locks = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {(() => void) | undefined} Called when the request that runs is answered. */
  #answered;
  /** Modules by their numbers, which messages to guests name. @type {Map<number, { key: number }>} */
  #modules = new Map();

  /**
   * @typedef {object} Host
   * @property {import('./engine.js').Post} post Sends a message to the page.
   * @property {() => Promise<WebAssembly.Module | undefined>} fetch Gets the module from the page.
   * @property {() => boolean} hasPage Whether there is a page that makes frames.
   * @property {import('./transformer.js').Transformer} transformer What lowers files.
   * @property {(error: any) => void} fatal Receives what a trap threw.
   *
   * @param {import('./engine.js').Glue & { SealedCore: Function }} glue The module that wasm-bindgen wrote for this build.
   * @param {Host} host
   */
  constructor(glue, host) {
    super(glue);
    this.#host = host;
  }

  /** Loads it. Throws an `Error` that says why this failed; another try may succeed. */
  async load() {
    try {
      this.module ??= await this.#host.fetch();
      await this.start((message) => this.#host.fatal(message.error));
    } catch (error) {
      throw new Error(`${NOT_LOADED}: ${messageOf(error)}`, { cause: error });
    }
  }

  /** @param {any} glue @param {import('./engine.js').Post} post @returns {Core} */
  make(glue, post) {
    return new glue.SealedCore(post, this.#host.transformer.lower);
  }

  /**
   * Carries out a request. Resolves when it is answered.
   * @param {unknown} message
   */
  async carryOut(message) {
    /** @type {Promise<void>} */
    const answered = new Promise((resolve) => {
      this.#answered = resolve;
    });
    this.#tell((core) => core.handle(message));
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
    if (message.port) {
      const tell = (/** @type {unknown} */ said) => this.#frame === frame && this.#tell((core) => core.on_frame(said));
      const frame = new Frame(message.port, tell, (run, text) => this.#frame === frame && this.#tell((core) => core.on_guest(run, text)));
      this.#frame = frame;
      this.#give('harness', frame);
    } else {
      this.#tell((core) => core.on_frame({ type: 'gone', why: message.error }));
    }
    return true;
  }

  /** Tells the state machine something and does what follows from it. @param {(core: Core) => Action[] | undefined} call */
  #tell(call) {
    if (!this.core) return;
    let actions;
    try {
      actions = call(/** @type {Core} */ (this.core));
    } catch (error) {
      this.#host.fatal(error);
      this.#answered?.();
      return;
    }
    for (const action of actions ?? []) this.#act(action);
  }

  /** @param {Action} action */
  #act(action) {
    switch (action.do) {
      case 'post':
        return this.#post(action.message);
      case 'modules':
        return this.#know(action);
      case 'needFrame':
        return this.#needFrame();
      case 'start':
        return this.#start(action.run);
      case 'end':
        return this.#frame?.end(action.run);
      case 'send':
        return this.#send(action.run, action.message);
      case 'ping':
        return this.#frame?.say({ type: 'ping', n: action.n });
      case 'lock':
        return void this.#lock(action.exclusive ? 'exclusive' : 'shared');
      case 'unlock':
        return this.#giveBack();
      case 'needTransformer':
        return void this.#transformer();
      case 'wakeAt':
        return this.#wakeAt(action.ms);
      default:
        throw new TypeError(`There is no action ${action.do}`);
    }
  }

  /** @param {any} message */
  #post(message) {
    this.#host.post(message);
    if (message.type !== 'PROGRESS') this.#answered?.();
  }

  /** Takes modules that messages name from now on, and forgets others. @param {Action} action */
  #know({ modules, forget }) {
    for (const module of modules) this.#modules.set(module.key, module);
    for (const key of forget) this.#modules.delete(key);
  }

  #needFrame() {
    this.#frame?.close();
    this.#frame = undefined;
    this.#frames += 1;
    const n = this.#frames;
    if (this.#host.hasPage()) return this.#host.post({ type: 'NEED_FRAME', n });
    queueMicrotask(() => this.takeFrame({ type: 'FRAME', n, error: 'no page makes a frame for this worker' }));
  }

  /** A guest that waits gets the DOM that the file before it had: most files of a project have the same. @param {number} run */
  #start(run) {
    this.#frame?.start(run);
    if (this.#dom) this.#frame?.send(run, { type: 'dom', name: this.#dom }, this.#modules);
  }

  /** @param {number} run @param {any} message */
  #send(run, message) {
    if (message.type === 'run') this.#dom = message.dom ?? undefined;
    if (this.#dom && this.#frame) this.#give(this.#dom, this.#frame);
    this.#frame?.send(run, message, this.#modules);
  }

  /** Gives a frame a text, once. @param {keyof typeof SOURCES} name @param {Frame} frame */
  async #give(name, frame) {
    if (frame.has.has(name)) return;
    frame.has.add(name);
    try {
      frame.give(name, await this.#source(name));
    } catch (error) {
      const why = `${NOT_LOADED}: ${messageOf(error)}`;
      // Nothing runs without the harness. Without a DOM, only tests that need it fail.
      if (name !== 'harness') frame.give(name, `throw new Error(${JSON.stringify(why)})`);
      else if (frame === this.#frame) this.#tell((core) => core.on_frame({ type: 'gone', why }));
    }
  }

  /** @param {keyof typeof SOURCES} name */
  #source(name) {
    let source = this.#sources.get(name);
    if (!source) {
      source = text(this.addresses[name] ?? SOURCES[name]());
      this.#sources.set(name, source);
      source.catch(() => this.#sources.delete(name));
    }
    return source;
  }

  async #transformer() {
    /** @type {string | undefined} */
    let why;
    try {
      await this.#host.transformer.load();
    } catch (error) {
      why = messageOf(error);
    }
    this.#tell((core) => core.on_transformer(why));
  }

  /** @param {LockMode} mode */
  async #lock(mode) {
    this.#giveBack();
    const asked = this.#locks;
    const { locks } = navigator;
    // A page without locks cannot reliably tell which file killed a shared process.
    if (!locks) return void queueMicrotask(() => this.#tell((core) => core.on_lock()));
    await locks.request(LOCK, { mode }, () => {
      // The lock was released before it was granted.
      if (asked !== this.#locks) return undefined;
      /** @type {Promise<void>} */
      const held = new Promise((resolve) => {
        this.#unlock = resolve;
      });
      this.#tell((core) => core.on_lock());
      return held;
    });
  }

  #giveBack() {
    this.#locks += 1;
    this.#unlock?.();
    this.#unlock = undefined;
  }

  /** @param {number} ms When, by the worker's clock. */
  #wakeAt(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell((core) => core.tick()), Math.max(0, Math.ceil(ms - performance.now())));
  }
}

/** A frame of the page, and the guests in it. */
class Frame {
  /** Names of the texts that it has, or is given. @type {Set<string>} */
  has = new Set();

  #port;
  #hear;
  /** By number, each with the numbers of the modules that it has. @type {Map<number, { port: MessagePort, has: Set<number> }>} */
  #guests = new Map();
  /** What waits for the harness; undefined once it is there. @type {any[] | undefined} */
  #waiting = [];

  /**
   * @param {MessagePort} port
   * @param {(said: unknown) => void} tell Takes what the frame says.
   * @param {(run: number, text: unknown) => void} hear Takes what a guest says.
   */
  constructor(port, tell, hear) {
    this.#port = port;
    this.#hear = hear;
    port.onmessage = ({ data }) => tell(data);
  }

  /** @param {string} name @param {string} source */
  give(name, source) {
    this.#port.postMessage({ type: name, source });
    if (name !== 'harness') return;
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const message of waiting) this.say(message);
  }

  /** @param {any} message */
  say(message) {
    if (message.type === 'start' && this.#waiting) return void this.#waiting.push(message);
    this.#port.postMessage(message, message.port ? [message.port] : []);
  }

  /** @param {number} run */
  start(run) {
    const { port1, port2 } = new MessageChannel();
    this.#guests.set(run, { port: port1, has: new Set() });
    port1.onmessage = ({ data }) => this.#guests.get(run)?.port === port1 && this.#hear(run, data);
    this.say({ type: 'start', run, port: port2 });
  }

  /**
   * Before it is ready, a message waits in its port. Modules that the guest has are named by their numbers.
   * @param {number} run
   * @param {any} message
   * @param {Map<number, { key: number }>} known
   */
  send(run, message, known) {
    const guest = this.#guests.get(run);
    if (!guest) return;
    const modules = message.modules?.map((/** @type {number} */ key) => {
      if (guest.has.has(key)) return key;
      guest.has.add(key);
      return known.get(key);
    });
    guest.port.postMessage(modules ? { ...message, modules } : message);
  }

  /** @param {number} run */
  end(run) {
    this.#guests.get(run)?.port.close();
    this.#guests.delete(run);
    this.#waiting = this.#waiting?.filter((message) => message.run !== run);
    this.say({ type: 'end', run });
  }

  close() {
    this.#port.close();
    for (const { port } of this.#guests.values()) port.close();
    this.#guests.clear();
  }
}

/** @param {string | URL} url */
async function text(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers HTTP ${response.status}`);
  return response.text();
}
