/** README.md and docs/ are plain English: see `lib/prose.mjs` for the rules and `lib/words.json` for the words. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { pages } from './lib/pages.mjs';
import { LONGEST, proseProblems } from './lib/prose.mjs';

const documents = await pages();

describe('prose', () => {
  for (const { path, text } of documents) {
    test(path, async () => {
      assert.deepEqual(
        (await proseProblems(text)).map((problem) => `${path}:${problem}`),
        [],
      );
    });
  }
});

describe('the linter', () => {
  /** Problems of a text, without their lines. */
  const check = async (/** @type {string} */ text, /** @type {string[]} */ expected) => {
    const problems = (await proseProblems(text)).map((problem) => problem.replace(/^\d+: /, ''));
    assert.deepEqual(problems, expected, text);
  };
  const words = (/** @type {number} */ count) => `The ${Array.from({ length: count - 1 }, (_, index) => `word${index}`).join(' ')}.`;

  test('finds a long sentence', async () => {
    await check(words(LONGEST), []);
    await check(words(LONGEST + 1), [`${LONGEST + 1} words`]);
  });

  test('counts a code span as one word, and leaves out code, tables and headings', async () => {
    await check(`The ${'`a b c` '.repeat(LONGEST - 2)}end.`, []);
    await check(`# ${words(40)}\n\n| a |\n| --- |\n| ${words(40)} |\n\n\`\`\`text\n${words(40)}\n\`\`\`\n`, []);
    await check(`- ${words(20)}\n- ${words(20)}\n`, []);
    await check(`- ${words(40)}\n`, ['40 words']);
  });

  test('finds a chain of passive verbs, and allows one', async () => {
    await check('The file is written by the gate.', []);
    await check('The file is written after the journal was cleared.', ['a chain of passive verbs: is written, was cleared']);
    await check('The file is written. The journal was cleared. `a` is `b`. `c` is cleared.', []);
  });

  test('finds words of a dialect, repeated words and wrong articles', async () => {
    await check('The file is made anew.', ['“anew”: again, or a new one']);
    await check('What hinders a start is unknown.', ['“hinders”: prevents, fails']);
    await check('The code `anew` is fine.', []);
    await check('It is is a file.', ['Unexpected repeated `is`, remove one occurrence']);
    await check('It is an file.', ['Unexpected article `an` before `file`, expected `a`']);
  });
});
