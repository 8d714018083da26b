/** The messages of TypeScript that `verdict explain` has. `VERDICT_UPDATE=1` writes them. */

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';

import ts from 'typescript';

import { ROOT } from './lib/pages.mjs';

const FILE = `${ROOT}crates/cli/src/explain/typescript.txt`;

test('crates/cli/src/explain/typescript.txt has every error and suggestion of TypeScript', async () => {
  /** @type {Record<string, import('typescript').DiagnosticMessage>} */
  const messages = /** @type {any} */ (ts).Diagnostics;
  const told = Object.values(messages).filter(({ category }) => category !== ts.DiagnosticCategory.Message);
  const lines = told.sort((a, b) => a.code - b.code).map(({ code, message }) => `${code}\t${message}\n`);
  assert.ok(lines.length > 1300 && lines.every((line) => /^\d+\t[^\t\n]+\n$/.test(line)));
  if (process.env.VERDICT_UPDATE === '1') await writeFile(FILE, lines.join(''));
  assert.equal(await readFile(FILE, 'utf8'), lines.join(''));
});
