/**
 * A run of commands as one report, by level, kept in a store.
 * @module
 */

import { codeOf, messageOf } from '../code.js';
import { loadGate } from '../gate/wasm.js';
import { reportStore } from './reports.js';

/**
 * @param {import('../index.js').VerificationManager} manager
 * @param {import('./index.js').Run} run
 * @param {{ store?: any, retention?: any, emit: (type: string, detail: object) => void } & import('../gate/index.js').GateSource} host
 * @returns {Promise<import('./index.js').VerificationReport>}
 */
export async function verifyRun(manager, run, { store, retention, emit, ...source }) {
  const { runId, iteration = 1, commands, skipLevels = [], ...options } = run ?? {};
  if (typeof runId !== 'string') throw new TypeError('verifyRun needs a runId');
  if (!Array.isArray(commands)) throw new TypeError('verifyRun needs commands: an array');
  // Report missing parts before anything runs.
  const gate = await loadGate(source);
  const startedAt = now();
  const wanted = commands.filter(
    (command) => !skipLevels.includes(/** @type {import('./index.js').Level} */ (gate.levelOf(String(command)))),
  );
  // All requests start in one turn, so that they see the same files.
  const results = await Promise.all(wanted.map((command) => settled(manager, command, options)));
  const report = gate.makeReport({ runId, iteration, startedAt, completedAt: now(), skipLevels, results });
  if (store) await keep(report);
  return report;

  /** @param {import('./index.js').VerificationReport} report */
  async function keep(report) {
    const saved = await reportStore(store, { retention, ...source }).save(report);
    if (saved.problems.length > 0) emit('report-problem', { runId, iteration, problems: saved.problems });
  }
}

/**
 * @param {any} manager
 * @param {string} command
 * @param {object} options
 */
async function settled(manager, command, options) {
  try {
    return await manager.runVerification(command, options);
  } catch (error) {
    return { command: String(command), success: false, code: codeOf(error, 'err:crashed'), error: messageOf(error) };
  }
}

/** Milliseconds since 1970 that never go back. */
const now = () => performance.timeOrigin + performance.now();
