/**
 * Verification reports and audit snapshots in a store. Rust decides what the store keeps, skips and removes.
 * @module
 */

import { codeOf, messageOf } from '../code.js';
import { loadGate } from '../gate/wasm.js';
import { bounded } from './bounded.js';

/** @typedef {import('./index.js').Saved} Saved */
/** @typedef {import('./index.js').Store} Store */
/** @typedef {import('./index.js').VerificationReport} VerificationReport */
/** @typedef {import('./index.js').AuditSnapshot} AuditSnapshot */

export class ReportStore {
  #store;
  #options;
  /** @type {Promise<any> | undefined} */
  #core;

  /**
   * @param {Store | Promise<Store>} store
   * @param {import('./index.js').ReportStoreOptions} [options]
   */
  constructor(store, options = {}) {
    this.#store = store;
    this.#options = options;
    // If the store cannot be opened, each call on it reports that.
    Promise.resolve(store).catch(() => {});
  }

  /** The open store; rejects if it cannot be opened. @returns {Promise<Store>} */
  get store() {
    return Promise.resolve(this.#store);
  }

  /**
   * Saves a report, and replaces one of the same run and iteration. Never rejects: the answer and `onProblem` say what
   * went wrong. Fills in the time of capture and the harness configuration if the report has none.
   *
   * @param {import('./index.js').UnsavedReport} report
   * @param {Partial<import('./index.js').HarnessConfig>} [harnessConfig]
   * @returns {Promise<Saved>}
   */
  save(report, harnessConfig) {
    return this.#keep((core) => core.save(persisted(report, harnessConfig)), `The report ${report?.runId}/${report?.iteration}`);
  }

  /**
   * Saves a report under a run and an iteration, and gives where. Unlike `save` it rejects where the report is not kept.
   *
   * @param {string} runId
   * @param {number} iteration
   * @param {import('./index.js').UnsavedReport} report
   * @param {Partial<import('./index.js').HarnessConfig>} [harnessConfig]
   * @returns {Promise<string>}
   */
  async saveVerificationReport(runId, iteration, report, harnessConfig) {
    const { key, problems } = await this.save({ ...report, runId, iteration }, harnessConfig);
    if (key !== null) return key;
    const { code = 'err:unavailable', message = 'The report was not kept' } = problems[0] ?? {};
    throw Object.assign(new Error(message), { code });
  }

  /**
   * The same as `load`.
   *
   * @param {string} runId
   * @param {number} iteration
   * @returns {Promise<import('./index.js').PersistedVerificationReport | null>}
   */
  loadVerificationReport(runId, iteration) {
    return this.load(runId, iteration);
  }

  /** The iterations of a run that have a report, in order. @param {string} runId @returns {Promise<number[]>} */
  async listVerificationReports(runId) {
    const { reports } = await this.list(runId);
    return reports.map((/** @type {{ iteration: number }} */ { iteration }) => iteration);
  }

  /**
   * Saves an audit snapshot of a run. Never rejects.
   *
   * @param {string} runId
   * @param {AuditSnapshot} snapshot
   * @returns {Promise<Saved>}
   */
  saveSnapshot(runId, snapshot) {
    return this.#keep((core) => core.saveSnapshot(String(runId), snapshot), `A snapshot of ${runId}`);
  }

  /**
   * The report of an iteration; null if it is missing or unreadable. `onProblem` receives the reason.
   *
   * @param {string} runId
   * @param {number} iteration
   * @returns {Promise<VerificationReport | null>}
   */
  async load(runId, iteration) {
    const { report, skipped } = await (await this.#load()).load(String(runId), Number(iteration));
    if (skipped) this.#tell(`${skipped.key} was passed over: ${skipped.reason}`);
    return report;
  }

  /**
   * @param {string} runId
   * @param {string} name
   * @returns {Promise<AuditSnapshot | null>}
   */
  async loadSnapshot(runId, name) {
    const { snapshot, skipped } = await (await this.#load()).loadSnapshot(String(runId), String(name));
    if (skipped) this.#tell(`${skipped.key} was passed over: ${skipped.reason}`);
    return snapshot;
  }

  /** The reports of a run by iteration, and what was passed over and why. @param {string} runId */
  async list(runId) {
    return (await this.#load()).list(String(runId));
  }

  /** The ids of all runs, and keys that are of none. */
  async runs() {
    return (await this.#load()).runs();
  }

  /** The names of a run's audit snapshots. @param {string} runId */
  async snapshots(runId) {
    return (await this.#load()).snapshots(String(runId));
  }

  /**
   * A kept report as `text`, `json`, `junit`, `tap`, `sarif` or `github`; null if it is missing or unreadable.
   *
   * @param {string} runId
   * @param {number} iteration
   * @param {import('./index.js').Format} [format]
   * @returns {Promise<string | null>}
   */
  async render(runId, iteration, format = 'text') {
    const report = await this.load(runId, iteration);
    if (!report) return null;
    return (await loadGate(this.#options)).renderReport(report, String(format));
  }

  /** All that is kept of a run, as one zip archive. @param {string} runId @returns {Promise<Uint8Array>} */
  async export(runId) {
    return (await this.#load()).export(String(runId));
  }

  /** What differs between two audit snapshots. @param {AuditSnapshot} before @param {AuditSnapshot} after */
  async diffSnapshots(before, after) {
    return (await loadGate(this.#options)).diffSnapshots(before, after);
  }

  /** @param {(core: any) => Promise<Saved>} act @param {string} what @returns {Promise<Saved>} */
  async #keep(act, what) {
    let saved;
    try {
      saved = await act(await this.#load());
    } catch (error) {
      saved = { key: null, problems: [{ code: codeOf(error, 'err:unavailable'), message: messageOf(error) }], removed: [] };
    }
    for (const { message } of saved.problems) this.#tell(`${what}: ${message}`);
    return saved;
  }

  /** @param {string} message */
  #tell(message) {
    const { onProblem = (/** @type {string} */ text) => console.warn(text) } = this.#options;
    try {
      onProblem(message);
    } catch (error) {
      console.error(error);
    }
  }

  /** A failure is not kept: the next call tries again. */
  #load() {
    this.#core ??= this.#make().catch((error) => {
      this.#core = undefined;
      throw error;
    });
    return this.#core;
  }

  async #make() {
    const [{ ReportsCore }, store] = await Promise.all([loadGate(this.#options), this.#store]);
    return new ReportsCore(bounded(store), this.#options.retention ?? {});
  }
}

/** The report stores of stores: what was measured of one is not measured again. @type {WeakMap<object, ReportStore>} */
const known = new WeakMap();

/**
 * The reports in a store.
 *
 * @param {Store | Promise<Store> | ReportStore} store
 * @param {import('./index.js').ReportStoreOptions} [options] Of the first call for a store.
 * @returns {ReportStore}
 */
export function reportStore(store, options) {
  if (store instanceof ReportStore) return store;
  const reports = known.get(store) ?? new ReportStore(store, options);
  known.set(store, reports);
  return reports;
}

/**
 * A report with all that is kept of one. A level is skipped where the configuration leaves it out and it did not run.
 *
 * @param {any} report
 * @param {Partial<import('./index.js').HarnessConfig>} [harnessConfig]
 */
function persisted(report, harnessConfig) {
  if (report === null || typeof report !== 'object') return report;
  const harness = { waitForCI: false, skipLevels: [], ...report.harnessConfig, ...harnessConfig };
  const skippedLevels = harness.skipLevels.filter(
    (/** @type {import('./index.js').Level} */ level) => (report.levels?.[level] ?? null) === null,
  );
  return { capturedAt: new Date(), skippedLevels, ...report, harnessConfig: harness };
}
