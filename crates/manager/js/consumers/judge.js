/**
 * The checks that judge a change, on the manager's snapshot with the change laid over it. They are lint and type-check
 * of changed files and their importers, capabilities, and affected tests.
 * @module
 */

import { loadGate } from '../gate/wasm.js';
import { Findings } from './findings.js';
import { rejected } from './outcome.js';

/** @typedef {import('./changes.js').Proposal} Proposal */
/** @typedef {import('./host.js').Host} Host */
/** @typedef {{ proposal: Proposal, texts: Map<string, string>, paths: string[], isApplied?: boolean }} Proposed */
/** @typedef {{ timeout?: number, tests: boolean, sessionId?: unknown, signal?: AbortSignal, config?: object }} Settings */

/** What Vitest takes for a test file. */
const TEST = /\.(?:test|spec)\.[cm]?[jt]sx?$/;

/**
 * @param {Host} host
 * @param {(files: import('./files.js').SnapshotFiles) => Proposed} propose
 *   Called when the snapshot is known. Gives the proposal, the texts after it, the changed paths, and whether the snapshot
 *   holds the change already. Then the state before is unknown.
 * @param {Settings} settings
 * @returns {Promise<Findings>}
 */
export async function judge(host, propose, settings) {
  const findings = new Findings();
  try {
    const gate = await loadGate(host.source);
    await host.ready();
    // Nothing is awaited from here to the last request, so that all requests refer to one snapshot.
    const { proposal, texts, paths, isApplied = false } = propose(host.files);
    for (const error of proposal.errors) findings.refuse(error);
    if (!findings.passed) return findings;
    const before = isApplied ? null : host.files.texts;
    // What a file had declared for all others reaches them too once it is gone.
    const reached = [...gate.affectedBy([...texts], paths), ...(before ? gate.affectedBy([...before], paths) : [])];
    const affected = [...new Set(reached)].filter((path) => texts.has(path)).sort();
    const known = affected.filter((path) => before?.has(path));
    await run(host, proposal, { affected, known, own: new Set(paths) }, settings, findings);
  } catch (error) {
    findings.failed('verify', rejected('', error));
  }
  return findings;
}

/**
 * @param {Host} host
 * @param {Proposal} proposal
 * @param {{ affected: string[], known: string[], own: Set<string> }} scope `known`: affected files with a known earlier state;
 *   `own`: changed files.
 * @param {Settings} settings
 * @param {Findings} findings
 */
async function run(host, { put, removed }, { affected, known, own }, { timeout, tests, sessionId, signal, config }, findings) {
  const { root } = host.files;
  const base = root ? { base: root } : {};
  const options = { timeout, sessionId, signal, config };
  const ask = (/** @type {string} */ command, more = {}) => {
    const asked = { ...options, vfsSnapshot: { ...base, entries: [...put], removed }, ...more };
    return host.run(command, asked).catch((/** @type {unknown} */ error) => rejected(command, error));
  };
  const sources = affected.filter((path) => own.has(path));
  const testFiles = affected.filter((path) => TEST.test(path));
  findings.filesAnalyzed = sources.length;

  /** @type {[asked: Promise<any>, take: (result: any) => void | Promise<void>][]} */
  const checks = [];
  const check = (
    /** @type {string} */ verb,
    /** @type {string[]} */ files,
    /** @type {(result: any) => void | Promise<void>} */ take,
    more = {},
  ) => {
    if (files.length > 0) checks.push([ask(command(verb, files), more), take]);
  };
  check('lint', sources, (result) => findings.lint(result));
  for (const [lint, files] of denied(host, sources)) {
    check('lint', files, (result) => findings.capabilities(result), { config: lint });
  }
  // Both states are compared: what only counts if it is new counts then.
  const compared = known.length > 0 ? { config: comparing(config) } : {};
  const ofBefore = () => ask(command('type-check', known), { ...compared, vfsSnapshot: { ...base, entries: [], removed: [] } });
  check('type-check', affected, (result) => findings.types(result, new Set(known), ofBefore), compared);
  if (tests) check('test', testFiles, (result) => findings.tests(result));
  if (tests && testFiles.length === 0) findings.warnings.push('No test imports what is changed');
  if (checks.length === 0) {
    findings.warnings.push('No JavaScript or TypeScript file is changed or affected');
    // It remains to check whether the change fits the files.
    checks.push([ask('eval:true'), (result) => findings.fits(result)]);
  }
  // Results are taken in the order of the checks, not in the order of completion.
  for (const [asked, take] of checks) await take(await asked);
}

/** A configuration for checks of two states. @param {any} config */
function comparing(config) {
  return { ...config, types: { ...config?.types, comparing: true } };
}

/** The files that may not use everything, by the lint that looks for it. @param {Host} host @param {string[]} files */
function denied(host, files) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const path of files) {
    const lint = host.capabilities.lintFor(path);
    const key = JSON.stringify(lint);
    if (lint) groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return [...groups].map(([lint, paths]) => /** @type {[object, string[]]} */ ([JSON.parse(lint), paths]));
}

/**
 * `verb:` with some files.
 * @param {string} verb
 * @param {string[]} paths
 */
export function command(verb, paths) {
  return `${verb}:${paths.map(quoted).join(' ')}`;
}

/** @param {string} path */
function quoted(path) {
  if (!/\s/.test(path) && !/^['"]/.test(path)) return path;
  const quote = ['"', "'"].find((mark) => !path.includes(mark));
  if (!quote) throw Object.assign(new Error(`${path}: a path holds white space and both kinds of quotes`), { code: 'err:path' });
  return quote + path + quote;
}
