/**
 * The configuration of a project: its `tsconfig.json` or `jsconfig.json`, or the defaults where it has none.
 * @module
 */

import { LIBRARIES } from './view.js';

/** The names of configurations, the first of a folder counts. */
export const NAMES = ['tsconfig.json', 'jsconfig.json'];

/** Extensions of files that a checker reads. */
export const SCRIPT = /\.[cm]?[jt]sx?$/;

/** The declarations that projects without a configuration have: a browser imports modules by URL, and workers load scripts. */
export const AMBIENT = {
  path: '/__verdict_ambient.d.ts',
  text: "declare module 'https://*';\ndeclare function importScripts(...urls: string[]): void;\n",
};

/** Options of projects without a configuration: modules in plain JavaScript, with JSDoc. */
const DEFAULTS = {
  allowJs: true,
  checkJs: true,
  noEmit: true,
  skipLibCheck: true,
  module: 99 /* ESNext */,
  moduleResolution: 100 /* Bundler */,
  target: 9 /* ES2022 */,
  moduleDetection: 3 /* Force */,
  jsx: 4 /* ReactJSX */,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: [],
  strict: false,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
};

/** The first version of TypeScript with the defaults of the one that checks. */
const CURRENT = 6;
/** Kinds of modules for which `esModuleInterop` was on before. */
const INTEROPERABLE = [100 /* Node16 */, 101 /* Node18 */, 102 /* Node20 */, 199 /* NodeNext */, 200 /* Preserve */];

/** Text that tells of a program for Node: it imports Node's modules or Vitest, whose types need them. */
const FOR_NODE =
  /\b(?:from|import|require\()\s*['"](?:node:[a-z]|vitest\b|(?:assert|buffer|child_process|crypto|events|fs|fs\/promises|http|https|net|os|path|process|stream|url|util|worker_threads|zlib)['"])/;

/**
 * The host that a configuration is read with.
 * @param {typeof import('typescript')} ts
 * @param {import('./view.js').View} view
 */
function configHost(ts, view) {
  return {
    useCaseSensitiveFileNames: true,
    fileExists: (/** @type {string} */ path) => view.get(path) !== undefined,
    readFile: (/** @type {string} */ path) => view.get(path)?.text,
    directoryExists: (/** @type {string} */ path) => view.isFolder(path),
    getCurrentDirectory: () => '/',
    readDirectory: (/** @type {string} */ path, extensions, excludes, includes, depth) =>
      ts.matchFiles(
        path,
        extensions,
        excludes,
        includes,
        true,
        '/',
        depth,
        (folder) => view.entries(folder),
        (folder) => folder,
      ),
    trace: () => {},
  };
}

/**
 * The first number of the version of TypeScript on which the nearest package that has one depends.
 * @param {import('./view.js').View} view
 * @param {string} folder
 */
function dependedOn(view, folder) {
  for (let at = folder; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const text = view.get(`${at}/package.json`)?.text;
    /** @type {any} */
    let json;
    try {
      json = JSON.parse(text ?? '{}');
    } catch {}
    const range = json?.devDependencies?.typescript ?? json?.dependencies?.typescript;
    if (typeof range === 'string') return Number(/^[~^>=v\s]*(\d+)/.exec(range)?.[1] ?? CURRENT);
    if (at === '') return CURRENT;
  }
}

/**
 * Options that a configuration leaves open, as the version of TypeScript decides that the project depends on.
 * @param {import('./view.js').View} view
 * @param {string} folder
 * @param {Record<string, any>} options
 */
function olderDefaults(view, folder, options) {
  if (dependedOn(view, folder === '/' ? '' : folder) >= CURRENT) return {};
  return {
    strict: options.strict ?? false,
    types: options.types ?? ['*'],
    noUncheckedSideEffectImports: options.noUncheckedSideEffectImports ?? false,
    esModuleInterop: options.esModuleInterop ?? INTEROPERABLE.includes(options.module),
    // What a later version removes is no mistake yet.
    ignoreDeprecations: '6.0',
  };
}

/**
 * Reads a configuration.
 * @param {typeof import('typescript')} ts
 * @param {import('./view.js').View} view
 * @param {string} path
 * @param {object} over Options that count more than its own. A checker emits nothing: what only an emit would complain about is no
 * mistake of a type. A project that another refers to must be one that emits.
 */
export function readConfig(ts, view, path, over = { noEmit: true }) {
  const file = ts.parseJsonText(path, view.get(path)?.text ?? '');
  const folder = ts.getDirectoryPath(path);
  file.path = path;
  file.resolvedPath = path;
  file.originalFileName = path;
  const parsed = ts.parseJsonSourceFileConfigFileContent(file, configHost(ts, view), folder, over, path);
  Object.assign(parsed.options, olderDefaults(view, folder, parsed.options));
  return {
    path,
    options: parsed.options,
    rootNames: parsed.fileNames,
    roots: new Set(parsed.fileNames),
    references: parsed.projectReferences,
    errors: ts.getConfigFileParsingDiagnostics(parsed),
    parsed,
  };
}

/** Whether each file tells of a program for Node. @type {WeakMap<object, boolean>} */
const told = new WeakMap();

/** Whether some of the files are written for Node. */
export function isForNode(/** @type {import('./view.js').View} */ view, /** @type {string[]} */ files) {
  return files.some((path) => {
    const file = view.get(path);
    if (file === undefined) return false;
    const known = told.get(file) ?? FOR_NODE.test(file.text);
    told.set(file, known);
    return known;
  });
}

/**
 * The project of the files that no configuration covers.
 * @param {string[]} files
 * @param {boolean} isNode
 */
export function defaultConfig(files, isNode) {
  return {
    path: undefined,
    options: { ...DEFAULTS, types: isNode ? ['node'] : [], typeRoots: ['/node_modules/@types'] },
    rootNames: [...files, AMBIENT.path],
    references: undefined,
    errors: [],
    parsed: undefined,
  };
}

/** The library of a target. */
export function defaultLibrary(ts, options) {
  return `${LIBRARIES}/${ts.getDefaultLibFileName(options)}`;
}
