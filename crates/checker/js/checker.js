/**
 * The checker: TypeScript on the files of a snapshot. It runs the same in Node and in a worker, and has neither files nor a clock.
 * @module
 */

import { defaultConfig, isForNode, NAMES, readConfig, SCRIPT } from './config.js';
import { compare, plain } from './diagnostics.js';
import { Files, parent } from './files.js';
import { placeOf } from './place.js';
import { Program } from './program.js';
import { rootsOf } from './roots.js';
import { Sources } from './sources.js';
import { View } from './view.js';

/** Codes of a name that is not declared anywhere. */
const UNDECLARED = new Set([2304, 2503, 2552, 2580, 2581, 2582, 2583, 2584, 2585, 2591, 2592, 2593]);

/** How many programs are kept. */
const KEPT = 8;

/**
 * @typedef {{ put?: [path: string, hash: string, text: string][], remove?: string[], whole?: boolean }} Change
 * @typedef {{ program: Program, references: string[] }} Opened The program of a configuration, and the configurations that it refers to.
 * @typedef {{ files: string[], all?: boolean, config?: { globals?: string[], node?: boolean, project?: string, allowJs?: boolean } }} Request
 */

/** Checks the files of one snapshot at a time. */
export class Checker {
  #ts;
  #files = new Files();
  #view;
  #sources;
  /** By the path of its configuration; the last used is the last. @type {Map<string, Program>} */
  #programs = new Map();
  /** @type {Map<string, any>} */
  #configs = new Map();

  /**
   * @param {any} ts The compiler, `ts.core.mjs`.
   * @param {import('./view.js').Data} data
   * @param {Sources} sources
   */
  constructor(ts, data, sources = new Sources(ts)) {
    this.#ts = ts;
    this.#view = new View(this.#files, data);
    this.#sources = sources;
  }

  /** Makes the snapshot another one. */
  change(/** @type {Change} */ { put = [], remove = [], whole = false }) {
    let onlyTexts = true;
    if (whole) {
      const kept = new Set(put.map(([path]) => path));
      for (const path of [...this.#files.paths()]) if (!kept.has(path)) remove = [...remove, path];
    }
    for (const path of remove) if (this.#files.remove(path)) onlyTexts = false;
    for (const [path, hash, text] of put) {
      if (this.#files.get(path)?.hash === hash) continue;
      if (this.#files.put(path, { hash, text }) || path.endsWith('.json')) onlyTexts = false;
    }
    if (!onlyTexts) this.#configs.clear();
    for (const program of this.#programs.values()) program.changed(onlyTexts);
  }

  /** Checks files, and everything that `tsc` would say about the projects that they are all files of. */
  check(/** @type {Request} */ request) {
    const wanted = new Set(request.files.filter((path) => this.#files.get(path) !== undefined && SCRIPT.test(path)));
    /** What is known about each file that is part of a program. @type {Map<string, { checked: boolean, typed: boolean }>} */
    const covered = new Map();
    const found = [];
    const left = this.#byProject(wanted, request.config ?? {});
    for (const [program, files] of left) {
      const isWhole =
        !program.config.isPart && program.config.rootNames.every((path) => wanted.has(path) || this.#files.get(path) === undefined);
      // What `tsc` holds back depends on all files.
      const holdsBack = request.all !== true && program.config.path !== undefined;
      const { found: all, isChecked } = program.diagnostics(!holdsBack, isWhole || holdsBack ? undefined : files);
      for (const path of files) {
        const source = program.sourceFile(path);
        covered.set(path, { checked: isChecked && program.checks(source), typed: program.isTyped(source) });
      }
      const elsewhere = program.config.path ?? '/';
      for (const one of all) {
        const path = one.file?.fileName;
        const isAsked = path === undefined || files.has(path) || path.endsWith('.json');
        if (isAsked || (isWhole && !wanted.has(path) && !this.#view.isBundledFile(path))) found.push(plain(this.#ts, one, elsewhere));
      }
    }
    const globals = new Set(request.config?.globals ?? []);
    const diagnostics = found.filter(({ code, text }) => !(UNDECLARED.has(code) && globals.has(text))).sort(compare);
    return {
      diagnostics: diagnostics.filter((one, at) => at === 0 || compare(one, diagnostics[at - 1]) !== 0),
      files: [...covered].map(([file, known]) => ({ file, ...known })).sort((a, b) => (a.file < b.file ? -1 : 1)),
    };
  }

  /** What is at a place of a file; `undefined` where nothing has a type. */
  typeAt(/** @type {{ path: string, line: number, column: number, config?: Request['config'] }} */ { path, line, column, config = {} }) {
    const isThere = this.#files.get(path) !== undefined && SCRIPT.test(path);
    for (const [program] of isThere ? this.#byProject(new Set([path]), config) : []) {
      const source = program.sourceFile(path);
      if (source !== undefined) return placeOf(this.#ts, program.typeChecker(), source, line, column);
    }
    return undefined;
  }

  /** The programs that files are part of. Files that a configuration leaves out are in none. */
  #byProject(/** @type {Set<string>} */ wanted, config) {
    /** @type {Map<Program, Set<string>>} */
    const found = new Map();
    const bare = [];
    /** By folder. @type {Map<string, string[]>} */
    const governing = new Map();
    const allowJs = config.allowJs === true;
    /** Those that this request has used, by configuration. @type {Map<string, Opened>} */
    const opened = new Map();
    const open = (/** @type {string} */ at) => {
      const found = opened.get(at) ?? this.#open(at, allowJs);
      opened.set(at, found);
      return found;
    };
    if (wanted.size === 0 && config.project !== undefined && this.#files.get(config.project) !== undefined) {
      // It may be wrong itself, or name no files.
      found.set(open(config.project).program, new Set());
    }
    for (const path of [...wanted].sort()) {
      const folder = parent(path);
      const configs = config.project === undefined ? (governing.get(folder) ?? this.#above(path)) : [config.project];
      governing.set(folder, configs);
      if (configs.length === 0) {
        bare.push(path);
        continue;
      }
      const seen = new Set();
      const program = this.#programOf(path, configs, seen, open);
      if (program !== undefined) found.set(program, (found.get(program) ?? new Set()).add(path));
      // A configuration that cannot be read tells why none of its files is in it.
      for (const one of program === undefined ? seen : []) {
        const broken = this.#programs.get(keyOf(one, allowJs));
        if (broken !== undefined && broken.config.errors.length > 0 && !found.has(broken)) found.set(broken, new Set());
      }
    }
    if (bare.length > 0) {
      const all = [...this.#files.paths()]
        .filter((path) => SCRIPT.test(path) && !path.includes('/node_modules/') && this.#above(path).length === 0)
        .sort();
      const isNode = config.node === true || isForNode(this.#view, all);
      // A part of a module graph is never checked alone: what it imports is part of the program, and so is what
      // declares something for every file. A program of all files is taken if it is there.
      const roots = bare.length === all.length || this.#programs.has('') ? all : rootsOf(this.#view, all, new Set(bare));
      const isPart = roots.length < all.length;
      const program = this.#program(
        isPart ? 'part' : '',
        () => ({ ...defaultConfig(roots, isNode), isPart }),
        JSON.stringify([roots, isNode]),
      );
      found.set(program, new Set(bare));
    }
    return found;
  }

  /** The configurations that may govern a file, the nearest first. */
  #above(/** @type {string} */ path) {
    const found = [];
    for (let folder = parent(path); ; folder = parent(folder)) {
      const name = NAMES.find((one) => this.#files.get(join(folder, one)) !== undefined);
      if (name !== undefined && !folder.includes('/node_modules')) found.push(join(folder, name));
      if (folder === '/') return found;
    }
  }

  #programOf(
    /** @type {string} */ path,
    /** @type {string[]} */ configs,
    /** @type {Set<string>} */ seen,
    /** @type {(at: string) => Opened} */ open,
  ) {
    for (const at of configs) {
      if (seen.has(at)) continue;
      seen.add(at);
      const { program, references } = open(at);
      if (program.config.roots.has(path)) return program;
      const referenced = this.#programOf(path, references, seen, open);
      if (referenced !== undefined) return referenced;
      if (program.sourceFile(path) !== undefined) return program;
    }
    return undefined;
  }

  /** Opens a configuration. With `allowJs`, JavaScript is part of its program, whatever it says. */
  #open(/** @type {string} */ at, /** @type {boolean} */ allowJs) {
    const over = allowJs ? { noEmit: true, allowJs, checkJs: true } : undefined;
    const program = this.#program(keyOf(at, allowJs), () => readConfig(this.#ts, this.#view, at, over));
    const all = (program.config.references ?? []).map((one) => this.#ts.resolveProjectReferencePath(one));
    return { program, references: all.filter((one) => this.#files.get(one) !== undefined) };
  }

  #program(/** @type {string} */ path, read, key = path) {
    let known = this.#configs.get(path);
    if (known?.key !== key) {
      known = { key, config: read() };
      this.#configs.set(path, known);
    }
    const program = this.#programs.get(path) ?? new Program(this.#ts, this.#view, this.#sources);
    program.update(known.config);
    this.#programs.delete(path);
    this.#programs.set(path, program);
    const [oldest] = this.#programs.keys();
    if (this.#programs.size > KEPT && oldest !== undefined) this.#programs.delete(oldest);
    return program;
  }
}

/** The key of a configuration's program. With JavaScript it is another one. */
function keyOf(/** @type {string} */ path, /** @type {boolean} */ allowJs) {
  return allowJs ? `js:${path}` : path;
}

function join(/** @type {string} */ folder, /** @type {string} */ name) {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}
