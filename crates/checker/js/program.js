/**
 * A program that is kept across requests: an edit checks the files that it affects.
 * @module
 */

import { AMBIENT, defaultLibrary, readConfig } from './config.js';
import { LIBRARIES } from './view.js';

/** Codes of errors that are found where a circle is entered, or where a limit is reached. */
const ENTERED = new Set([2310, 2313, 2456, 2502, 2506, 2577, 2589, 2590, 2615, 7022, 7023, 7024]);

/** Types that always have the same numbers. */
const INTRINSIC = 'string|number|bigint|boolean|symbol|object|void|any|unknown|never|null|undefined|true|false';

/** A union of two types that get their numbers when they are first met. */
const UNION = new RegExp(`(?<!(?:^|[^\\w$])(?:${INTRINSIC})) \\| (?!(?:${INTRINSIC})\\b)`);

/**
 * Whether the words of a diagnostic depend on what was checked before it. Types are numbered when they are first met, and members of
 * unions come in the order of their numbers, in the words and in the search for the member that fits best.
 */
function dependsOnOrder({ code, messageText }) {
  return typeof messageText !== 'string' || ENTERED.has(code) || UNION.test(messageText);
}

/** A library of a whole edition of the language. */
const EDITION = /^lib\.es(?:20\d\d|next)(?:\.full)?\.d\.ts$/;

/** A library that has all it refers to beside one of an edition. */
const FITTING = /^lib\.(?:dom|webworker|decorators|scripthost)\b.*\.d\.ts$/;

/**
 * Names that files declare in the global scope.
 * @param {any} source A bound file.
 * @returns {Iterable<string>}
 */
function* globalNames(source) {
  yield* source.jsGlobalAugmentations?.keys() ?? [];
  const isModule = (source.externalModuleIndicator ?? source.commonJsModuleIndicator) !== undefined;
  if (!isModule) yield* source.locals?.keys() ?? [];
  // `declare global`. The names of other modules that a file adds to do no harm here.
  for (const { parent } of source.moduleAugmentations) yield* parent.symbol?.exports?.keys() ?? [];
}

/**
 * Whether the libraries of TypeScript surely have no errors: they have all that they refer to, and no file of the snapshot adds to what
 * they declare.
 * @param {any} program
 * @param {import('./view.js').View} view
 */
function areLibrariesRight(program, view) {
  const { lib, noLib } = program.getCompilerOptions();
  if (noLib || (lib !== undefined && !(lib.some((one) => EDITION.test(one)) && lib.every((one) => EDITION.test(one) || FITTING.test(one)))))
    return false;
  // Binds all files.
  program.getTypeChecker();
  const sources = program.getSourceFiles();
  const isLibrary = (/** @type {any} */ { fileName }) => fileName.startsWith(`${LIBRARIES}/`);
  const libraries = sources.filter(isLibrary);
  const has = (/** @type {string} */ name) => libraries.some(({ fileName }) => fileName === `${LIBRARIES}/${name}`);
  // They declare the same names.
  if (has('lib.dom.d.ts') && has('lib.webworker.d.ts')) return false;
  const declared = (/** @type {string} */ name) => libraries.some(({ locals }) => locals?.has(name));
  const others = sources.filter((source) => !isLibrary(source) && !view.isBundledFile(source.fileName));
  return !others.some((source) => [...globalNames(source)].some(declared));
}

/**
 * Whether other files may say something else now, because files came or went. The compiler's builder looks on from a changed file only where
 * the file declares something else by its own text, and that of `export * from './a'` stays.
 * @param {any} before A builder.
 * @param {any} after
 */
function areMoved(before, after) {
  const [old, now] = [before.state.fileInfos, after.state.fileInfos];
  const augments = (/** @type {any} */ builder, /** @type {Map<string, unknown>} */ other) => (/** @type {string} */ path) =>
    !other.has(path) && builder.getProgram().getSourceFileByPath(path)?.moduleAugmentations.length > 0;
  const referenced = (/** @type {any} */ { state }, /** @type {string} */ path) =>
    [...(state.referencedMap?.getValues(path) ?? [])].sort().join();
  const isTurned = (/** @type {string} */ path) =>
    old.get(path)?.version === now.get(path).version && referenced(before, path) !== referenced(after, path);
  return [...old.keys()].some(augments(before, now)) || [...now.keys()].some(augments(after, old)) || [...now.keys()].some(isTurned);
}

/** Diagnostics as `tsc` decides which it reports, in its order. */
export class Program {
  #ts;
  #view;
  #sources;
  #builder;
  #config;
  /** What is wrong in the global scope of the program, before any file is checked. @type {any[]} */
  #global = [];
  /** Whether files were added or removed, or a `package.json` changed, since the last program. */
  #invalidated = true;
  #isCurrent = false;
  /** Whether checks leave the libraries of TypeScript out, although the configuration does not: most of the time would be theirs. */
  #skipsLibraries = false;
  /** What the last check of all files found, or `undefined` before the first. @type {Set<any> | undefined} */
  #known;
  /** Whether the compiler was asked about single files or places: its types are then numbered in another order. */
  #isTouched = false;

  /**
   * @param {any} ts
   * @param {import('./view.js').View} view
   * @param {import('./sources.js').Sources} sources
   */
  constructor(ts, view, sources) {
    this.#ts = ts;
    this.#view = view;
    this.#sources = sources;
  }

  /** Says that the snapshot has changed: only in the texts of some files, or otherwise. */
  changed(/** @type {boolean} */ onlyTexts) {
    this.#isCurrent = false;
    this.#invalidated ||= !onlyTexts;
  }

  /** Makes the program of a configuration, with what is left of the one before. */
  update(config) {
    if (this.#isCurrent && this.#config === config) return;
    const { skipLibCheck, skipDefaultLibCheck } = config.options;
    if (this.#config !== config) this.#skipsLibraries = !skipLibCheck && !skipDefaultLibCheck;
    // What concerns no file is noted with the file that was checked first, and others have it too.
    const isShared = [...(this.#known ?? [])].some(({ file }) => file === undefined);
    if (isShared) this.#known = undefined;
    this.#make(config, isShared ? undefined : this.#builder);
    [this.#config, this.#invalidated, this.#isCurrent, this.#isTouched] = [config, false, true, false];
  }

  get config() {
    return this.#config;
  }

  /** The source file at a path, if it is part of the program. */
  sourceFile(/** @type {string} */ path) {
    return this.#builder?.getProgram().getSourceFile(path);
  }

  /** The compiler's own, which answers about single places. */
  typeChecker() {
    this.#isTouched = true;
    return this.#builder.getProgram().getTypeChecker();
  }

  sourceFiles() {
    return this.#builder.getProgram().getSourceFiles();
  }

  /** Whether the checker looks at a file's types. */
  checks(source) {
    const isScript = /\.[cm]?jsx?$/.test(source.fileName);
    return (
      source.checkJsDirective?.enabled !== false && (!isScript || this.#ts.isCheckJsEnabledForFile(source, this.#config.options) === true)
    );
  }

  /** Whether a file is written for a checker: it has types, asks for checks, or belongs to a project that does. */
  isTyped(source) {
    const isScript = /\.[cm]?jsx?$/.test(source.fileName);
    return !isScript || this.#config.path !== undefined || source.checkJsDirective?.enabled === true;
  }

  /**
   * The diagnostics that `tsc` reports: of the whole program, or with `files` those that these have, and what concerns no file.
   * @param {boolean} all Whether to report also what it holds back while there are errors of another kind.
   * @param {Set<string>} [files]
   */
  diagnostics(all, files) {
    const builder = this.#builder;
    const options = this.#config.options;
    const found = [...builder.getConfigFileParsingDiagnostics()];
    const first = found.length;
    const more = () => all || found.length === first;
    let isChecked = false;
    const program = builder.getProgram();
    // Those in the sources of another project are that project's, and hold nothing back here.
    const isOwn = (/** @type {any} */ { file }) => !program.isSourceOfProjectReferenceRedirect(file.fileName);
    found.push(...builder.getSyntacticDiagnostics().filter(isOwn));
    if (more()) {
      found.push(...builder.getOptionsDiagnostics(), ...this.#global);
      if (more()) {
        isChecked = true;
        found.push(...this.#semantic(files));
      }
      if ((options.declaration || options.composite) && more()) found.push(...builder.getDeclarationDiagnostics());
    }
    return { found: this.#ts.sortAndDeduplicateDiagnostics(found), isChecked };
  }

  #semantic(/** @type {Set<string> | undefined} */ files) {
    if (files === undefined) return this.#semanticOfAll();
    // The builder forgets what a change made stale only while it goes through all files.
    const program = this.#builder.getProgram();
    this.#isTouched = true;
    const found = [...files].flatMap((path) => {
      const source = program.getSourceFile(path);
      return source === undefined ? [] : program.getSemanticDiagnostics(source);
    });
    if (this.#config.path === undefined || !found.some(dependsOnOrder)) return found;
    this.#skipsLibraries = false;
    return this.#semanticOfAll().filter(({ file }) => file === undefined || files.has(file.fileName));
  }

  /** The diagnostics of all files, in the words that they have if all files are checked in the order of `tsc`. */
  #semanticOfAll() {
    const known = this.#known;
    if (known === undefined && this.#isTouched) this.#restart();
    const isInOrder = known === undefined && !this.#skipsLibraries;
    let found = this.#inOrder();
    if (!isInOrder && found.some((one) => !known?.has(one) && dependsOnOrder(one))) {
      this.#skipsLibraries = false;
      this.#restart();
      found = this.#inOrder();
    }
    this.#known = new Set(found);
    return found;
  }

  /** Checks what is not checked yet. */
  #inOrder() {
    const { incremental, composite } = this.#config.options;
    // The builder has another order than a program. `tsc` uses it only for these options.
    if (this.#known === undefined && !incremental && !composite) this.#builder.getProgram().getSemanticDiagnostics();
    return this.#builder.getSemanticDiagnostics();
  }

  /** Makes a program that has checked nothing yet, of the same parsed files. */
  #restart() {
    this.#make(this.#config, undefined);
    [this.#known, this.#isTouched] = [undefined, false];
  }

  /** Makes the program of a configuration, which knows what a builder found. */
  #make({ rootNames, options, errors, references }, builder) {
    const ts = this.#ts;
    const host = this.#host(options);
    const program = ts.createProgram({
      rootNames,
      options: Object.defineProperties({}, Object.getOwnPropertyDescriptors(options)),
      host,
      oldProgram: this.#builder?.getProgram(),
      configFileParsingDiagnostics: errors,
      projectReferences: references,
    });
    this.#skipsLibraries &&= areLibrariesRight(program, this.#view);
    // Before the builder compares the options with those before.
    if (this.#skipsLibraries) program.getCompilerOptions().skipDefaultLibCheck = true;
    let next = ts.createSemanticDiagnosticsBuilderProgram(program, host, builder, errors);
    if (builder !== undefined && this.#invalidated && areMoved(builder, next)) {
      next = ts.createSemanticDiagnosticsBuilderProgram(program, host, undefined, errors);
      this.#known = undefined;
    }
    this.#builder = next;
    // A check of files may find more, which `tsc` reports among theirs.
    this.#global = next.getGlobalDiagnostics();
  }

  #host(options) {
    const [ts, view, sources] = [this.#ts, this.#view, this.#sources];
    const get = (path) => (path === AMBIENT.path ? { hash: path, text: AMBIENT.text } : view.get(path));
    const invalidated = this.#invalidated;
    return {
      fileExists: (path) => get(path) !== undefined,
      readFile: (path) => get(path)?.text,
      directoryExists: (path) => view.isFolder(path),
      getDirectories: (path) => view.entries(path).directories,
      realpath: (path) => path,
      useCaseSensitiveFileNames: () => true,
      getCanonicalFileName: (path) => path,
      getCurrentDirectory: () => '/',
      getNewLine: () => '\n',
      getDefaultLibFileName: (of) => defaultLibrary(ts, of),
      getDefaultLibLocation: () => LIBRARIES,
      getEnvironmentVariable: () => undefined,
      createHash: undefined,
      jsDocParsingMode: 2 /* ParseForTypeErrors */,
      hasInvalidatedResolutions: () => invalidated,
      // Of a referenced project its sources count: nothing was built.
      useSourceOfProjectReferenceRedirect: () => true,
      getParsedCommandLine: (path) => (view.get(path) === undefined ? undefined : readConfig(ts, view, path, {}).parsed),
      getSourceFile: (path, how) => {
        const file = get(path);
        return file === undefined ? undefined : sources.get(path, file, how, options);
      },
      writeFile: () => {},
    };
  }
}
