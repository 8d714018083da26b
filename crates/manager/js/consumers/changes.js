/**
 * Changes as agents propose them.
 * @module
 */

import { absolute, textOf } from './files.js';

/**
 * @typedef {object} Proposal
 * @property {Map<string, any>} put New contents by path.
 * @property {string[]} removed
 * @property {string[]} errors Why it is no proposal, or does not fit the files.
 */

const OPERATIONS = ['CREATE', 'MODIFY', 'DELETE'];
/** What a map of contents means by a content: the file may be there or not. */
const PUT = Symbol('PUT');

/**
 * Reads `[{ operation, file_path, new_content }]` or `{ path: content | null }`. An empty text is a content.
 *
 * @param {any} changes
 * @param {ReadonlyMap<string, string> | null} files What there is; null where that is not known.
 * @returns {Proposal}
 */
export function readChanges(changes, files) {
  /** @type {Proposal} */
  const proposal = { put: new Map(), removed: [], errors: [] };
  const list = listOf(changes);
  if (!list) proposal.errors.push('Changes are [{ operation, file_path, new_content }] or { path: content | null }');
  else if (list.length === 0) proposal.errors.push('There is no change to verify');
  const seen = new Set();
  for (const change of list ?? []) {
    const error = take(proposal, change, files, seen);
    if (error) proposal.errors.push(error);
  }
  return proposal;
}

/** @param {any} changes @returns {any[] | null} */
function listOf(changes) {
  if (Array.isArray(changes)) return changes;
  if (changes === null || typeof changes !== 'object' || ArrayBuffer.isView(changes)) return null;
  const entries = changes instanceof Map ? [...changes] : Object.entries(changes);
  return entries.map(([path, content]) => ({ operation: content === null ? 'DELETE' : PUT, file_path: path, new_content: content }));
}

/** @param {Proposal} proposal @param {any} change @param {ReadonlyMap<string, string> | null} files @param {Set<string>} seen */
function take(proposal, change, files, seen) {
  const name = change?.file_path ?? change?.path;
  if (typeof name !== 'string' || name === '') return 'A change has no file_path';
  const path = absolute(name);
  const operation = String(change.operation).toUpperCase();
  if (change.operation !== PUT && !OPERATIONS.includes(operation)) {
    return `Unknown operation for ${path}: ${operation.slice(0, 100)} (expected ${OPERATIONS.join(', ')})`;
  }
  if (seen.has(path)) return `${path} is changed twice`;
  seen.add(path);
  if (operation === 'CREATE' && files?.has(path)) return `CREATE of a file that is there: ${path}`;
  if (operation === 'MODIFY' && files && !files.has(path)) return `File not found: ${path}`;
  if (operation === 'DELETE') {
    if (files && !files.has(path)) return `File not found: ${path}`;
    proposal.removed.push(name);
    return null;
  }
  const content = change.new_content ?? change.content;
  if (typeof content !== 'string' && !ArrayBuffer.isView(content) && !(content instanceof ArrayBuffer)) return `${path} has no new_content`;
  proposal.put.set(name, content);
  return null;
}

/** The texts as they are after a proposal. @param {ReadonlyMap<string, string> | null} before @param {Proposal} proposal */
export function after(before, { put, removed }) {
  const texts = new Map(before);
  for (const path of removed) texts.delete(absolute(path));
  for (const [path, content] of put) texts.set(absolute(path), textOf(absolute(path), content));
  return texts;
}

/** The paths that a proposal changes. @param {Proposal} proposal */
export function touched({ put, removed }) {
  return [...put.keys(), ...removed].map(absolute);
}
