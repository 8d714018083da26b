/**
 * What `run.mjs` calls, on a page with the strict policy.
 */

import { VerificationManager } from '/verdict/index.js';
import { FaultyWorkers } from './faults.js';
import { judge, outcomeOf } from './judge.js';
import { Ledger } from './ledger.js';
import { PATIENCE_MS, catalogue, plan } from './plan.js';
import { VARIANTS, files } from './project.js';
import { Random } from './random.js';

/** So many requests may wait; a burst asks for more. */
const QUEUE = 64;

const SETTLE_MS = 300;

/** A busy machine and full workers may take so many times as long as the quiet run. */
const SLOWER = 50;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const key = ({ kind, name }, variant) => (kind === 'honest' ? `${kind} ${name} @${variant}` : `${kind} ${name}`);

class Soak {
  #seed;
  #all;
  #manager;
  #workers;
  #ledger = new Ledger();
  /** Verdicts of the quiet run. */
  #expected = new Map();
  /** Requests that are open, by session. */
  #open = new Map();
  /** The number of the next step, and of the next session. */
  #next = 0;
  #sessions = 0;
  #width;
  #drainMs;
  #counts = { aborts: 0, snapshots: 0, bursts: 0, resets: 0, renewed: 0 };
  /** The snapshot that is set: its variant and its root. */
  #variant = 0;
  #root = null;
  #noise = new Set();

  constructor(seed, cases, workers, drainMs) {
    this.#drainMs = drainMs;
    this.#seed = seed;
    this.#all = catalogue(cases);
    this.#width = 3 * workers;
    this.#workers = new FaultyWorkers(new Random(seed, -2), (session, life) => this.#dispatched(session, life));
    // Pool and workers are what is soaked. The one compiler of TypeScript would be a queue of its own.
    this.#manager = new VerificationManager({ workers, queueLimit: QUEUE, checker: false, createWorker: this.#workers.create });
    this.#manager.addEventListener('verification-complete', ({ detail }) => this.#ledger.complete(detail.sessionId));
  }

  /** Asks everything that has one verdict, one by one, on workers that nothing is done to. */
  async quiet() {
    if (!(await this.#manager.init())) throw new Error('no worker became ready');
    for (let variant = 0; variant < VARIANTS; variant += 1) {
      await this.#set(files(variant), variant);
      for (const request of this.#all.honest) await this.#learn(request, variant);
    }
    for (const request of [...this.#all.case, ...this.#all.hostile]) {
      if (!request.ends) await this.#learn(request, 0);
    }
    return this.#expected.size;
  }

  /** Asks and disturbs for a time, and gives what is found when all of it is over. */
  async round(ms) {
    const end = performance.now() + ms;
    while (performance.now() < end) {
      await this.#step();
      while (this.#open.size >= this.#width) await Promise.race([...this.#open.values()].map(({ settled }) => settled));
    }
    await this.#drain();
    return this.report();
  }

  /** Fresh workers, so that memory tells of what is kept and not of what the last guests took. */
  async rest() {
    const before = this.#manager.getStats().restarts;
    await this.#manager.reset();
    await this.#drain();
    this.#counts.renewed += this.#manager.getStats().restarts - before;
    // What terminated workers had is given back a little later.
    await wait(SETTLE_MS);
  }

  /** Everything honest once more in peace, then the end. */
  async finish() {
    for (let variant = 0; variant < VARIANTS; variant += 1) {
      await this.#set(files(variant), variant);
      for (const request of this.#all.honest) await this.#ask({ request, timeout: PATIENCE_MS });
    }
    await this.#drain();
    const report = this.report();
    this.#manager.dispose();
    await wait(0);
    if (this.#workers.created !== this.#workers.ended) {
      this.#ledger.violation(`${this.#workers.created} workers were made, ${this.#workers.ended} terminated`);
    }
    return { ...report, ...this.#found() };
  }

  report() {
    const { restarts, dropped } = this.#manager.getStats();
    const { asked, kinds, outcomes } = this.#ledger;
    return { asked, kinds, outcomes, faults: this.#workers.injected, restarts, dropped, ...this.#counts, ...this.#found() };
  }

  #found() {
    const { violations, violated } = this.#ledger;
    return { violations, violated };
  }

  /** Notes the verdict of a request and how long it took, and that it is no pass where it must be none. */
  async #learn(request, variant) {
    const session = (this.#sessions += 1);
    this.#ledger.ask(session, 'quiet', request.name);
    const begin = performance.now();
    const outcome = await outcomeOf(this.#manager.runVerification(request.command, this.#options(request, session, PATIENCE_MS)));
    const { code, success, verdict } = outcome;
    // What ends the engine ends it sooner or later, as the stack and the memory of the day have it.
    const ended = ['err:crashed', 'err:timeout'].includes(code);
    const wrong =
      request.expect && request.expect.success !== success && !ended
        ? `is ${verdict}, where ${JSON.stringify(request.expect)} was expected`
        : null;
    this.#ledger.settle(session, 'quiet', wrong);
    if (ended && request.kind === 'honest') this.#ledger.violation(`${request.name}: ${verdict}`);
    this.#expected.set(key(request, variant), { verdict, ended, ms: performance.now() - begin });
  }

  /** The next step of the plan. */
  async #step() {
    const step = plan(this.#seed, this.#next, this.#all);
    this.#next += 1;
    if (step.snapshot) await this.#change(step.snapshot);
    if (step.burst) {
      this.#counts.bursts += 1;
      const [request] = this.#all.honest.filter(({ name }) => name.startsWith('eval:[1'));
      for (let count = 0; count < 2 * QUEUE; count += 1) void this.#ask({ request, timeout: PATIENCE_MS });
    }
    void this.#ask(step);
    if (step.reset) {
      await wait(30);
      this.#counts.resets += 1;
      for (const open of this.#open.values()) open.seen.reset = true;
      void this.#manager.reset();
    }
  }

  #options(request, session, timeout) {
    const { files, limits } = request;
    return { timeout, sessionId: session, ...(limits && { limits }), ...(files !== undefined && { vfsSnapshot: files }) };
  }

  #ask({ request, timeout: asked, inline = false, abortAfter = null, fault = null, priority = 'interactive' }) {
    const session = (this.#sessions += 1);
    const known = this.#expected.get(key(request, this.#variant));
    const timeout = asked < PATIENCE_MS ? asked : Math.max(asked, SLOWER * (known?.ms ?? 0));
    const ends = known?.ended ? ['err:crashed', 'err:timeout', 'err:stack', 'err:memory'] : request.ends;
    const options = { ...this.#options(request, session, timeout), priority };
    if (inline) options.vfsSnapshot = files(this.#variant);
    if (abortAfter !== null) options.signal = this.#aborting(session, abortAfter);
    const ours = request.kind === 'honest' && !inline;
    const seen = {
      aborted: abortAfter === -1,
      reset: false,
      full: this.#manager.getStats().queued >= QUEUE,
      root: ours ? this.#root : null,
      lives: new Set(),
    };
    this.#ledger.ask(session, request.kind, `${request.kind} ${request.name}`);
    // Before it is asked: where a worker is idle it is sent at once.
    const open = { seen, fault, settled: Promise.resolve() };
    this.#open.set(session, open);
    open.settled = outcomeOf(this.#manager.runVerification(request.command, options)).then((outcome) => {
      const faults = new Set([...seen.lives].flatMap((life) => [...life.faults]));
      const short = fault?.kind === 'kill' && timeout < PATIENCE_MS;
      let wrong = judge({ ends, short }, outcome, { ...seen, faults }, known?.verdict);
      if (!wrong && !outcome.rejected && outcome.session !== session) wrong = `came with the session ${outcome.session}`;
      if (wrong) for (const { notes } of seen.lives) wrong += `; its worker: ${notes.join(', ')}`;
      this.#ledger.settle(session, outcome.code ?? (outcome.success ? 'passed' : 'failed'), wrong);
      this.#open.delete(session);
    });
    return open.settled;
  }

  #aborting(session, after) {
    this.#counts.aborts += 1;
    if (after < 0) return AbortSignal.abort('soak');
    const controller = new AbortController();
    setTimeout(() => {
      const open = this.#open.get(session);
      if (open) open.seen.aborted = true;
      controller.abort('soak');
    }, after);
    return controller.signal;
  }

  #dispatched(session, life) {
    const open = this.#open.get(session);
    if (!open) return null;
    open.seen.lives.add(life);
    // Once: what is sent again is left in peace.
    const { fault } = open;
    open.fault = null;
    return fault;
  }

  async #change({ kind, variant, noise, text }) {
    this.#counts.snapshots += 1;
    const path = `/noise/${noise}.txt`;
    if (kind === 'whole') {
      this.#noise = new Set([path]);
      await this.#set({ ...files(variant), [path]: text }, variant);
    } else if (kind === 'delta') {
      await this.#set({ base: this.#root, entries: Object.entries(files(variant)) }, variant);
    } else if (this.#noise.has(path)) {
      this.#noise.delete(path);
      await this.#set({ removed: [path] }, this.#variant);
    } else {
      this.#noise.add(path);
      await this.#set({ entries: [[path, text]] }, this.#variant);
    }
  }

  async #set(given, variant) {
    const { success, root, error } = await this.#manager.setSnapshot(given);
    if (!success) this.#ledger.violation(`a snapshot was not taken: ${error}`);
    [this.#root, this.#variant] = [root, variant];
  }

  /** Waits for every outcome, then for every worker, and looks whether anything is left. */
  async #drain() {
    const patience = performance.now() + this.#drainMs;
    const busy = () => {
      const { active, queued, slots } = this.#manager.getStats();
      const open = this.#ledger.open > 0 ? `no outcome within ${this.#drainMs} ms: ${this.#ledger.waiting.join('; ')}` : null;
      const left = active + queued > 0 ? `${active} active and ${queued} queued are left` : null;
      const slot = slots.find(({ state }) => state !== 'idle');
      return open ?? left ?? (slot ? `worker ${slot.slot} is ${slot.state}` : null);
    };
    while (busy() && performance.now() < patience) await wait(10);
    const left = busy();
    if (left) this.#ledger.violation(left);
    const { completed, cancelled, refused } = this.#manager.getStats();
    const counted = completed + cancelled + refused;
    if (!left && counted !== this.#ledger.asked) this.#ledger.violation(`${this.#ledger.asked} were asked, the statistics know ${counted}`);
  }
}

/** @type {Soak} */
let soak;

window.soak = {
  /** @param {number} seed @param {string} cases JSON of the cases. @param {number} workers @param {number} drainMs */
  quiet: (seed, cases, workers, drainMs) => {
    soak = new Soak(seed, JSON.parse(cases), workers, drainMs);
    return soak.quiet();
  },
  round: (ms) => soak.round(ms),
  rest: () => soak.rest(),
  finish: () => soak.finish(),
};
