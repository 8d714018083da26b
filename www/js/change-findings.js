/**
 * The findings of a change that the gate judged.
 * @module
 */

import { Findings } from './findings.js';
import { bundlePlace, livePlace } from './places.js';
import { rulePages } from './rule-pages.js';

/** @typedef {import('./places.js').Entries} Entries */
/** @typedef {Parameters<typeof livePlace>[0] & Parameters<typeof bundlePlace>[0] & { manager: any }} Parts The parts of the page. */

/**
 * A manager for the gate that also notes which files each verification judged.
 *
 * @param {any} manager
 * @returns {{ verifier: any, entriesOf: (root: string) => Entries }} `entriesOf`: the files by their root hash; none if it is unknown.
 */
export function noting(manager) {
  /** @type {Map<unknown, Entries>} */
  const checked = new Map();
  const verifier = {
    init: () => manager.init(),
    getToolchain: () => manager.getToolchain(),
    runVerification: async (/** @type {string} */ command, /** @type {{ vfsSnapshot: Entries }} */ options) => {
      const result = await manager.runVerification(command, options);
      checked.set(result.snapshotRoot, options.vfsSnapshot);
      return result;
    },
  };
  return { verifier, entriesOf: (root) => checked.get(root) ?? [] };
}

/**
 * What shows the findings. Those of a change that was applied are in the live files, the others in the editor's bundle.
 *
 * @param {Parts} parts
 * @param {{ result: any, entries: Entries, isApplied: boolean, timeout: number }} judged `entries`: the files that were checked.
 * @returns {Promise<Findings>}
 */
export async function changeFindings(parts, { result, entries, isApplied, timeout }) {
  const place = isApplied ? livePlace(parts, entries) : bundlePlace(parts, entries);
  /** @returns {Promise<void>} */
  const again = async () => {
    const vfsSnapshot = place.entries();
    const next = await parts.manager.runVerification(result.command, { vfsSnapshot, timeout });
    if (!Array.isArray(next.output)) return findings.announce(`Checking again failed: ${next.error}`);
    const shown = await changeFindings(parts, { result: next, entries: vfsSnapshot, isApplied, timeout });
    findings.element.replaceWith(shown.element);
    const count = shown.count === 0 ? 'nothing' : `${shown.count.toLocaleString()} ${shown.count === 1 ? 'problem' : 'problems'}`;
    shown.announce(`Fixed and checked again: ${count} found.${isApplied ? '' : ' Apply the change to have it judged.'}`);
  };
  /** @type {Findings} */
  const findings = new Findings({ result, place, manager: parts.manager, pages: await rulePages(), again });
  return findings;
}
