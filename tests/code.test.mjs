/**
 * Scripts as they are shipped: their types against the declarations, their format, lint and line length.
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Longest line, in UTF-16 units. Long texts and comments are beyond the formatter. */
const COLUMNS = 140;

/** Scripts whose lines are counted, as Git finds them. Data of tests may be wide. */
const COUNTED = ['crates/manager/js', 'crates/worker/js', 'widget', 'www/js', 'tests/types', ':(glob)tests/*.mjs', ':!*/test/*'];

/**
 * Runs a program of `node_modules`.
 * @param {string} script Below `node_modules`.
 * @param {string[]} words
 * @returns {Promise<{ code: number, text: string }>}
 */
function run(script, ...words) {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'node_modules', script), ...words], { cwd: ROOT, maxBuffer: 1 << 26 }, (error, out, err) =>
      resolve({ code: error ? 1 : 0, text: out + err }),
    );
  });
}

/** @param {...string} words */
const tsc = (...words) => run('typescript/bin/tsc', ...words);

/** @param {...string} words */
const biome = (...words) => run('@biomejs/biome/bin/biome', ...words);

/** Files that Git knows. @param {string[]} paths @returns {Promise<string[]>} */
function tracked(paths) {
  return new Promise((resolve, reject) => {
    execFile('git', ['ls-files', '--', ...paths], { cwd: ROOT }, (error, out) =>
      error ? reject(error) : resolve(out.split('\n').filter(Boolean)),
    );
  });
}

/** Lines that are too long, as `file:line`. @param {string} file @param {string} text @returns {string[]} */
const tooLong = (file, text) => text.split('\n').flatMap((line, at) => (line.length > COLUMNS ? [`${file}:${at + 1}`] : []));

describe('shipped scripts', { concurrency: 2 }, () => {
  test('have the types that are declared, strictly', async () => {
    assert.ok(existsSync(join(ROOT, 'dist/wasm/manager.d.ts')), 'wasm-bindgen writes declarations: run `cargo xtask build` first');
    const { code, text } = await tsc('--project', ROOT);
    assert.deepEqual([code, text], [0, '']);
  });

  test('a mistake in types is found', async () => {
    const folder = await mkdtemp(join(ROOT, 'tests/types/.mistake-'));
    try {
      const script = (/** @type {string} */ body) =>
        `/** @param {import('../../../crates/manager/js/index.js').TestEntry} entry */\nexport const f = (entry) => ${body};\n`;
      await writeFile(join(folder, 'good.js'), script('entry.scope + entry.failedAt?.line'));
      await writeFile(join(folder, 'bad.js'), script('entry.nothing'));
      await writeFile(join(folder, 'tsconfig.json'), '{ "extends": "../../../tsconfig.json", "include": ["*.js"] }');
      const { code, text } = await tsc('--project', folder, '--pretty', 'false');
      assert.equal(code, 1);
      assert.match(text, /bad\.js\(2,35\): error TS2339: Property 'nothing' does not exist on type 'TestEntry'/);
      assert.doesNotMatch(text, /good\.js/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('have declarations that resolve from the installed package, by what older compilers know too', async () => {
    const folder = await mkdtemp(join(ROOT, 'tests/types/.package-'));
    try {
      await mkdir(join(folder, 'node_modules/@verdict'), { recursive: true });
      await symlink(join(ROOT, 'dist'), join(folder, 'node_modules/@verdict/verdict'), 'junction');
      const imports = [
        "import { VerificationManager, openGate, type TestResult } from '@verdict/verdict';",
        "import { registerVerificationManager } from '@verdict/verdict/register';",
        "import module, { createModule } from '@verdict/verdict/di-module';",
        "import { managerWidget } from '@verdict/verdict/widget';",
        "import { VerificationManagerWidget } from '@verdict/verdict/widget/component';",
      ];
      const uses = [
        'const vm = registerVerificationManager(globalThis, { workers: 1 }) satisfies VerificationManager;',
        "export const tests: Promise<TestResult> = vm.runVerification('test:/a.test.js');",
        'export const widget = (element: VerificationManagerWidget) => (element.manager = vm);',
        'export const others = [openGate, module, createModule(), managerWidget.element];',
      ];
      await writeFile(join(folder, 'use.mts'), [...imports, ...uses].join('\n'));
      const options = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        module: 'nodenext',
        moduleResolution: 'nodenext',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
        preserveSymlinks: true,
      };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['use.mts'] }));
      const { code, text } = await tsc('--project', folder, '--pretty', 'false');
      assert.deepEqual([code, text], [0, '']);
      const declared = (await tracked(['*.d.ts'])).map((file) => readFileSync(join(ROOT, file), 'utf8'));
      for (const text of declared) assert.doesNotMatch(text, /Uint8Array</, 'generic since TypeScript 5.7 only');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('are formatted, and the linter has nothing to say', async () => {
    const { code, text } = await biome('ci', '--error-on-warnings', '--colors=off', '.');
    assert.equal(code, 0, text);
    assert.match(text, /Checked [2-9]\d\d files/);
  });

  test(`have lines of at most ${COLUMNS} columns`, async () => {
    const files = (await tracked(COUNTED)).filter((file) => /\.(m?js|ts)$/.test(file) && existsSync(join(ROOT, file)));
    assert.ok(files.length > 80, `${files.length} files`);
    assert.deepEqual(
      files.flatMap((file) => tooLong(file, readFileSync(join(ROOT, file), 'utf8'))),
      [],
    );
    assert.deepEqual(tooLong('a.js', `${'x'.repeat(COLUMNS)}\n${'x'.repeat(COLUMNS + 1)}`), ['a.js:2']);
  });
});
