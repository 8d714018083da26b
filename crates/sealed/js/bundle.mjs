/**
 * Bundles the harness: `node crates/sealed/js/bundle.mjs OUT` writes `harness.js`, `happy-dom.js`, `jsdom.js`, `frame.html`
 * and `LICENSES.txt` there. Vitest's packages are taken as published, in the versions of package-lock.json; the few places where
 * the harness must see what happens stand in `patches.mjs`, and each must be found exactly as often as it says. What few files
 * need are parts (`parts.mjs`).
 * @module
 */

import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';

import { capture } from './capture.mjs';
import { late, lines, parts, takenModule, withoutParts } from './parts.mjs';
import { apiLine, DEFINE, patch, PATCHES } from './patches.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, '../../..');
const SCRIPTS = join(ROOT, 'node-compat');

/** Globals that the harness takes before any code under test can replace them. What tests fake and stub is not among them. */
const TAKEN = 'AggregateError Array ArrayBuffer BigInt Boolean DataView Error Function JSON Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError Uint8Array WeakMap WeakRef WeakSet isFinite isNaN parseFloat parseInt'.split(' ').join(',');

/** What copies built-ins. */
const OWN = /(built-ins|primordials|safe)\.js$/;

/** What every bundle is made with. */
const COMMON = /** @type {const} */ ({ bundle: true, write: false, platform: 'browser', target: 'chrome120', legalComments: 'inline', charset: 'ascii', metafile: true, logLevel: 'warning', absWorkingDir: ROOT });

/** Puts what PATCHES says into the packages, and finds the part of Vitest that has `vi` and `expect`. */
const patched = {
  name: 'patched',
  setup(/** @type {import('esbuild').PluginBuild} */ { onResolve, onLoad, onEnd }) {
    const left = new Set(PATCHES);
    onResolve({ filter: /^vitest:api$/ }, ({ path }) => ({ path, namespace: 'api' }));
    onLoad({ filter: /./, namespace: 'api' }, async () => {
      const { line, folder } = await apiLine(ROOT);
      return { contents: line, loader: 'js', resolveDir: folder };
    });
    onLoad({ filter: /node_modules\/(@vitest|vitest|chai|tinyrainbow)\// }, async ({ path }) => {
      const contents = patch(relative(ROOT, path), withoutParts(path, await readFile(path, 'utf8')), (one) => left.delete(one));
      return { contents: `import { hooks as verdictHooks, records as verdictRecords, safe as verdictSafe, worker as verdictWorker } from ${JSON.stringify(join(HERE, 'guest/hooks.js'))};\n${capture(contents)}`, loader: 'js' };
    });
    // What of ours is no copy of built-ins itself calls them by the copies too.
    onLoad({ filter: /sealed\/js\/guest\/\w[^/]*\.js$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8');
      return OWN.test(path) ? { contents, loader: 'js' } : { contents: `import { safe as verdictSafe } from './safe.js';\n${capture(contents)}`, loader: 'js' };
    });
    onEnd(() => ({ errors: [...left].map(({ find }) => ({ text: `nothing to patch: ${find}` })) }));
  },
};

/** The scripts that the guests of both engines have for Node's modules, by name. */
async function scripts() {
  /** @type {Record<string, string>} */
  const texts = {};
  const names = (await readdir(SCRIPTS)).filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -3));
  for (const name of names.sort()) texts[`node/${name}`] = await script(join(SCRIPTS, `${name}.js`));
  return texts;
}

async function script(path) {
  const text = (await readFile(path, 'utf8')).replace(/^'use strict';\n/, '').trim();
  const { code } = await transform(`verdict = ${text}`, { minify: true, charset: 'ascii' });
  const expression = /^verdict=([\s\S]*?);?\s*$/.exec(code)?.[1];
  if (expression === undefined) throw new Error(`${path} is no expression`);
  return `'use strict';(${expression})`;
}

/** The text of a bundle, and the files that went into it. */
async function bundle(/** @type {string} */ entry, minify) {
  /** @type {string[]} */
  const used = [];
  const built = await build({
    ...COMMON,
    entryPoints: [join(HERE, 'guest', entry)],
    format: 'iife',
    // Vitest knows some functions by their names, in stacks: no name is changed or left out.
    minifyWhitespace: minify,
    minifyIdentifiers: minify && entry !== 'main.js',
    // A class of a page is known by its name, which a bundle may change where another has it too.
    keepNames: entry !== 'main.js',
    define: DEFINE,
    // What was modules is strict; no stack shows its frames: the host knows them by this name.
    banner: { js: entry === 'main.js' ? `"use strict";((${TAKEN})=>{` : '"use strict";((verdictNode)=>{' },
    footer: { js: entry === 'main.js' ? `})(${TAKEN});\n//# sourceURL=harness.js` : `})(globalThis.verdictNode);\n//# sourceURL=harness.js/${entry.replace('-bundle.js', '')}` },
    external: ['node:*'],
    plugins: entry === 'main.js' ? [late, patched, takenModule(TAKEN)] : [environments(entry), offline, nodeStubs],
  });
  used.push(...Object.keys(built.metafile.inputs));
  const [{ text }] = built.outputFiles;
  if (entry !== 'main.js') return { text, used };
  return { text: text + lines({ ...(await parts({ ...COMMON, minifyWhitespace: minify }, TAKEN, used)), ...(await scripts()) }), used };
}

/** What Vitest does for tests that want a DOM, in which errors of handlers are reported as those of the guest are. */
const environments = (/** @type {string} */ entry) => ({
  name: 'environments',
  setup(/** @type {import('esbuild').PluginBuild} */ { onResolve, onLoad }) {
    const folder = join(ROOT, 'node_modules/vitest/dist');
    onResolve({ filter: /^vitest:environments$/ }, async () => {
      const from = / from '([^']+)';/.exec(await readFile(join(folder, 'environments.js'), 'utf8'))?.[1];
      if (from === undefined) throw new Error('vitest/dist/environments.js exports nothing');
      return { path: join(folder, from) };
    });
    onLoad({ filter: /vitest\/dist\/chunks\/index\.[^/]+\.js$/ }, async ({ path }) => {
      const pieces = (await readFile(path, 'utf8')).split('process.emit("uncaughtException", e.error);');
      if (pieces.length !== 2) throw new Error(`${path}: it reports no errors of handlers`);
      return { contents: pieces.join('reportError(e.error);'), loader: 'js' };
    });
    // Each bundle has one of the environments.
    const isOther = (/** @type {string} */ path, /** @type {string} */ importer) => importer.includes('/vitest/dist/') && entry !== `${path}-bundle.js`;
    onResolve({ filter: /^(jsdom|happy-dom|@edge-runtime\/vm)$/ }, ({ path, importer }) => (isOther(path, importer) ? { path, namespace: 'node-stub' } : undefined));
  },
});

/** What jsdom needs where there is a network, or has data of: in its place stands what does without. */
const OFFLINE = {
  canvas: 'throw new Error("there is no canvas");',
  ws: 'module.exports = class { constructor() { throw new TypeError("there is no network"); } };',
  tldts: 'exports.getDomain = (host) => (host.includes(".") ? host.split(".").slice(-2).join(".") : null); exports.getPublicSuffix = () => null;',
  'iconv-lite': 'exports.encodingExists = () => true; exports.decode = (bytes, name) => new TextDecoder(name).decode(bytes);',
  'http-proxy-agent': 'exports.HttpProxyAgent = class {};',
  'https-proxy-agent': 'exports.HttpsProxyAgent = class {};',
};
const offline = {
  name: 'offline',
  setup(/** @type {import('esbuild').PluginBuild} */ { onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${Object.keys(OFFLINE).join('|')})$`) }, ({ path }) => ({ path, namespace: 'offline' }));
    onLoad({ filter: /./, namespace: 'offline' }, ({ path }) => ({ contents: OFFLINE[/** @type {keyof typeof OFFLINE} */ (path)], loader: 'js' }));
  },
};

/** A DOM asks for modules of Node that it does not need where there is no network. */
const nodeStubs = {
  name: 'node-stubs',
  setup(/** @type {import('esbuild').PluginBuild} */ { onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?(buffer|child_process|crypto|fs|fs\/promises|http|https|net|os|path|perf_hooks|stream|stream\/web|tls|url|util|vm|zlib|console|events|assert|timers|worker_threads|async_hooks)$/ }, ({ path }) => ({ path, namespace: 'node-stub' }));
    onLoad({ filter: /./, namespace: 'node-stub' }, ({ path }) => ({ contents: `module.exports = verdictNode(${JSON.stringify(path.replace(/^node:/, ''))});`, loader: 'js' }));
  },
};

/** The licences of all packages that files come from. */
async function licences(/** @type {Set<string>} */ files) {
  const packages = new Set([...files].map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter((folder) => folder !== undefined));
  const texts = [];
  for (const folder of [...packages].sort()) {
    const at = join(ROOT, /** @type {string} */ (folder));
    const { name, version, license } = JSON.parse(await readFile(join(at, 'package.json'), 'utf8'));
    const names = (await readdir(at)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
    const contents = await Promise.all(names.map((file) => readFile(join(at, file), 'utf8')));
    texts.push(`${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${contents.map((text) => text.trim()).join('\n\n') || 'The package has no licence file.'}\n`);
  }
  return `harness.js, happy-dom.js and jsdom.js hold code of these packages.\n\n${texts.join('\n')}`;
}

/** The DOMs that a test may have. */
const DOMS = ['happy-dom', 'jsdom'];

/** What is shipped, by name. */
export async function bundles({ minify = true, dom = true } = {}) {
  const harness = await bundle('main.js', minify);
  const doms = await Promise.all((dom ? DOMS : []).map(async (name) => ({ name, ...(await bundle(`${name}-bundle.js`, minify)) })));
  return {
    'harness.js': harness.text,
    ...Object.fromEntries(doms.map(({ name, text }) => [`${name}.js`, text])),
    'LICENSES.txt': await licences(new Set([...harness.used, ...doms.flatMap(({ used }) => used)])),
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , out] = process.argv;
  if (out === undefined) throw new Error('usage: node bundle.mjs OUT');
  await mkdir(out, { recursive: true });
  for (const [name, text] of Object.entries(await bundles())) await writeFile(join(out, name), text);
  await copyFile(join(HERE, 'frame.html'), join(out, 'frame.html'));
}
