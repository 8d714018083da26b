/**
 * Snapshots of the running file. @vitest/snapshot compares them; new ones are proposed to the host, and nothing is written.
 * @module
 */

import { late, partOf } from './parts.js';
import { ask, say } from './port.js';
import { run } from './state.js';
import { noteUse } from './uses.js';
import { join, lastIndexOf, MapClass, mapClear, mapGet, mapSet, ownKeys, push, slice, split, startsWith } from './primordials.js';

const addReal = late('snapshot', 'addSerializer');
/** Adds a serializer, which stays for the life of the guest. */
export function addSerializer(serializer) {
  noteUse('a serializer of snapshots');
  return addReal(serializer);
}
export const stripSnapshotIndentation = late('snapshot', 'stripSnapshotIndentation');

/** The snapshot file and its text, from the host. */
let given = { path: '', text: null };
/** Whether snapshots have the names that Jest gives them: the parts of a test's path with spaces between, and `: hint`. */
let isJest = false;
let saved;
let raws = [];

function resolve(folder, path) {
  const parts = [];
  const all = split(startsWith(path, '/') ? path : `${folder}/${path}`, '/');
  for (let i = 0; i < all.length; i++) {
    if (all[i] === '..') parts.length = parts.length === 0 ? 0 : parts.length - 1;
    else if (all[i] !== '' && all[i] !== '.') push(parts, all[i]);
  }
  return `/${join(parts, '/')}`;
}

/** The environment of @vitest/snapshot. */
const environment = {
  getVersion: () => '1',
  getHeader: () =>
    isJest
      ? '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing'
      : '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html',
  resolvePath: async () => given.path,
  resolveRawPath: async (testPath, rawPath) => resolve(slice(testPath, 0, lastIndexOf(testPath, '/')), rawPath),
  readSnapshotFile: async (path) => (path === given.path ? given.text : (await ask({ type: 'readFile', path })).text),
  saveSnapshotFile: async (path, content) => {
    if (path === given.path) saved = content;
    else push(raws, { path, content });
  },
  removeSnapshotFile: async () => {},
};

/**
 * The client of @vitest/snapshot, which is loaded late because most files have no snapshots. The state of a file is created for
 * its first snapshot, or if its snapshot file may have obsolete entries.
 */
export class SnapshotClient {
  #options;
  #real;
  #file;
  #setup;

  constructor(options) {
    this.#options = options;
  }

  get #made() {
    return (this.#real ??= new (partOf('snapshot').SnapshotClient)(this.#options));
  }

  async setup(file, options) {
    this.#real = undefined;
    this.#file = file;
    this.#setup = options;
    if (given.text !== null) this.#prepare(file);
  }

  /** Creates the state of the running file, as `setup` would. */
  #prepare(file) {
    if (file !== this.#file || this.#made.snapshotStateMap.has(file)) return;
    this.#made.snapshotStateMap.set(file, new (partOf('snapshot').SnapshotState)(file, given.path, given.text, this.#setup));
  }

  /** The state of a file, if a test needed it. */
  stateOf(file) {
    return this.#real?.snapshotStateMap.get(file);
  }

  getSnapshotState(file) {
    this.#prepare(file);
    return this.#made.getSnapshotState(file);
  }

  clearTest(file, id) {
    this.stateOf(file)?.clearTest(id);
  }
  skipTest(file, name) {
    this.stateOf(file)?.markSnapshotsAsCheckedForTest(name);
  }
  finish(file) {
    return this.#made.finish(file);
  }
  clear() {
    this.#real?.clear();
  }

  match(options) {
    this.#prepare(options.filepath);
    return this.#made.match(isJest ? inJest(options) : options);
  }

  matchDomain(options) {
    this.#prepare(options.filepath);
    return this.#made.matchDomain(options);
  }

  pollMatchDomain(options) {
    this.#prepare(options.filepath);
    return this.#made.pollMatchDomain(options);
  }
}

/** The name of the snapshots of a test, by its path. */
export const snapshotName = (path) => join(path, isJest ? ' ' : ' > ');

/** Paths of tests by their ids, in a project of Jest. */
const paths = new MapClass();
/** Records the path of a test, whose name alone does not tell its parts. */
export function notePath(id, path) {
  if (isJest) mapSet(paths, id, path);
}

/** What a matcher compares, with the name that Jest gives it. */
function inJest({ message, ...options }) {
  const name = snapshotName(mapGet(paths, options.testId) ?? [options.name]);
  return { ...options, name: message ? `${name}: ${message}` : name };
}

/** Takes the host's files, and returns the options of @vitest/snapshot. */
export function snapshotOptions(snapshot, config) {
  raws = [];
  saved = undefined;
  isJest = config.writtenFor === 'jest';
  mapClear(paths);
  given = snapshot ?? { path: `${run.file}.snap`, text: null };
  return {
    updateSnapshot: config.update === 'none' ? 'none' : 'new',
    snapshotEnvironment: environment,
    expand: false,
    snapshotFormat: config.snapshotFormat ?? {},
  };
}

/** Reports new and obsolete snapshots to the host. */
export async function finishSnapshots(client, file) {
  const state = client.stateOf(file);
  if (state === undefined) return;
  // The host edits the source, because it has the text.
  const inline = [];
  for (const { file: at, line, column, snapshot } of state._inlineSnapshots)
    push(inline, { at: `Error\n    at ${at}:${line}:${column}`, text: snapshot });
  state._inlineSnapshots = [];
  const before = state._initialData,
    after = state._snapshotData;
  const keys = ownKeys(after).filter((key) => !(key in before));
  // A snapshot file that would only be formatted differently is no proposal.
  const result =
    keys.length > 0 || raws.length > 0 || state._rawSnapshots.length > 0
      ? await client.finish(file)
      : { uncheckedKeys: state.getUncheckedKeys() };
  const obsolete = [...result.uncheckedKeys];
  const proposed = keys.length > 0 && saved !== undefined ? { path: given.path, content: saved, keys } : null;
  if (proposed !== null || raws.length > 0 || inline.length > 0 || obsolete.length > 0)
    say({ __proto__: null, type: 'snapshot', file: proposed, raw: raws, inline, obsolete });
}
