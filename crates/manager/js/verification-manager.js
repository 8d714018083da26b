/**
 * VerificationManager: the part of it that only a script can have.
 * @module
 */

import { namesOf, tell } from './consumers/bus.js';
import { Capabilities } from './consumers/capabilities.js';
import { SnapshotFiles } from './consumers/files.js';
import { LiveFiles } from './consumers/live-files.js';
import { verifyProposal } from './consumers/newer.js';
import { runFullVerification, selfTest, verifyPaths, verifySafeEval } from './consumers/older.js';
import { rejected } from './consumers/outcome.js';
import { verifyProject } from './consumers/project.js';
import { answerForFrames } from './frames.js';
import { withHint } from './hints.js';
import { StartupError, compile, compileGiven } from './load.js';
import { AT_START, LATER, WASM, addresses, answerForModules } from './modules.js';
import { ProgressFeed } from './progress.js';
import { cancelled, copy, defaultWorkers, normalise, prepare, told, terminated, toStartupError, unreadable } from './request.js';
import { explain, makeWorker } from './start-up.js';
import { TypeChecks } from './type-checks.js';
import { Watch } from './watch/watch.js';

/**
 * @typedef {import('./core.js').Core} Core
 * @typedef {import('./index.js').Files | import('./index.js').FilesDelta} GivenFiles
 * @typedef {import('./index.js').ManagerOptions} ManagerOptions
 * @typedef {import('./index.js').PathList} PathList
 * @typedef {import('./index.js').ProposalOptions} ProposalOptions
 * @typedef {import('./index.js').ProposedChanges} ProposedChanges
 * @typedef {import('./index.js').SnapshotAnswer} SnapshotAnswer
 * @typedef {import('./modules.js').WasmName} WasmName
 */

/** Statistics of a manager whose core is not loaded. */
const NOTHING = {
  active: 0,
  queued: 0,
  completed: 0,
  passed: 0,
  failed: 0,
  cancelled: 0,
  refused: 0,
  totalRuns: 0,
  passRate: 100,
  lastVerificationTime: null,
  restarts: 0,
  recycled: 0,
  dropped: 0,
  workers: 0,
  spare: 0,
};

/** What an event is called on a bus. */
const onBus = (/** @type {string} */ type) => `verification:${type.replace(/^verification-/, '')}`;

/** Verifies commands on snapshots, in workers. See `index.d.ts` for every shape. */
export class VerificationManager extends EventTarget {
  /**
   * Makes the core. Tests put their own here.
   * @param {ManagerOptions} options
   * @param {import('./core.js').CoreHost} host
   */
  static loadCore = (options, host) => import('./core.js').then(({ loadCore }) => loadCore(options, host));

  /** @type {ManagerOptions} */
  #options;
  /** @type {Core | undefined} */
  #core;
  /** @type {Promise<Core | undefined> | undefined} */
  #loading;
  /** Modules that a worker has asked for, by name. @type {Partial<Record<WasmName, WebAssembly.Module>>} */
  #late = {};
  /** Why the core is missing. */
  #hindrance = new StartupError('The manager is not started');
  #disposed = false;
  /** Number of calls of `terminate`. */
  #life = 0;
  #files = new SnapshotFiles();
  #capabilities = new Capabilities();
  #progress = new ProgressFeed((report) => this.#dispatch('verification-progress', report));
  /** @type {TypeChecks} */
  #types;
  /** Reads the live files, while nobody has set a snapshot. @type {LiveFiles | undefined} */
  #live;
  /** @type {Set<Watch>} */
  #watches = new Set();
  /** Kinds of events that somebody has listened for: no other is made. @type {Set<string>} */
  #heard = new Set();

  /**
   * A manager that is started.
   * @param {ManagerOptions} [options]
   */
  static async create(options = {}) {
    const manager = new this(options);
    const core = await manager.#load();
    // Workers start in the background; requests wait for them.
    void core?.init();
    return manager;
  }

  /** @param {ManagerOptions} [options] */
  constructor(options = {}) {
    super();
    this.#options = { ...options, workers: options.workers ?? defaultWorkers() };
    this.#types = new TypeChecks(this.#options);
    // If the store cannot be opened, the first report to save says so.
    Promise.resolve(options.store).catch(() => {});
    if (!options.adapter) return;
    const taker = { take: (/** @type {GivenFiles} */ files) => this.#put(files), has: () => this.#files.root !== null };
    this.#live = new LiveFiles(options.adapter, taker, options.eventBus);
    this.#capabilities.forget();
  }

  /**
   * @param {string} type
   * @param {EventListenerOrEventListenerObject | null} listener
   * @param {boolean | AddEventListenerOptions} [options]
   */
  addEventListener(type, listener, options) {
    this.#heard.add(String(type));
    super.addEventListener(type, listener, options);
  }

  /** Older containers hand out `instance.api`. */
  get api() {
    return this;
  }

  /** Starts the workers, unless they are started. Gives whether one is ready. */
  async init() {
    const core = await this.#load();
    const [isReady] = await Promise.all([core ? core.init() : false, this.#live?.read()]);
    return isReady;
  }

  /** Whether the core is there and not disposed. */
  isInitialized() {
    return this.#core !== undefined && !this.#disposed;
  }

  /** Says that live files have changed: the next verification reads all. */
  filesChanged() {
    this.#live?.changed();
  }

  /** @param {GivenFiles} files */
  async setSnapshot(files) {
    this.#live?.end();
    this.#live = undefined;
    return this.#put(files);
  }

  /** @param {GivenFiles} files @returns {Promise<SnapshotAnswer>} */
  #put(files) {
    const taken = this.#core ? files : copy(files);
    return this.#files.follow(taken, this.#send(taken), async () => {
      if (this.#files.texts) await this.#capabilities.learn(this.#files.constitution(), this.gateSource);
      else this.#capabilities.forget();
    });
  }

  /** @param {GivenFiles} taken @returns {Promise<SnapshotAnswer>} */
  async #send(taken) {
    const core = this.#core ?? (await this.#load());
    if (core) return core.setSnapshot(taken);
    const { message: error, code } = this.#hindrance;
    return { success: false, root: null, files: 0, error, code };
  }

  /**
   * @param {string} command
   * @param {import('./index.js').VerificationOptions | number | string} [options]
   * @returns {Promise<any>} A result; what `output` is in it depends on the verb.
   */
  async runVerification(command, options) {
    if (typeof options !== 'string') return this.#run(command, normalise(options));
    // Older callers pass a session id and take a rejection for a missing answer.
    return this.#run(command, normalise(options)).catch((error) => ({ ...rejected(command, error), sessionId: options }));
  }

  /**
   * @param {string} command
   * @param {any} options What a caller gave: read with care.
   * @returns {Promise<import('./index.js').VerifyResult>}
   */
  async #run(command, options) {
    // Options are copied before anything is awaited, so that later changes by the caller have no effect.
    const { signal, onStart, onProgress, ...asked } = prepare(options, this.#options.limits);
    if (!this.#core) for (const key of ['vfsSnapshot', 'baseline']) asked[key] = copy(asked[key]);
    if (this.#live && (asked.vfsSnapshot ?? null) === null) {
      const life = this.#life;
      const problem = await this.#live.read();
      if (problem) asked.refused ??= unreadable(problem);
      if (life !== this.#life) asked.refused ??= terminated();
    }
    const core = this.#core ?? (await this.#load());
    if (!core) return { ...rejected(command, this.#hindrance), ...('sessionId' in asked && { sessionId: asked.sessionId }) };
    if (signal?.aborted) asked.refused = cancelled(signal);
    const { id, promise } = core.run(command, asked);
    const answered = promise.then(withHint);
    if (typeof onProgress === 'function') this.#progress.listen(String(id), onProgress);
    if (typeof onStart === 'function') told(onStart, String(id));
    if (!signal || signal.aborted || typeof signal.addEventListener !== 'function') return answered;
    const cancel = () => core.cancel(id);
    signal.addEventListener('abort', cancel, { once: true });
    return answered.finally(() => signal.removeEventListener('abort', cancel));
  }

  /**
   * Cancels the request of this id, which `onStart` and the events tell. Gives whether it was open.
   * @param {string} id
   */
  cancel(id) {
    const isOpen = this.#core !== undefined && this.#progress.has(String(id));
    if (isOpen) this.#core?.cancel(Number(id));
    return isOpen;
  }

  /** Starts the workers and the checker of types. Gives whether all are ready. */
  async prewarm() {
    const ready = await Promise.all([this.init(), this.#types.start()]);
    return ready.every(Boolean);
  }

  /**
   * What is at a place of a file, counted from 1.
   * @param {string} path
   * @param {number} line
   * @param {number} column
   * @param {import('./index.js').TypeAtOptions} [options]
   */
  async typeAt(path, line, column, options = {}) {
    const { vfsSnapshot, config } = options;
    const asked = { vfsSnapshot: this.#core ? vfsSnapshot : copy(vfsSnapshot), config };
    if (this.#live && (vfsSnapshot ?? null) === null) {
      const problem = await this.#live.read();
      if (problem) throw unreadable(problem);
    }
    const core = this.#core ?? (await this.#load());
    if (!core) throw this.#hindrance;
    return this.#types.typeAt(core.typeAt({ path, line, column }, asked), options);
  }

  async ping({ timeout = NaN } = {}) {
    const core = await this.#load();
    if (core) return core.ping(Number(timeout));
    const { message: error, code } = this.#hindrance;
    return { success: false, roundTripMs: 0, error, code };
  }

  /**
   * `applyBundle` with this manager as the verifier. The gate's wasm is loaded with the first call.
   * @param {string} bundle
   * @param {Omit<import('./index.js').ApplyOptions, 'manager'>} options
   */
  async applyBundle(bundle, options) {
    const { applyBundle } = await import('./gate/apply.js');
    return applyBundle(bundle, { ...options, manager: this });
  }

  /**
   * `checkBundle` with this manager as the verifier: nothing is applied.
   * @param {string} bundle
   * @param {Omit<import('./index.js').ApplyOptions, 'manager'>} options
   */
  async checkBundle(bundle, options) {
    const { checkBundle } = await import('./gate/apply.js');
    return checkBundle(bundle, { ...options, manager: this });
  }

  /**
   * Carries out commands on the same files and gives one report, which is kept in the manager's store.
   * @param {import('./index.js').Run} run
   */
  async verifyRun(run) {
    const { verifyRun } = await import('./store/verify-run.js');
    const { store, retention } = this.#options;
    const emit = (/** @type {string} */ type, /** @type {object} */ detail) => this.#emit(type, detail);
    return verifyRun(this, run, { store, retention, emit, ...this.gateSource });
  }

  /**
   * Runs commands, and after each change of the snapshot what the change can affect, failures first.
   * @param {string | readonly string[]} commands
   * @param {import('./index.js').WatchOptions} options
   * @returns {import('./index.js').Watching}
   */
  watch(commands, options) {
    const { listeners } = this.#files;
    /** @type {import('./consumers/files.js').Listener} */
    const hear = (changed) => watch.changed(changed);
    const watch = new Watch(
      () => this.#caller,
      commands,
      options,
      (ended) => {
        listeners.delete(hear);
        this.#watches.delete(ended);
      },
    );
    if (!watch.isClosed) {
      listeners.add(hear);
      this.#watches.add(watch);
    }
    return { close: () => watch.close(), idle: () => watch.idle() };
  }

  /** What the shapes of its callers are made from. @type {import('./consumers/host.js').Host} */
  get #caller() {
    const life = this.#life;
    return {
      files: this.#files,
      capabilities: this.#capabilities,
      source: this.gateSource,
      // They judge changes, so guest code must not choose an engine that it can deceive.
      run: (command, options) => this.runVerification(command, { engine: 'boa', ...options }),
      ready: () => this.#ready(life),
      tell: (name, detail) => tell(this.#options.eventBus, name, detail),
    };
  }

  /** @param {number} life */
  async #ready(life) {
    await this.#load();
    const problem = await this.#live?.read();
    if (problem) throw unreadable(problem);
    do await this.#files.settled();
    while (this.#files.isPending);
    // The manager was terminated meanwhile.
    if (life !== this.#life) throw terminated();
    const { failure } = this.#files;
    if (failure) throw new StartupError(String(failure.error), { code: failure.code });
  }

  // The calls of older agents.

  /** @param {PathList} paths @param {unknown} [sessionId] */
  verifyTests(paths, sessionId) {
    return verifyPaths(this.#caller, 'test', paths, sessionId);
  }

  /** @param {PathList} paths @param {unknown} [sessionId] */
  verifyLinting(paths, sessionId) {
    return verifyPaths(this.#caller, 'lint', paths, sessionId);
  }

  /** @param {PathList} paths @param {unknown} [sessionId] */
  verifyTypes(paths, sessionId) {
    return verifyPaths(this.#caller, 'type-check', paths, sessionId);
  }

  /** @param {string} expression @param {unknown} [sessionId] */
  verifySafeEval(expression, sessionId) {
    return verifySafeEval(this.#caller, expression, sessionId);
  }

  /** @param {PathList | ProposedChanges} changedFiles @param {unknown} [sessionId] */
  runFullVerification(changedFiles, sessionId) {
    return runFullVerification(this.#caller, changedFiles, sessionId);
  }

  /** Whether a verification can be carried out, and tells right from wrong. */
  test() {
    return selfTest(this.#caller);
  }

  /** Settles all requests as cancelled and ends the workers. The next call starts new ones, without a snapshot. */
  terminate() {
    const core = this.#core;
    this.#life += 1;
    this.#core = undefined;
    this.#loading = undefined;
    this.#files.clear();
    for (const watch of this.#watches) watch.reset();
    core?.dispose();
    this.#types.dispose();
    this.#types = new TypeChecks(this.#options);
  }

  // The calls of newer agents.

  /** @param {ProposedChanges} changes @param {ProposalOptions} [options] */
  verifyProposal(changes, options) {
    return verifyProposal(this.#caller, changes, options);
  }

  /** @param {string} path @param {string} content @param {ProposalOptions} [options] */
  verifyFile(path, content, options) {
    return this.verifyProposal(new Map([[path, content]]), options);
  }

  /** @param {Record<string, string | null>} files @param {ProposalOptions} [options] */
  verifyFiles(files, options) {
    return this.verifyProposal(files, options);
  }

  /** @param {import('./index.js').ProjectOptions} [options] */
  verifyProject(options) {
    return verifyProject(this.#caller, options);
  }

  /** What the code of a file may do. Unknown is not allowed. @param {string} path */
  getCapabilitiesForPath(path) {
    return this.#capabilities.of(String(path));
  }

  /** Where the gate's wasm is, as the options say. */
  get gateSource() {
    const { gateUrl, gateModule } = this.#options;
    return { gateUrl, gateModule };
  }

  /** @returns {import('./index.js').Stats} */
  getStats() {
    return this.#core ? this.#core.stats() : { ...NOTHING, slots: [] };
  }

  /** @returns {import('./index.js').HistoryEntry[]} */
  getHistory() {
    return this.#core ? this.#core.history() : [];
  }

  /** @returns {import('./index.js').Toolchain | null} */
  getToolchain() {
    return this.#core ? this.#core.toolchain() : null;
  }

  clearHistory() {
    this.#core?.clearHistory();
    this.#emit('stats', this.getStats());
  }

  /** Replaces the workers and tries again what was given up. */
  async reset() {
    const core = await this.#load();
    core?.reset();
    return core ? core.init() : false;
  }

  /** Settles everything as cancelled and stops for good. */
  dispose() {
    this.#disposed = true;
    this.#live?.end();
    for (const watch of this.#watches) watch.close();
    this.#core?.dispose();
    this.#types.dispose();
  }

  /**
   * The core. If it cannot be loaded: undefined, and `#hindrance` has the reason. The next call tries again.
   * @returns {Promise<Core | undefined>}
   */
  #load() {
    if (this.#core) return Promise.resolve(this.#core);
    this.#loading ??= this.#loadCore();
    return this.#loading;
  }

  async #loadCore() {
    const life = this.#life;
    try {
      if (this.#disposed) throw new StartupError('The manager is disposed', { code: 'err:cancelled' });
      const Manager = /** @type {typeof VerificationManager} */ (this.constructor);
      const core = await Manager.loadCore(this.#options, this.#host());
      if (life !== this.#life) {
        core.dispose();
        this.#hindrance = terminated();
        return undefined;
      }
      this.#core = core;
      if (this.#options.prewarm) this.#types.startWhenIdle();
      // The manager was disposed while its wasm loaded: cancel the waiting requests.
      if (this.#disposed) this.#core.dispose();
    } catch (error) {
      this.#hindrance = toStartupError(error, 'The manager could not be started');
    }
    if (life === this.#life) this.#loading = undefined;
    return this.#core;
  }

  /** @returns {import('./core.js').CoreHost} */
  #host() {
    return {
      createWorker: (slot, generation) => {
        const worker = makeWorker(this.#options, slot, generation);
        answerForModules(worker, (name) => this.#loadLate(name));
        answerForFrames(worker, this.#options.sealedUrl?.frame);
        return worker;
      },
      loadModules: () => this.#loadModules(),
      explain: (event) => explain(this.#options, event),
      startChecker: () => void this.#types.start(),
      checkTypes: (id, question, ms) => this.#types.ask(id, question, ms),
      cancelTypes: (id) => this.#types.cancel(id),
      hears: (type) => this.#hears(type),
      emit: (type, detail) => this.#emit(type, detail),
    };
  }

  async #loadModules() {
    const modules = await Promise.all(AT_START.map(async (name) => [name, await this.#loadModule(name)]));
    return { ...Object.fromEntries(modules), ...this.#late, later: LATER, addresses: addresses(this.#options.sealedUrl) };
  }

  /** Loads what a worker asks for when it first needs it; workers that are made from then on have it at once. @param {string} asked */
  async #loadLate(asked) {
    const name = LATER.find((known) => known === asked);
    if (!name) throw new StartupError(`There is no wasm named ${asked}`);
    const module = this.#late[name] ?? (await this.#loadModule(name));
    this.#late[name] ??= module;
    return module;
  }

  /** @param {WasmName} name @returns {Promise<WebAssembly.Module>} */
  #loadModule(name) {
    const { wasmModule, wasmUrl } = this.#options;
    const given = wasmModule?.[name];
    if (given) return compileGiven(name, given);
    return compile(name, wasmUrl?.[name] ?? WASM[name]());
  }

  /** Takes what the core tells. Of progress the page hears once a frame, and before the end. @param {string} type @param {any} detail */
  #emit(type, detail) {
    if (type === 'verification-progress') return this.#progress.take(detail);
    if (type === 'verification-start') this.#progress.open(detail.id);
    if (type === 'verification-complete') this.#progress.close(detail.id);
    return this.#dispatch(type, detail);
  }

  /** @param {string} type */
  #hears(type) {
    return this.#heard.has(type) || Boolean(this.#options.eventBus);
  }

  /** @param {string} type @param {object} detail */
  #dispatch(type, detail) {
    if (!this.#hears(type)) return;
    const event = new CustomEvent(type, { detail: Object.freeze(detail) });
    this.dispatchEvent(event);
    for (const name of [onBus(type), ...namesOf(type, event.detail)]) tell(this.#options.eventBus, name, event.detail);
  }
}
