/**
 * The manager as the newer generation of agents calls it.
 * @module
 */

import { after, readChanges, touched } from './changes.js';
import { judge } from './judge.js';
import { measuring } from './measures.js';

/** @typedef {import('./host.js').Host} Host */
/** @typedef {import('../index.js').ProposalResult} ProposalResult */

const TIMEOUT_MS = 10_000;

/** What the manager says of itself, request by request. */
const TOLD_BY_MANAGER = ['timeout', 'worker_crash'];

/**
 * Judges a change by lint, type-check, capabilities and, unless in `quickMode`, the tests that it affects. What is
 * hard to read is a warning. Never rejects.
 *
 * @param {Host} host
 * @param {unknown} changes
 * @param {import('../index.js').ProposalOptions} [options]
 * @returns {Promise<ProposalResult>}
 */
export async function verifyProposal(host, changes, options) {
  const { timeout = TIMEOUT_MS, quickMode = true, sessionId, signal, config } = options ?? {};
  const asked = copied(changes);
  const findings = await judge(
    host,
    (files) => {
      const proposal = readChanges(asked, files.root ? files.texts : null);
      return { proposal, texts: after(files.texts, proposal), paths: touched(proposal) };
    },
    { timeout: timeout > 0 ? timeout : TIMEOUT_MS, tests: quickMode === false, sessionId, signal, config: measuring(config) },
  );
  for (const event of findings.events) {
    if (!TOLD_BY_MANAGER.includes(event.type)) host.tell(`verification:${event.type}`, event);
  }
  const { passed, errors, warnings, events, patternViolations, complexityWarnings, filesAnalyzed, checks, passRate } = findings;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return {
    passed,
    ...(!passed && { reason: errors[0] + more }),
    errors,
    warnings,
    events,
    details: { patternViolations, complexityWarnings, filesAnalyzed },
    passRate,
    code: /** @type {ProposalResult['code']} */ (findings.code),
    checks: /** @type {ProposalResult['checks']} */ (checks),
  };
}

/** A copy: what the caller changes later has no effect. @param {unknown} changes */
function copied(changes) {
  try {
    return structuredClone(changes);
  } catch {
    // A value that cannot be cloned is no list of changes either.
    return null;
  }
}
