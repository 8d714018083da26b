/**
 * The specification in `docs/spec/` names tests that exist, and code refers to requirements that exist.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The pages, and the letter that their requirements begin with. */
const PAGES = { manager: 'M', worker: 'W', profiles: 'P', reports: 'R', gate: 'G' };

/** Columns of a row, by what begins its number. */
const COLUMNS = { requirement: 3, deviation: 5 };

/** @param {string} path Relative to the root. */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string[]} cells
 * @property {{ file: string, name: string }[]} tests
 */

/** The rows of a page that have a number. @param {string} text @returns {Row[]} */
function rows(text) {
  return text
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([id]) => /^[A-Z](-D)?\d+$/.test(id ?? ''))
    .map((cells) => {
      const named = [...(cells.at(-1) ?? '').matchAll(/`([^`]+)` › `([^`]+)`/g)];
      return { id: cells[0] ?? '', cells, tests: named.map(([, file = '', name = '']) => ({ file, name })) };
    });
}

/** What is wrong with a test that a row names, if anything is. @param {{ file: string, name: string }} test */
function problem({ file, name }) {
  if (!existsSync(join(ROOT, file))) return `there is no file ${file}`;
  const text = read(file);
  if (extname(file) === '.rs' && /^\w+$/.test(name)) {
    // A property test stands in a macro: its attribute need not be the line before.
    return new RegExp(`\\bfn ${name}\\(`).test(text) ? undefined : `${file} has no test ${name}`;
  }
  if (/^\w+$/.test(name)) return new RegExp(`\\b${name}\\(`).test(text) ? undefined : `${file} has no scenario ${name}`;
  return text.includes(name) ? undefined : `${file} has no test or case '${name}'`;
}

/** What is wrong with a page. @param {string} letter @param {string} text @returns {string[]} */
function problems(letter, text) {
  /** @type {string[]} */
  const found = [];
  let previous = { requirement: 0, deviation: 0 };
  for (const { id, cells, tests } of rows(text)) {
    const kind = id.includes('-D') ? 'deviation' : 'requirement';
    const number = Number(id.replace(/^\D+/, ''));
    if (!id.startsWith(letter)) found.push(`${id} is no number of this page`);
    if (number <= previous[kind]) found.push(`${id} is out of order`);
    previous = { ...previous, [kind]: number };
    if (cells.length !== COLUMNS[kind] || cells.some((cell) => cell === '')) found.push(`${id} has an empty or missing cell`);
    if (tests.length === 0) found.push(`${id} names no test`);
    for (const test of tests) {
      const wrong = problem(test);
      if (wrong !== undefined) found.push(`${id}: ${wrong}`);
    }
  }
  if (previous.requirement === 0) found.push('the page has no requirement');
  return found;
}

/** Numbers that a text refers to, as in `spec R1`. @param {string} text */
const references = (text) => [...text.matchAll(/\bspec ([A-Z](?:-D)?\d+)\b/g)].map(([, id]) => id ?? '');

describe('the specification', () => {
  for (const [page, letter] of Object.entries(PAGES)) {
    test(`each requirement of ${page}.md names tests that exist`, () => {
      assert.deepEqual(problems(letter, read(`docs/spec/${page}.md`)), []);
    });
  }

  test('what the code refers to is a requirement', () => {
    const known = new Set(Object.keys(PAGES).flatMap((page) => rows(read(`docs/spec/${page}.md`)).map(({ id }) => id)));
    const files = execFileSync('git', ['ls-files', '--', 'crates', 'widget', 'www', 'tests'], { cwd: ROOT, encoding: 'utf8' });
    const named = files
      .split('\n')
      .filter((file) => /\.(rs|m?js|ts)$/.test(file) && file !== 'tests/spec.test.mjs' && existsSync(join(ROOT, file)))
      .flatMap((file) => references(read(file)).map((id) => ({ file, id })));
    assert.ok(named.length > 0, 'the code refers to the specification');
    assert.deepEqual(
      named.filter(({ id }) => !known.has(id)),
      [],
    );
  });

  test('a page that is wrong is told apart', () => {
    const file = 'tests/spec.test.mjs';
    const good = '| M1 | does it | `tests/spec.test.mjs` › `a page that is wrong is told apart` |';
    assert.deepEqual(problems('M', good), []);
    /** @type {[string, RegExp][]} */
    const cases = [
      ['', /no requirement/],
      [good.replace('M1', 'W1'), /W1 is no number of this page/],
      [`${good}\n${good}`, /M1 is out of order/],
      [good.replace('does it', ''), /M1 has an empty or missing cell/],
      ['| M1 | does it | by hand |', /M1 names no test/],
      [`| M1 | does it | \`${file}x\` › \`a\` |`, /there is no file/],
      [`| M1 | does it | \`${file}\` › \`${['of', 'nobody'].join(' ')}\` |`, /has no test or case/],
      [`| M1 | does it | \`${file}\` › \`${['of', 'nobody'].join('_')}\` |`, /has no scenario/],
      ['| M1 | does it | `crates/vfs/tests/root.rs` › `of_nobody` |', /has no test of_nobody/],
      [`${good}\n${good.replace('M1', 'M-D1')}`, /M-D1 has an empty or missing cell/],
    ];
    for (const [text, expected] of cases) assert.match(problems('M', text).join('\n'), expected, text);
    assert.deepEqual(references('as in spec R1 and spec M-D2, not in this spec R'), ['R1', 'M-D2']);
  });
});
