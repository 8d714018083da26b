/**
 * A change does not turn off the type check of its own code: with the configuration, the code is also judged as before.
 */

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { startCli, writeFiles } from './lib/cli.mjs';

const CHECKER = fileURLToPath(new URL('../../dist/checker/', import.meta.url));

const CONFIG =
  '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "allowImportingTsExtensions": true, "noEmit": true } }';
const FILES = {
  'tsconfig.json': CONFIG,
  'base.json': '{ "compilerOptions": { "strict": true } }',
  'src/sum.ts': 'export const sum = (a: number, b: number): number => a + b;\n',
  'src/use.ts': "import { sum } from './sum.ts';\nexport const three: number = sum(1, 2);\n",
  'src/sum.test.ts':
    "import { expect, test } from 'vitest';\nimport { sum } from './sum.ts';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\n",
};
const WRONG = "import { sum } from './sum.ts';\nexport const three: string = sum(1, 2);\n";
const LOOSE =
  "import { sum } from './sum.ts';\nexport const three: number = sum(1, 2);\nexport const first = (list: { name?: string }): string => list.name;\n";

/** Code that needs `paths`. Without them its last line has an error that tells nothing. */
const COUNT = { '/src/count.ts': 'export type Change = (count: number) => number;\n' };
const PATHS = '"paths": { "#/*": ["./src/*"] }';
const COUNTED =
  "import type { Change } from '#/count.ts';\nimport { sum } from './sum.ts';\nexport const three: number = sum(1, 2);\nexport const double: Change = (count) => count * 2;\n";

/** @type {string} */
let root;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'verdict-types-config-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Applies a change to the files. @param {Record<string, string>} change @param {Record<string, string>} [more] */
async function apply(change, more = {}) {
  await writeFiles(root, { ...FILES, ...more });
  const folder = await mkdtemp(join(tmpdir(), 'verdict-types-bundle-'));
  await writeFiles(folder, { 'bundle.json': JSON.stringify(change) });
  const args = ['apply', join(folder, 'bundle.json'), '--root', root, '--json', '--timeout', '120000', '--verify', 'test:src/*.test.ts'];
  return startCli(args, { VERDICT_CHECKER: CHECKER }).ended.finally(() => rm(folder, { recursive: true, force: true }));
}

const withOptions = (options) => CONFIG.replace('"strict": true', options);

describe('a change of the configuration with the code that it judges', () => {
  const cheats = {
    noCheck: [{ '/tsconfig.json': withOptions('"noCheck": true'), '/src/use.ts': WRONG }, 'TS2322'],
    'less is included': [{ '/tsconfig.json': CONFIG.replace(/}$/, ', "include": ["src/*.test.ts"] }'), '/src/use.ts': WRONG }, 'TS2322'],
    'a looser strict': [{ '/tsconfig.json': withOptions('"strict": false'), '/src/use.ts': LOOSE }, 'TS2322'],
    'noCheck beside an option that the code needs': [
      {
        '/tsconfig.json': withOptions(`"noCheck": true, ${PATHS}`),
        ...COUNT,
        '/src/use.ts': COUNTED.replace('three: number', 'three: string'),
      },
      'TS2322',
    ],
    'a looser strict in a new file beside an option that the code needs': [
      {
        '/loose.json': `{ "compilerOptions": { "strict": false, ${PATHS} } }`,
        '/tsconfig.json': CONFIG.replace('{ ', '{ "extends": "./loose.json", ').replace('"strict": true, ', ''),
        ...COUNT,
        '/src/use.ts': COUNTED + LOOSE.replace(/^.*\n.*\n/, ''),
      },
      'TS2322',
    ],
    'a looser file that it extends': [{ '/base.json': '{ "compilerOptions": { "strict": false } }', '/src/use.ts': LOOSE }, 'TS2322'],
  };
  for (const [name, [change, rule]] of Object.entries(cheats)) {
    test(`is refused: ${name}`, async () => {
      const extended = CONFIG.replace('{ "compilerOptions": { "strict": true, ', '{ "extends": "./base.json", "compilerOptions": { ');
      const { code, told } = await apply(change, name.includes('extends') ? { 'tsconfig.json': extended } : {});
      assert.equal(code, 1, JSON.stringify(told));
      assert.deepEqual(
        told.errors.map((error) => [error.rule, error.code]),
        [['type-error', rule]],
        JSON.stringify(told.errors),
      );
    });
  }

  const honest = {
    'a stricter option': {
      '/tsconfig.json': withOptions('"strict": true, "noUncheckedIndexedAccess": true'),
      '/src/use.ts': FILES['src/use.ts'],
    },
    'an option that the code needs': {
      '/tsconfig.json': withOptions('"strict": true, "jsx": "react", "jsxFactory": "h"'),
      '/src/view.tsx':
        'const h = (tag: string, _props: unknown, ...kids: unknown[]) => ({ tag, kids });\ndeclare global {\n  namespace JSX {\n    interface IntrinsicElements {\n      p: object;\n    }\n    interface Element {\n      tag: string;\n      kids: unknown[];\n    }\n  }\n}\nexport const view = <p>text</p>;\n',
    },
    'paths, and other errors without them': { '/tsconfig.json': withOptions(`"strict": true, ${PATHS}`), ...COUNT, '/src/use.ts': COUNTED },
    'paths in a new file': {
      '/paths.json': `{ "compilerOptions": { ${PATHS} } }`,
      '/tsconfig.json': `// The paths come from elsewhere.\n${CONFIG.replace('{ ', '{ "extends": "./paths.json", ')}`,
      ...COUNT,
      '/src/use.ts': COUNTED,
    },
    'a looser option that no code uses': {
      '/tsconfig.json': withOptions('"strict": false'),
      '/src/use.ts': FILES['src/use.ts'].replace('1, 2', '2, 1'),
    },
  };
  for (const [name, change] of Object.entries(honest)) {
    test(`is applied: ${name}`, async () => {
      const { code, told } = await apply(change);
      assert.equal(code, 0, JSON.stringify(told.errors));
    });
  }
});
