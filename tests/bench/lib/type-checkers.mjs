/**
 * What checks types, each in a process of its own, so that neither warms nor slows another: milliseconds of CPU for all files,
 * and after an edit. An edit comes as a page sends it: the changed file, and the hash of the whole snapshot.
 * @module
 */

import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { Sources } from '../../../crates/checker/js/sources.js';
import { server } from '../../../crates/checker/js/serve.js';
import { compiler } from '../../../crates/checker/js/test/world.mjs';
import { engines } from './analysis.mjs';
import { ownMilliseconds } from './cpu-time.mjs';

/**
 * @typedef {Record<string, string>} Files Texts by path.
 * @typedef {(changed: Files) => () => number} Check Takes what changed, all files at first. What it returns checks them all, and
 * returns how many diagnostics there are.
 */

/** What can be measured. Each returns what starts one that remembers nothing. @type {Record<string, () => Promise<() => Check>>} */
const CHECKERS = { fast, full, tsc };

/** A process that checks types. */
export class TypeChecker {
  #child;

  constructor(/** @type {keyof typeof CHECKERS} */ name) {
    this.#child = fork(fileURLToPath(import.meta.url), [name], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  /** Milliseconds of CPU that one that remembers nothing takes for all files. It is the one that `edit` goes on with. */
  start(/** @type {Files} */ files) {
    return this.#ask({ changed: files, isNew: true });
  }

  /** Milliseconds of CPU to check all files after some have changed. */
  edit(/** @type {Files} */ changed) {
    return this.#ask({ changed, isNew: false });
  }

  end() {
    this.#child.disconnect();
  }

  /** @returns {Promise<number>} */
  async #ask(message) {
    this.#child.send(message);
    const over = new AbortController();
    const { signal } = over;
    const [answer] = await Promise.race([once(this.#child, 'message', { signal }), once(this.#child, 'exit', { signal })]);
    over.abort();
    if (answer?.found !== 0) throw new Error(`a checker of types answered ${JSON.stringify(answer)} about files without errors`);
    return answer.milliseconds;
  }
}

const sha256 = (/** @type {string} */ content) => createHash('sha256').update(content).digest('hex');

/** The fast layer in wasm, with its messages. */
async function fast() {
  const start = await engines();
  const request = { command: 'type-check:/*.ts', config: { types: { level: 'fast' } } };
  const succeeded = (result) => {
    if (!result.success) throw new Error(result.error);
    return result;
  };
  // Another engine tells the hash of each snapshot.
  const hashing = start();
  return () => {
    const engine = start();
    const all = {};
    let base = null;
    return (changed) => {
      Object.assign(all, changed);
      const root = succeeded(hashing.verify({ ...request, snapshot: Object.entries(all) })).snapshotRoot;
      const entries = Object.entries(changed).map(([path, content]) => ({ path, hash: sha256(content), content }));
      const message = { base, entries, removed: [], root };
      base = root;
      return () => {
        engine.receive(message);
        return succeeded(engine.verify({ ...request, snapshotRef: root })).output.length;
      };
    };
  };
}

/** The full layer, with its messages. */
async function full() {
  const { ts, data } = await compiler();
  return () => {
    const answer = server(ts, data, new Sources(ts));
    const paths = new Set();
    let base = null;
    let turn = 0;
    return (changed) => {
      for (const path of Object.keys(changed)) paths.add(path);
      const put = Object.entries(changed).map(([path, text]) => [path, sha256(text), text]);
      turn += 1;
      const root = `root ${turn}`;
      const message = { type: 'SNAPSHOT', root, base, put, remove: [] };
      base = root;
      return () => {
        answer(message);
        return answer({ type: 'CHECK', id: turn, root, files: [...paths] }).diagnostics.length;
      };
    };
  };
}

/** TypeScript's builder program over files in memory, as its command line keeps one with `--watch`. */
async function tsc() {
  const ts = createRequire(import.meta.url)('typescript');
  return () => {
    /** @type {Files} */
    const files = {};
    /** What is parsed, until its text changes. @type {Map<string, any>} */
    const parsed = new Map();
    let [host, options, old] = [];
    return (changed) => {
      Object.assign(files, changed);
      for (const path of Object.keys(changed)) parsed.delete(path);
      return () => {
        options ??= ts.convertCompilerOptionsFromJson(JSON.parse(files['/tsconfig.json']).compilerOptions, '/').options;
        host ??= hostOf(ts, options, files, parsed);
        const roots = Object.keys(files).filter((path) => path.endsWith('.ts'));
        old = ts.createSemanticDiagnosticsBuilderProgram(roots, options, host, old);
        return [
          ...old.getConfigFileParsingDiagnostics(),
          ...old.getOptionsDiagnostics(),
          ...old.getSyntacticDiagnostics(),
          ...old.getGlobalDiagnostics(),
          ...old.getSemanticDiagnostics(),
        ].length;
      };
    };
  };
}

function hostOf(ts, options, /** @type {Files} */ files, /** @type {Map<string, any>} */ parsed) {
  const base = ts.createCompilerHost(options);
  return {
    ...base,
    getCurrentDirectory: () => '/',
    fileExists: (path) => files[path] !== undefined || base.fileExists(path),
    readFile: (path) => files[path] ?? base.readFile(path),
    getSourceFile(path, how) {
      const known = parsed.get(path);
      if (known !== undefined) return known;
      const text = files[path];
      const made = text === undefined ? base.getSourceFile(path, how) : ts.createSourceFile(path, text, how, true);
      if (made !== undefined) made.version = sha256(made.text);
      parsed.set(path, made);
      return made;
    },
  };
}

/** Answers requests of the parent, in a process of its own. */
async function serve(/** @type {string} */ name) {
  const start = await CHECKERS[name]();
  /** @type {Check} */
  let check;
  process.on('message', ({ changed, isNew }) => {
    if (isNew) check = start();
    const work = check(changed);
    const before = ownMilliseconds();
    const found = work();
    process.send({ found, milliseconds: ownMilliseconds() - before });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(process.argv[2]);
