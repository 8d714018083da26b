/**
 * What of each command a change can affect.
 * @module
 */

import { command as written } from '../consumers/judge.js';
import { matcher, parse } from './globs.js';

/**
 * @typedef {object} Part A request for a command, or for some of its files.
 * @property {string} command As it was given.
 * @property {string} asked What is requested.
 * @property {string[] | null} files The files of the request; null for all of the command.
 * @property {(files: string[]) => Part} [narrowed] The same for some of the files.
 */

/** Files that every other may depend on. */
const FOR_ALL = /\/(?:package\.json|verdict\.config\.json|eslint\.config\.json|[jt]sconfig[^/]*\.json)$|\/__mocks__\//;
/** The snapshots of a test file. */
const SNAPSHOTS = /^(.*\/)__snapshots__\/([^/]+)\.snap$/;
/** The setup files of tests, in the snapshot's own configuration. */
const CONFIG = '/verdict.config.json';

/** Paths with the tests to which snapshot files belong. @param {string[]} paths */
export function expanded(paths) {
  return paths.flatMap((path) => {
    const [, folder, name] = SNAPSHOTS.exec(path) ?? [];
    return name === undefined ? [path] : [path, folder + name];
  });
}

export class Scope {
  /** Null for everything. @type {Set<string> | null} */
  #affected;

  /**
   * @param {Map<string, string> | null} before The texts that were judged; null if none were.
   * @param {Map<string, string>} after
   * @param {string[]} changed
   * @param {(files: [string, string][], changed: string[]) => string[]} affectedBy
   * @param {any} config That of the requests.
   */
  constructor(before, after, changed, affectedBy, config) {
    this.after = after;
    this.#affected = null;
    if (!before || changed.some((path) => FOR_ALL.test(path))) return;
    // A file that is gone had importers, and the state after does not know them.
    const reached = new Set([...affectedBy([...after], changed), ...affectedBy([...before], changed), ...changed]);
    const setup = setupFiles(after.get(CONFIG), config);
    const isSetup = (/** @type {string} */ path) => setup.some((file) => path.endsWith(file));
    if (![...reached].some(isSetup)) this.#affected = new Set([...reached].filter((path) => after.has(path)));
  }

  /**
   * What of a command is to run: nothing, or one part.
   * @param {string} command
   * @param {boolean} isOpen Whether it has to run whole.
   * @returns {Part[]}
   */
  of(command, isOpen) {
    const whole = [{ command, asked: command, files: null }];
    const read = parse(command);
    // The engine says what is wrong with a command. An expression may read any file.
    if (!this.#affected || isOpen || !read || read.verb === 'eval') return whole;
    const matches = matcher(read.patterns);
    if (!matches) return whole;
    const files = [...this.#affected].filter(matches).sort();
    /** @type {(files: string[]) => Part} */
    const narrowed = (files) => ({ command, asked: written(read.verb, files), files, narrowed });
    return files.length > 0 ? [narrowed(files)] : [];
  }
}

/** The ends of the paths of setup files. @param {string | undefined} own @param {any} config @returns {string[]} */
function setupFiles(own, config) {
  const of = (/** @type {any} */ config) => [config?.test?.setupFiles ?? []].flat();
  /** @type {unknown[]} */
  let listed = of(config);
  try {
    listed = [...listed, ...of(JSON.parse(own ?? '{}'))];
  } catch {
    // The engine says what is wrong with it.
  }
  return listed.filter((file) => typeof file === 'string' && file !== '').map((file) => String(file).replace(/^\.+/, ''));
}
