/**
 * Parts of the harness that few files need. Each is a text in `harness.js` that is parsed and run on first use, so that other
 * guests start sooner. Modules that use a part import a stub.
 * @module
 */

import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

import { capture } from './capture.mjs';
import { API, apiLine, patch } from './patches.mjs';

const GUEST = join(dirname(fileURLToPath(import.meta.url)), 'guest');
const ROOT = resolve(GUEST, '../../../..');

/** Fake timers are in Vitest's file that has `vi`, between these two lines. */
const TIMERS = { from: 'var fakeTimersSrc = {};', to: '\nvar fakeTimersSrcExports =' };

/** Exports of each part. */
const PARTS = {
  inspect: () => "export * from 'node-inspect-extracted';",
  hashes: () =>
    "export { hmac } from '@noble/hashes/hmac.js'; export { md5, sha1 } from '@noble/hashes/legacy.js'; export { pbkdf2 } from '@noble/hashes/pbkdf2.js'; export { scrypt } from '@noble/hashes/scrypt.js'; export { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';",
  ciphers: () => "export { cbc, ctr, ecb, gcm } from '@noble/ciphers/aes.js';",
  compression: () =>
    "export { deflate, Inflate } from 'pako'; import crc from 'pako/lib/zlib/crc32.js'; export const crc32 = (data, before) => crc(before, data, data.length, 0) >>> 0;",
  printing: () =>
    "export { diff, printDiffOrStringify } from '@vitest/utils/diff'; export { format, formatRegExp, objDisplay, stringify } from '@vitest/utils/display';",
  snapshot: () => "export { addSerializer, SnapshotClient, SnapshotState, stripSnapshotIndentation } from '@vitest/snapshot';",
  timers: async () =>
    `const commonjsGlobal = globalThis;\n${cut(await readFile((await apiLine(ROOT)).file, 'utf8')).inner}\nexport const withGlobal = (global) => requireFakeTimersSrc().withGlobal(global);`,
};

/** Parts in which no function is found by its name. */
const NAMELESS = ['inspect', 'hashes', 'ciphers', 'compression'];

/** Modules that the harness replaces by stubs, with the names that it imports. */
const STUBS = {
  '@vitest/utils/diff': ['printing', ['diff', 'printDiffOrStringify']],
  '@vitest/utils/display': ['printing', ['format', 'formatRegExp', 'objDisplay', 'stringify']],
};

/** Splits the file that has fake timers: the text before them, they, and the text after. */
function cut(/** @type {string} */ text) {
  const [from, to] = [text.indexOf(TIMERS.from), text.indexOf(TIMERS.to)];
  if (from < 0 || to < from) throw new Error('Vitest has its fake timers elsewhere');
  return { before: text.slice(0, from), inner: text.slice(from, to), after: text.slice(to) };
}

/** Vitest's API without the part that is loaded late. @param {string} path @param {string} text */
export function withoutParts(path, text) {
  if (!API.test(path)) return text;
  const { before, after } = cut(text);
  return before + after;
}

/** An exported function loads its part on first call; a pattern is copied. */
function stub(/** @type {unknown} */ value, /** @type {string} */ part, /** @type {string} */ name) {
  if (typeof value === 'function') return `late('${part}', '${name}')`;
  if (value instanceof RegExp) return `${value}`;
  throw new Error(`${name} is no function`);
}

/** Replaces modules that are parts by stubs. @type {import('esbuild').Plugin} */
export const late = {
  name: 'late',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@vitest\// }, ({ path }) => (path in STUBS ? { path, namespace: 'late' } : undefined));
    onResolve({ filter: /^@vitest\/snapshot$/ }, () => ({ path: join(GUEST, 'snapshots.js') }));
    onLoad({ filter: /./, namespace: 'late' }, async ({ path }) => {
      const [part, names] = STUBS[/** @type {keyof typeof STUBS} */ (path)];
      const real = await import(path);
      const stubs = names.map((name) => `export const ${name} = ${stub(real[name], part, name)};`);
      return {
        contents: `import { late } from ${JSON.stringify(join(GUEST, 'parts.js'))};\n${stubs.join('\n')}`,
        loader: 'js',
        resolveDir: GUEST,
      };
    });
  },
};

/**
 * What is replaced in `util.inspect`. Removed are a polyfill for old engines, because locked built-ins cannot be assigned to by
 * then, and reads of globals that it does not need, because a guest whose code reads them is not used again. The methods of
 * functions that getters give are taken as what they are.
 * @type {[RegExp, string][]}
 */
const REPLACED = [
  [/(\w+)\.StringPrototypeReplaceAll=\1\.StringPrototypeReplaceAll\|\|\1\._stringPrototypeReplaceAll,/, ''],
  [/(?<=\[escape,)eval,(?=unescape\])/, ''],
  [/"FinalizationRegistry",/, ''],
  [/\w+\.SafeFinalizationRegistry=\w+\(\w+,class extends \w+\{\}\),/, ''],
  [
    /([$\w]+)=([$\w]+)\(([$\w]+),([$\w]+)\);(?=if\("get"in \1\)[$\w]+\([^)]*\);else\{let\{value:([$\w]+)\}=\1;typeof \5=="function"&&\(\1\.value=[$\w]+\()/,
    '$1=$3===Function.prototype&&($4==="call"||$4==="apply"||$4==="bind")?{value:$3[$4]}:$2($3,$4);',
  ],
];
function lateInspect(/** @type {string} */ text) {
  return REPLACED.reduce((left, [found, by]) => {
    if (left.match(new RegExp(found, 'g'))?.length !== 1) throw new Error(`node-inspect-extracted has no place for ${found}, or several`);
    return left.replace(found, by);
  }, text);
}

/** Patches of packages inside parts. */
const patched = {
  name: 'patched-parts',
  setup(/** @type {import('esbuild').PluginBuild} */ { onLoad }) {
    onLoad({ filter: /node_modules\/(tinyrainbow|@vitest)\// }, async ({ path }) => ({
      contents: capture(patch(path, await readFile(path, 'utf8'))),
      loader: 'js',
    }));
  },
};

/**
 * Provides `verdict:taken`: the original globals that parts receive.
 * @param {string} taken Their names, with commas.
 * @returns {import('esbuild').Plugin}
 */
export const takenModule = (taken) => ({
  name: 'taken',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^verdict:taken$/ }, ({ path }) => ({ path, namespace: 'taken' }));
    onLoad({ filter: /./, namespace: 'taken' }, () => ({ contents: `export const taken = [${taken}];`, loader: 'js' }));
  },
});

/**
 * The texts of parts, by name.
 * @param {import('esbuild').BuildOptions} options What bundles are made with.
 * @param {string} taken Names of globals, with commas.
 * Receives the files that the parts contain.
 */
export async function parts(options, taken, used) {
  /** @type {Record<string, string>} */
  const texts = {};
  for (const [name, contents] of Object.entries(PARTS)) {
    const stdin = { contents: await contents(), resolveDir: ROOT };
    const built = await build({
      ...options,
      minify: NAMELESS.includes(name),
      legalComments: 'none',
      format: 'iife',
      globalName: 'part',
      stdin,
      plugins: [patched],
    });
    used.push(...Object.keys(built.metafile?.inputs ?? {}));
    const text = built.outputFiles?.[0].text ?? '';
    texts[name] = `'use strict';((${taken},verdictSafe)=>{${name === 'inspect' ? lateInspect(text) : text};return part})`;
  }
  return texts;
}

/** Writes texts as comments at the end of `harness.js`, one a line: the frame passes them to guests unchanged. */
export const lines = (/** @type {Record<string, string>} */ texts) =>
  `//texts\n${Object.entries(texts)
    .map(([name, text]) => `//${name} ${JSON.stringify(text)}\n`)
    .join('')}`;
