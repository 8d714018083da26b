/**
 * Modules in function form without the product's own transform: Vite's. What the guest makes of them is looked at here, what
 * the product makes of sources is tested where that is.
 * @module
 */

import { posix } from 'node:path';
import { transform } from 'esbuild';
import { hoistMocks } from '@vitest/mocker/transforms';
import { moduleRunnerTransform, parseAst } from 'vite';

const PARAMETERS = [
  '__vite_ssr_import__',
  '__vite_ssr_dynamic_import__',
  '__vite_ssr_exports__',
  '__vite_ssr_exportAll__',
  '__vite_ssr_exportName__',
  '__vite_ssr_import_meta__',
  '__verdict_common_js__',
];
const COMMON_JS = (/** @type {string} */ path) =>
  `const __filename=${JSON.stringify(path)},__dirname=${JSON.stringify(posix.dirname(path))},{require,module,exports}=__verdict_common_js__;`;
const BUILT_IN =
  /^(node:.*|vitest|@jest\/globals|chai|fs|path|util|events|assert|crypto|os|url|buffer|stream|process|timers|child_process|module|async_hooks)$/;
const LITERALS =
  /(?:import|require|vi\.\w+|jest\.\w+)\s*\(\s*(?:import\s*\(\s*)?(['"])((?:(?!\1).)+)\1|from\s*(['"])((?:(?!\3).)+)\3|import\s*(['"])((?:(?!\5).)+)\5/g;

/** What the specifiers of a source name, as entries. */
function depsOf(path, source, files) {
  /** @type {[string, any][]} */
  const deps = [['vitest', 'vitest']];
  for (const match of source.matchAll(LITERALS)) {
    const specifier = match[2] ?? match[4] ?? match[6];
    if (BUILT_IN.test(specifier))
      deps.push([
        specifier,
        ['vitest', '@jest/globals', 'chai'].includes(specifier) || specifier.startsWith('node:') ? specifier : `node:${specifier}`,
      ]);
    else {
      const start = posix.resolve(posix.dirname(path), specifier);
      const at = ['', '.js', '.ts', '.json', '/index.js'].map((end) => start + end).find((one) => one in files);
      deps.push([
        specifier,
        at ?? {
          error: { name: 'Error', message: `Cannot find module '${specifier}' imported from '${path}'`, code: 'ERR_MODULE_NOT_FOUND' },
        },
      ]);
    }
  }
  return deps;
}

/** Names of the test API that files are given as parameters where it is sealed. */
const API = [
  'afterAll',
  'afterEach',
  'assert',
  'beforeAll',
  'beforeEach',
  'chai',
  'describe',
  'expect',
  'it',
  'jest',
  'onTestFailed',
  'onTestFinished',
  'test',
  'vi',
];

/** What a file of test material is given. */
function apiOf(/** @type {string} */ source) {
  const own = new Set([...source.matchAll(/import\s*\{([^}]*)\}/g)].flatMap(([, names]) => names.split(',').map((name) => name.trim())));
  return `,${[...API.filter((name) => new RegExp(`\\b${name}\\b`).test(source) && !own.has(name)), '__verdict_test_material__'].join(',')}`;
}

/** What an ES module exports by itself, and the specifiers of its `export *`. @param {string} code */
function exportsOf(code) {
  /** @type {string[]} */
  const names = [],
    stars = [];
  const bound = (/** @type {any} */ { id, declarations }) => (declarations ?? [{ id }]).map((/** @type {any} */ one) => one.id.name);
  for (const node of /** @type {any[]} */ (parseAst(code).body)) {
    if (node.type === 'ExportAllDeclaration') node.exported ? names.push(node.exported.name) : stars.push(node.source.value);
    else if (node.type === 'ExportDefaultDeclaration') names.push('default');
    else if (node.type === 'ExportNamedDeclaration')
      names.push(
        ...node.specifiers.map((/** @type {any} */ one) => one.exported.name),
        ...(node.declaration ? bound(node.declaration) : []),
      );
  }
  return { names, stars };
}

/** Links what modules pass on by `export *`: none of these tests has a name that comes from two places. @param {any[]} modules */
function linkStars(modules) {
  const byId = new Map(modules.map((module) => [module.id, module]));
  const target = (/** @type {any} */ module, /** @type {string} */ specifier) => byId.get(new Map(module.deps).get(specifier));
  const reached = (/** @type {any} */ module, names = new Set(), seen = new Set()) => {
    if (module?.exported === undefined || seen.has(module)) return names;
    seen.add(module);
    for (const name of module.exported.names) if (name !== 'default') names.add(name);
    for (const specifier of module.exported.stars) reached(target(module, specifier), names, seen);
    return names;
  };
  return modules.map(({ exported, ...module }) => {
    if (exported === undefined || exported.stars.length === 0) return module;
    const stars = exported.stars.map((/** @type {string} */ specifier) => [
      specifier,
      [...reached(target({ ...module, exported }, specifier))].filter((name) => !exported.names.includes(name)),
    ]);
    return {
      ...module,
      stars,
      open: exported.stars.some((/** @type {string} */ specifier) => target(module, specifier)?.exported === undefined),
    };
  });
}

/**
 * All files as modules. Where the test API is sealed, `subject` names the files that are not given it.
 * @param {Record<string, string | string[]>} files
 * @param {string[]} [subject]
 */
export async function functionForm(files, subject) {
  const modules = [];
  for (const [path, lines] of Object.entries(files)) {
    const source = Array.isArray(lines) ? lines.join('\n') : lines;
    const api = subject === undefined || subject.includes(path) ? '' : apiOf(source);
    const depsFor = (/** @type {string} */ path, /** @type {string} */ source, /** @type {any} */ files) =>
      depsOf(path, source, files).map(([specifier, target]) => [
        specifier,
        subject?.includes(path) && ['vitest', '@jest/globals'].includes(target)
          ? { error: { name: 'Error', message: `${path} may not import "${specifier}"`, code: 'ERR_TEST_API' } }
          : target,
      ]);
    const meta = { url: `file://${path}`, dirname: posix.dirname(path), filename: path };
    if (path.endsWith('.json')) modules.push({ id: path, kind: 'json', code: source, deps: [], meta });
    else if (path.endsWith('.cjs')) {
      const names = [...source.matchAll(/exports\.(\w+)\s*=/g)].map(([, name]) => name);
      modules.push({
        id: path,
        kind: 'commonjs',
        names,
        code: `(function(exports, require, module, __filename, __dirname, __vite_ssr_dynamic_import__${api}){${source}\n})\n//# sourceURL=${path}`,
        deps: [],
        requires: depsFor(path, source, files),
        meta,
      });
    } else if (/\.(m?js|tsx?|jsx)$/.test(path)) {
      const loader = /** @type {'js'} */ (path.split('.').pop()?.replace('mjs', 'js'));
      const plain = loader === 'js' ? source : (await transform(source, { loader, jsx: 'transform' })).code;
      try {
        const hoisted = hoistMocks(plain, path, (code) => parseAst(code), { hoistedModule: 'vitest' })?.toString() ?? plain;
        const made = await moduleRunnerTransform(hoisted, null, path, hoisted);
        modules.push({
          id: path,
          kind: 'module',
          code: `(async function(${PARAMETERS.join(',')}${api}){"use strict";${/__(file|dir)name|\brequire\b|\bexports\./.test(source) ? COMMON_JS(path) : ''}${made?.code}\n})\n//# sourceURL=${path}`,
          deps: depsFor(path, source, files),
          meta,
          exported: exportsOf(plain),
        });
      } catch (error) {
        const { message, loc } = /** @type {any} */ (error);
        modules.push({
          id: path,
          kind: 'error',
          error: {
            name: 'SyntaxError',
            message: message.split('\n')[1],
            at: { file: path, line: loc?.line ?? 1, column: loc?.column ?? 1 },
          },
          deps: [],
          meta,
        });
      }
    }
  }
  return linkStars(modules);
}

/** The defaults of `TestConfig`. */
export const CONFIG = {
  testTimeout: 5000,
  hookTimeout: 10000,
  allowOnly: false,
  passWithNoTests: false,
  console: 'keep',
  env: {},
  provide: {},
  clearMocks: false,
  mockReset: false,
  restoreMocks: false,
  unstubGlobals: false,
  unstubEnvs: false,
  fakeTimers: {
    now: null,
    toFake: null,
    toNotFake: null,
    loopLimit: 10000,
    shouldAdvanceTime: false,
    advanceTimeDelta: 20,
    shouldClearNativeTimers: true,
  },
  expect: { requireAssertions: false, strictAssertions: false, poll: { interval: 50, timeout: 1000 } },
  update: 'new',
  testNamePattern: null,
  bail: 0,
  retry: 0,
  sequence: { shuffle: false, seed: null, hooks: 'stack' },
  shard: null,
  list: false,
};
