/**
 * A check of some files says what a check of the whole project says of them.
 * @module
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cases, checker, files, lines } from './world.mjs';

/** Asks a fresh checker about each file alone, and one about all files. */
async function compare(/** @type {Map<string, string>} */ given) {
  const { check: ask } = await checker(given);
  const check = (request = {}) => ask({ all: true, ...request });
  const { diagnostics } = check();
  for (const path of [...given.keys()].filter((one) => /\.[cm]?[jt]sx?$/.test(one) && !one.includes('/node_modules/'))) {
    const alone = (await checker(given)).check({ files: [path], all: true });
    const of = (/** @type {any[]} */ found) => lines(found.filter(({ file, isGlobal }) => !isGlobal && file === path));
    assert.deepEqual(of(alone.diagnostics), of(diagnostics), path);
    assert.deepEqual(of(check({ files: [path] }).diagnostics), of(diagnostics), `${path}, after the whole`);
    const all = new Set(lines(diagnostics));
    assert.deepEqual(
      lines(alone.diagnostics).filter((line) => !all.has(line)),
      [],
      `${path} alone`,
    );
  }
}

for (const { name, given } of await cases([''])) test(name, async () => compare(given));

/** What one file declares for others that do not import it. */
const DECLARED = {
  'in a file of declarations': '//- /globals.d.ts\ndeclare const version: number;\ndeclare module "*.css";\n',
  'in a global block': '//- /b.ts\ndeclare global { const version: number }\ndeclare module "*.css";\nexport {};\n',
  'by a package': `//- /b.ts
import 'styles';
//- /node_modules/styles/package.json
{ "name": "styles", "types": "index.d.ts" }
//- /node_modules/styles/index.d.ts
declare const version: number;
declare module "*.css";
`,
  'by a reference':
    '//- /b.ts\n/// <reference path="./types/globals.d.ts" />\nexport {};\n//- /types/globals.d.ts\ndeclare const version: number;\ndeclare module "*.css";\n',
  'by nobody': '//- /b.ts\nexport const version = 1;\n',
};

for (const [name, declared] of Object.entries(DECLARED)) {
  test(`globals ${name}`, async () => {
    const given = files(
      `//- /a.ts\nimport './a.css';\nconst text: string = version;\nexport { text };\n//- /c.ts\nimport { text } from './a.js';\nexport const n: number = text;\n${declared}`,
    );
    await compare(given);
  });
}
