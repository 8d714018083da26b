/**
 * What contributors are told of the tree is there: paths, commands of xtask and a README of each crate.
 */

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { proseProblems } from './docs/lib/prose.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** @param {string} path Relative to the root. */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** Words in backticks that are paths of the repository. @param {string} text @returns {string[]} */
function paths(text) {
  const words = [...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word ?? '');
  return words.filter((word) => /^(\.?[\w.-]+\/)+[\w.-]*$/.test(word) && !word.includes('NAME'));
}

/** Those that are not there: below the root, or below a folder that the text is about. @param {string} text @param {string} folder */
const missing = (text, folder = '') =>
  paths(text).filter((path) => ![path, join(folder, path)].some((file) => existsSync(join(ROOT, file))));

/** The test files of a crate, without their extension. @param {string} crate @returns {string[]} */
function testFiles(crate) {
  const folder = join(ROOT, 'crates', crate, 'tests');
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.rs')) : [];
  return files.map((file) => file.slice(0, -3));
}

/**
 * The test programs of a crate: those that its manifest lists; without a `tests/main.rs` also each file, as Cargo finds them.
 *
 * @param {string} crate
 * @returns {string[]}
 */
function testPrograms(crate) {
  const listed = [...read(`crates/${crate}/Cargo.toml`).matchAll(/^\[\[test\]\]\nname = "(\w+)"$/gm)].map(([, name]) => name ?? '');
  const found = testFiles(crate);
  return found.includes('main') ? listed : [...listed, ...found];
}

/** Written by a build, so not in every checkout. */
const BUILT = new Set(['dist/']);

describe('what contributors are told', () => {
  for (const page of ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']) {
    test(`${page} names paths that exist`, () => {
      const text = read(page);
      assert.deepEqual(
        missing(text).filter((path) => !BUILT.has(path)),
        [],
      );
    });
  }

  test('ARCHITECTURE.md names paths that exist, and every crate', () => {
    const text = read('ARCHITECTURE.md');
    const folders = new Set(readdirSync(ROOT));
    // Its code map also names folders inside a crate, as `lower/`.
    const whole = missing(text).filter((path) => folders.has(path.split('/')[0] ?? ''));
    assert.deepEqual(whole, []);
    const crates = readdirSync(join(ROOT, 'crates')).map((crate) => `crates/${crate}`);
    assert.deepEqual(
      crates.filter((crate) => !text.includes(`\`${crate}`)),
      [],
    );
  });

  test('CONTRIBUTING.md names tasks of xtask, scripts of npm and test files that exist', () => {
    const text = read('CONTRIBUTING.md');
    const tasks =
      read('crates/xtask/src/main.rs')
        .match(/^ {4}([A-Z][a-z]+)( \{|\(|,)/gm)
        ?.map((line) => (line.match(/[A-Z][a-z]+/)?.[0] ?? '').toLowerCase()) ?? [];
    const named = [...text.matchAll(/cargo xtask ([a-z]+)/g)].map(([, task]) => task ?? '');
    assert.ok(named.length > 5);
    assert.deepEqual(
      named.filter((task) => !tasks.includes(task)),
      [],
    );

    const { scripts = {} } = JSON.parse(read('package.json'));
    assert.deepEqual(
      [...text.matchAll(/npm run (\w+)/g)].map(([, script]) => script ?? '').filter((script) => !(script in scripts)),
      [],
    );

    const programs = readdirSync(join(ROOT, 'crates')).flatMap((crate) => testPrograms(crate));
    const commands = text.match(/cargo test [^`\n]*/g) ?? [];
    const targets = commands.flatMap((command) => [...command.matchAll(/--test (\w+)/g)].map(([, target]) => target ?? ''));
    assert.ok(targets.length > 2);
    assert.deepEqual(
      targets.filter((target) => !programs.includes(target)),
      [],
    );
  });

  test('each native test file belongs to a program', () => {
    for (const crate of readdirSync(join(ROOT, 'crates'))) {
      const main = `crates/${crate}/tests/main.rs`;
      if (!existsSync(join(ROOT, main))) continue;
      const modules = [...read(main).matchAll(/^mod (\w+);$/gm)].map(([, name]) => name ?? '');
      assert.deepEqual(
        testFiles(crate).filter((file) => file !== 'main' && !modules.includes(file) && !testPrograms(crate).includes(file)),
        [],
        crate,
      );
    }
  });

  test('each crate has a README of five lines or less, whose paths exist', () => {
    for (const crate of readdirSync(join(ROOT, 'crates'))) {
      const text = read(`crates/${crate}/README.md`);
      const lines = text.split('\n').filter((line) => line !== '');
      assert.ok(text.startsWith(`# verdict-${crate}\n`) && lines.length <= 5, crate);
      assert.deepEqual(missing(text, `crates/${crate}`), [], crate);
    }
  });

  test('the workflow runs what a developer runs', () => {
    const steps = read('.github/workflows/ci.yml').match(/run: .*/g);
    assert.deepEqual(steps, ['run: .ci/run', 'run: cargo xtask build', 'run: cargo xtask size']);
    assert.match(read('.ci/run'), /^exec cargo xtask test$/m);
  });

  test('all of it is plain English', async () => {
    const pages = [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      ...readdirSync(join(ROOT, 'crates')).map((crate) => `crates/${crate}/README.md`),
    ];
    for (const page of pages) assert.deepEqual(await proseProblems(read(page)), [], page);
  });

  test('a path that is not there is found', () => {
    assert.deepEqual(missing('`crates/vfs/src/lib.rs`, `crates/none/lib.rs`, `src/lib.rs`, `cargo test`, `a/NAME.rs`'), [
      'crates/none/lib.rs',
      'src/lib.rs',
    ]);
    assert.deepEqual(missing('`src/lib.rs` and `src/nowhere.rs`', 'crates/vfs'), ['src/nowhere.rs']);
  });
});
