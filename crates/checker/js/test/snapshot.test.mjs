/**
 * One program is kept across snapshots: after each edit it says what a new one says.
 * @module
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checker, files, lines } from './world.mjs';

const PROJECT = files(`//- /tsconfig.json
{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "types": [], "skipDefaultLibCheck": true, "lib": ["es2022"], "allowJs": true, "checkJs": true } }
//- /shapes.ts
export interface Shape { readonly kind: 'round' | 'flat'; area(scale: number): number; name?: string }
export const make = (kind: Shape['kind'], size: number): Shape => ({ kind, area: (scale) => scale * size });
export async function load(id: number): Promise<Shape> { return make('round', id); }
//- /use.ts
import { load, make, type Shape } from './shapes';
export const total = (shapes: Shape[]) => shapes.reduce((sum, shape) => sum + shape.area(2), 0);
export async function main() { const shape = await load(1); return total([shape, make('flat', 2)]); }
//- /names.js
import { make } from './shapes';
/** @param {import('./shapes').Shape} shape @returns {string} */
export const title = (shape) => (shape.name ?? shape.kind).toUpperCase();
export const first = title(make('round', 1));
//- /data.js
export const data = 1;
//- /early.ts
export const early: 'z' | 'y' | 'x' = 'x';
//- /size.js
import { data } from './data';
export const size = data.toFixed(1);
//- /global.d.ts
declare const VERSION: string;
//- /version.ts
export const version = VERSION.trim();
export * from './use';
//- /leaf.ts
export const leaf = 1;
//- /hub.ts
export * from './leaf';
export * from './data';
//- /twice.ts
import { data, leaf } from './hub';
export const twice = leaf * 2 + data;
export const thrice = twice.toFixed(3);
//- /adds.ts
import type {} from './shapes';
declare module './shapes' {
  interface Shape { extra?: number }
}
//- /extra.ts
import { make } from './shapes';
export const extra = make('flat', 1).extra;
`);

/** Edits: [what, a file, what is found in it, its replacement], or a file that is added or removed. */
const EDITS = [
  ['a misspelt member', '/use.ts', 'shape.area(2)', 'shape.aera(2)'],
  ['a wrong argument', '/use.ts', "make('flat', 2)", "make('flat', '2')"],
  ['a dropped await', '/use.ts', 'await load(1)', 'load(1)'],
  ['a wrong import', '/names.js', "from './shapes'", "from './shape'"],
  ['an import that is not exported', '/use.ts', '{ load, make,', '{ load, made as make,'],
  ['a removed property', '/shapes.ts', '; name?: string', ''],
  ['another type of an export', '/shapes.ts', 'area(scale: number): number', 'area(scale: number): string'],
  ['another parameter of a hub', '/shapes.ts', "(kind: Shape['kind'], size: number)", "(kind: Shape['kind'])"],
  ['a global that is another', '/global.d.ts', 'string', 'number'],
  ['a global that a library has too', '/global.d.ts', 'declare const', 'interface Array<T> { length: string }\ndeclare const'],
  ['a union of types of the libraries', '/version.ts', 'version = VERSION.trim()', 'version: Set<1> | Date | Map<1, 2> = 1'],
  ['a syntax error', '/use.ts', 'reduce((', 'reduce(('.repeat(2)],
  ['other options', '/tsconfig.json', '"types": []', '"types": ["nothing"]'],
  ['a union whose members another file has first', '/version.ts', 'version = VERSION.trim()', "version: 'x' | 'y' | 'z' = 1"],
  ['a comment', '/shapes.ts', 'export interface', '// moved\nexport interface'],
  ['a removed file', '/global.d.ts', undefined, undefined],
  ['a removed file whose exports another passes on', '/leaf.ts', undefined, undefined],
  ['a removed file that adds to a module', '/adds.ts', undefined, undefined],
  ['a file that another resolves to', '/data.ts', undefined, 'export const data = "x";'],
  ['a file that nobody imports', '/other.ts', undefined, 'const n: number = "x"; export { n };'],
];

function edited(path, find, replace) {
  const next = new Map(PROJECT);
  if (find !== undefined) {
    const text = next.get(path);
    assert.ok(text?.includes(find), `${path} has ${find}`);
    next.set(path, text.replace(find, replace));
  } else if (replace === undefined) next.delete(path);
  else next.set(path, replace);
  return next;
}

/** The project with the libraries checked too. */
const CHECKED = edited('/tsconfig.json', '"skipDefaultLibCheck": true, ', '');

test('each edit of the libraries, taken back, where they are checked', async () => {
  const kept = await checker(CHECKED);
  assert.deepEqual(lines(kept.check().diagnostics), []);
  for (const [name, path, find, replace] of EDITS.filter(([name]) => /global|union|options/.test(name))) {
    const next = new Map([
      ...edited(path, find, replace),
      ...(path === '/tsconfig.json' ? [] : [['/tsconfig.json', CHECKED.get('/tsconfig.json')]]),
    ]);
    kept.edit(next);
    const fresh = await checker(next);
    assert.deepEqual(lines(kept.check().diagnostics), lines(fresh.check().diagnostics), name);
    kept.edit(CHECKED);
    assert.deepEqual(lines(kept.check().diagnostics), [], `${name}, taken back`);
  }
});

test('each edit, taken back, and two at once', async () => {
  const kept = await checker(PROJECT);
  assert.deepEqual(lines(kept.check().diagnostics), []);
  for (const [name, path, find, replace] of EDITS) {
    const next = edited(path, find, replace);
    kept.edit(next);
    const warm = lines(kept.check().diagnostics);
    const fresh = await checker(next);
    assert.deepEqual(warm, lines(fresh.check().diagnostics), name);
    assert.equal(warm.length === 0, ['a comment'].includes(name), `${name}: ${warm.join('\n')}`);
    kept.edit(PROJECT);
    assert.deepEqual(lines(kept.check().diagnostics), [], `${name}, taken back`);
  }
});

test('what concerns no file stays when the file changes that was checked first', async () => {
  const holding = 'export function f(): void { using held = null; }\n';
  const state = (/** @type {string} */ first, /** @type {string} */ second) =>
    new Map([
      ['/tsconfig.json', '{ "compilerOptions": { "target": "es2022", "lib": ["es2022"], "module": "esnext", "types": [] } }'],
      ['/first.ts', first],
      ['/second.ts', second],
    ]);
  const states = [
    state(holding, holding),
    state('export {};\n', holding),
    state('export {};\n', 'export {};\n'),
    state('export {};\n', holding),
  ];
  const kept = await checker(states[0]);
  for (const [at, next] of [...states, ...states].entries()) {
    kept.edit(next);
    const fresh = await checker(next);
    assert.deepEqual(lines(kept.check().diagnostics), lines(fresh.check().diagnostics), `state ${at}`);
    assert.equal(kept.check().diagnostics.length > 0, next !== states[2]);
  }
});

test('a project without files says so', async () => {
  const kept = await checker(new Map([['/tsconfig.json', '{ "include": ["src"] }']]));
  const { diagnostics } = kept.check({ config: { project: '/tsconfig.json' } });
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    [18003],
  );
  assert.deepEqual(kept.check({ files: [] }).diagnostics, []);
});

test('seeded walks through edits agree with new programs', async () => {
  let seed = 7;
  const random = (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  const kept = await checker(PROJECT);
  let now = new Map(PROJECT);
  for (let step = 0; step < 25; step += 1) {
    const [, path, find, replace] = EDITS[random(EDITS.length)];
    const text = now.get(path);
    if (find === undefined)
      now =
        text === undefined && replace !== undefined
          ? new Map([...now, [path, replace]])
          : new Map([...now].filter(([one]) => one !== path || PROJECT.has(path)));
    else if (text?.includes(find)) now = new Map([...now, [path, text.replace(find, replace)]]);
    else now = new Map([...now, [path, PROJECT.get(path) ?? '']]);
    kept.edit(now);
    if (step % 5 === 4) assert.deepEqual(lines(kept.check().diagnostics), lines((await checker(now)).check().diagnostics), `step ${step}`);
    else kept.check({ files: [path] });
  }
});
