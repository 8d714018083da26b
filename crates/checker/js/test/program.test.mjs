/**
 * What the checker looks at: projects, defaults, packages, and bad input.
 * @module
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checker, files, lines } from './world.mjs';

/** The lines for a case, and the files that it says were checked. */
async function check(/** @type {string} */ text, request = {}) {
  const { check: ask } = await checker(files(text));
  const answer = ask(request);
  assert.equal(answer.type, 'CHECKED', JSON.stringify(answer));
  return { said: lines(answer.diagnostics), files: answer.files, diagnostics: answer.diagnostics };
}

test('without a configuration, modules of plain JavaScript', async () => {
  const { said, files: checked } = await check(`//- /a.js
import x from 'https://esm.sh/x';
/** @param {number} b */
export function f(a) { return x(a); }
importScripts('y');
document.createElement('div').nothing;
unknownThing;
//- /b.ts
import { f } from './a.js';
export const n: number = f('x') as string;
`);
  assert.deepEqual(said, [
    "a.js(2,21): error TS8024: JSDoc '@param' tag has name 'b', but there is no parameter with that name.",
    "a.js(5,31): error TS2339: Property 'nothing' does not exist on type 'HTMLDivElement'.",
    "a.js(6,1): error TS2304: Cannot find name 'unknownThing'.",
    "b.ts(2,14): error TS2322: Type 'string' is not assignable to type 'number'.",
  ]);
  assert.deepEqual(checked, [
    { file: '/a.js', checked: true, typed: false },
    { file: '/b.ts', checked: true, typed: true },
  ]);
});

test('JavaScript of a project is checked if the request says so', async () => {
  const text = `//- /tsconfig.json
{ "compilerOptions": { "strict": true } }
//- /a.ts
import './b.js';
export {};
//- /b.js
/** @type {number} */
export const b = 'x';
`;
  const said = "b.js(2,14): error TS2322: Type 'string' is not assignable to type 'number'.";
  assert.deepEqual((await check(text)).said, []);
  const asked = await check(text, { config: { allowJs: true } });
  assert.deepEqual(asked.said, [said]);
  assert.deepEqual(asked.files, [
    { file: '/a.ts', checked: true, typed: true },
    { file: '/b.js', checked: true, typed: true },
  ]);
  // Both programs of one configuration are kept.
  const { check: ask } = await checker(files(text));
  for (const allowJs of [true, false, true]) assert.equal(ask({ config: { allowJs } }).diagnostics.length, allowJs ? 1 : 0);
});

test('the types of Vitest and Node are there', async () => {
  const { said } = await check(`//- /a.test.ts
import { expect, expectTypeOf, test, vi } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'path';
test('a', async () => {
  expect(await readFile(join('a', 'b'), 'utf8')).toBe('c');
  expect(1).toBeNothing();
  vi.fn().mockReturnValueOnce(1);
  expectTypeOf(1).toEqualTypeOf<string>();
  process.env.HOME?.trim(1);
  new URL('a', import.meta.url);
});
`);
  assert.deepEqual(
    said.map((line) => line.slice(0, line.indexOf(':', 20))),
    ['a.test.ts(6,13): error TS2339', 'a.test.ts(8,33): error TS2344', 'a.test.ts(9,26): error TS2554'],
  );
});

test('a configuration of Vitest has types without node_modules', async () => {
  const { said } = await check(`//- /tsconfig.json
{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "noEmit": true } }
//- /vitest.config.ts
import { configDefaults, defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
const base: ViteUserConfig = { resolve: { alias: { '@': '/src' } } };
export const later = defineConfig(async ({ mode }) => ({ test: { globals: mode === 'test' } }));
export default mergeConfig(base, defineConfig({ test: { exclude: [...configDefaults.exclude, 'old'] } }));
//- /wrong.config.ts
import { defineConfig, defineConfigs } from 'vitest/config';
export default defineConfig(1);
`);
  assert.deepEqual(said, [
    "wrong.config.ts(1,24): error TS2724: '\"vitest/config\"' has no exported member named 'defineConfigs'. Did you mean 'defineConfig'?",
    "wrong.config.ts(2,29): error TS2345: Argument of type 'number' is not assignable to parameter of type 'UserConfigExport'.",
  ]);
});

test('packages of the snapshot come before those that the checker has', async () => {
  const { said } = await check(`//- /a.ts
import { mine } from 'vitest';
const n: string = mine;
//- /node_modules/vitest/package.json
{ "name": "vitest", "types": "mine.d.ts" }
//- /node_modules/vitest/mine.d.ts
export declare const mine: number;
`);
  assert.deepEqual(said, ["a.ts(2,7): error TS2322: Type 'number' is not assignable to type 'string'."]);
});

test('names that the configuration declares are no mistake', async () => {
  const text = '//- /a.js\nDeno.cwd(); other();\n';
  assert.deepEqual((await check(text, { config: { globals: ['Deno'] } })).said, ["a.js(1,13): error TS2304: Cannot find name 'other'."]);
  assert.equal((await check(text)).said.length, 2);
  assert.deepEqual((await check('//- /a.js\nprocess.cwd();\n', { config: { node: true } })).said, []);
});

test('projects: the nearest configuration, references, and files of none', async () => {
  const text = `//- /tsconfig.json
{ "files": [], "references": [{ "path": "./lib" }, { "path": "./app/tsconfig.app.json" }] }
//- /base.json
{ "compilerOptions": { "strict": true, "types": [], "skipDefaultLibCheck": true } }
//- /lib/tsconfig.json
{ "extends": "../base.json", "compilerOptions": { "composite": true } }
//- /lib/lib.ts
export const lib = (n: number) => n;
const loose: string = 1;
//- /app/tsconfig.app.json
{ "extends": "../base.json", "compilerOptions": { "composite": true }, "references": [{ "path": "../lib" }], "include": ["src"] }
//- /app/src/app.ts
import { lib } from '../../lib/lib';
lib('x');
//- /app/script.js
const n = 1; n = 2;
`;
  const { said, files: checked } = await check(text);
  assert.deepEqual(said, [
    "app/src/app.ts(2,5): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
    "lib/lib.ts(2,7): error TS2322: Type 'number' is not assignable to type 'string'.",
  ]);
  assert.deepEqual(
    checked.map(({ file }) => file),
    ['/app/src/app.ts', '/lib/lib.ts'],
  );
  const one = await check(text, { files: ['/app/src/app.ts'] });
  assert.equal(one.said.length, 1);
});

test('a project that depends on an older TypeScript has the defaults of that one', async () => {
  const project = (range, options = '') => `//- /package.json
{ "devDependencies": { "typescript": "${range}", "@types/thing": "1" } }
//- /tsconfig.json
{ "compilerOptions": { "target": "es2020", "module": "commonjs", "moduleResolution": "node10", "skipDefaultLibCheck": true${options} }, "include": ["src"] }
//- /node_modules/@types/thing/index.d.ts
declare const zq: string;
//- /src/a.ts
export const length = zq.length;
export function loose(value) { return value; }
let nothing: string = null;
export { nothing };
//- /src/b.ts
import './a.css';
`;
  for (const range of ['~5.4.5', '^5.9.0', '>=4.7', '5']) assert.deepEqual((await check(project(range))).said, [], range);
  // What the configuration says counts.
  const strict = await check(project('^5.0.0', ', "strict": true, "types": []'));
  assert.deepEqual(
    strict.said.map((line) => line.replace(/: error (TS\d+).*/, ' $1')),
    ['src/a.ts(1,23) TS2304', 'src/a.ts(2,23) TS7006', 'src/a.ts(3,5) TS2322'],
  );
  // The version that checks has other defaults.
  for (const range of ['6.0.3', '^6.0.0', 'latest']) {
    const { said } = await check(project(range));
    assert.ok(said.some((line) => line.includes('TS5107')));
  }
});

test('scripts without checkJs are part of a program, and their types are not checked', async () => {
  const { said, files: checked } = await check(`//- /tsconfig.json
{ "compilerOptions": { "allowJs": true, "types": [], "skipDefaultLibCheck": true } }
//- /a.js
export const m = 1; m.nothing;
//- /b.js
// @ts-check
const n = 1; n.nothing;
export {};
//- /c.ts
// @ts-nocheck
const n: string = 1;
export {};
`);
  assert.deepEqual(said, ["b.js(2,16): error TS2339: Property 'nothing' does not exist on type '1'."]);
  assert.deepEqual(
    checked.map(({ checked: one }) => one),
    [false, true, false],
  );
});

test('a syntax error hides no other file where everything is asked for', async () => {
  const text = `//- /tsconfig.json
{ "compilerOptions": { "types": [], "skipDefaultLibCheck": true } }
//- /a.ts
const = ;
//- /b.ts
export const n: number = 'x';
`;
  const held = await check(text);
  assert.ok(held.said.every((line) => line.startsWith('a.ts')));
  assert.deepEqual(
    held.files.map(({ checked }) => checked),
    [false, false],
    'the fast layer counts then',
  );
  const all = await check(text, { all: true });
  assert.ok(all.said.some((line) => line.startsWith('b.ts(1,14): error TS2322')));
});

test('chains of messages and related places are kept', async () => {
  const { diagnostics } = await check(`//- /a.ts
interface Options { deep: { value: number } }
declare function f(options: Options): void;
f({ deep: { value: 'x' } });
f({ deep: {} });
const g: (options: Options) => void = (options: { deep: { value: string } }) => {};
`);
  const [first, , chained] = diagnostics;
  assert.deepEqual(first.related, [
    {
      file: '/a.ts',
      line: 1,
      column: 29,
      endLine: 1,
      endColumn: 34,
      message: "The expected type comes from property 'value' which is declared here on type '{ value: number; }'",
    },
  ]);
  assert.ok(chained.message.split('\n').length > 2, chained.message);
  assert.match(chained.message, /\n {2,}/);
  assert.equal(first.text, 'value');
});

test('bad input gets an answer, and the next question too', async () => {
  const huge = `export interface Huge {\n${Array.from({ length: 300_000 }, (_, n) => `  property${n}: { readonly a: string };`).join('\n')}\n}\n`;
  assert.ok(huge.length > 10 << 20);
  const text = [
    ['/huge.d.ts', huge],
    ['/uses.ts', "import type { Huge } from './huge'; export const n = (huge: Huge) => huge.property7.b;"],
    ['/deep.ts', `export const d = ${'['.repeat(3000)}${']'.repeat(3000)};`],
    [
      '/types.ts',
      'type A<T> = T extends string ? A<`${T}x`> : never; export type B = A<"">;\ntype Loop = { [K in keyof Loop]: Loop[K] }; export type U = Loop;',
    ],
    ['/union.ts', `export type U = ${Array.from({ length: 20_000 }, (_, n) => `'v${n}'`).join(' | ')}; export const u: U = 'w';`],
  ];
  const { edit, check: ask } = await checker(new Map(text));
  const answer = ask();
  assert.ok(['CHECKED', 'FAILED'].includes(answer.type));
  edit(new Map([['/a.ts', "export const n: number = 'x';"]]));
  const next = ask();
  // After a failure the snapshot is sent again.
  if (answer.type === 'FAILED') assert.equal(next.code, 'needSnapshot');
  else assert.equal(next.diagnostics.length, 1);
});
