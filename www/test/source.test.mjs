/**
 * Lines, code frames, edits, differences and bundles as the page's findings use them: without a browser.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { contentsOf, isEditable, withContent } from '../js/bundle-text.js';
import { frameOf } from '../js/code-frame.js';
import { hunksOf, stepsOf } from '../js/line-diff.js';
import { pagesIn } from '../js/rule-pages.js';
import { linesOf, linesWithEnds } from '../js/source-lines.js';
import { edited } from '../js/text-edit.js';

/** A frame as lines: `3 > let [a] = 1`. */
const frame = (text, line, column, endLine, endColumn) =>
  frameOf(linesOf(text), { line, column, endLine, endColumn }).map((row) => {
    if ('gap' in row) return `… ${row.gap}`;
    const { number, before, marked, after, cut } = row;
    const shown = [cut[0] ? '…' : '', before, marked === null ? '' : `[${marked}]`, after, cut[1] ? '…' : ''].join('');
    return `${number}${marked === null ? ' ' : '>'} ${shown}`;
  });

describe('code frames', () => {
  const TEN = Array.from({ length: 10 }, (_, index) => `l${index + 1}`).join('\n');
  const LONG = `${'a'.repeat(500)}X${'b'.repeat(500)}`;
  /** A name, a text, a place and what is shown. */
  const CASES = [
    ['two lines around', TEN, [5, 1, 5, 3], ['3  l3', '4  l4', '5> [l5]', '6  l6', '7  l7']],
    ['the first line', 'var a;\nb\nc\nd', [1, 1, 1, 4], ['1> [var] a;', '2  b', '3  c']],
    ['the last line, with its end', 'a\nb\n', [2, 1, 2, 2], ['1  a', '2> [b]']],
    ['a point', 'ab', [1, 2], ['1> a[]b']],
    ['a point at the end of a line, and past it', 'ab', [1, 9], ['1> ab[]']],
    ['the empty last line, if the finding is there', 'a\n', [2, 1, 2, 1], ['1  a', '2> []']],
    ['an empty text', '', [1, 1, 1, 1], ['1> []']],
    ['a range up to the start of a line marks nothing of it', 'ab\ncd', [1, 1, 2, 1], ['1> [ab]', '2  cd']],
    [
      'a range of several lines, without indentation',
      'if (a) {\n  b;\n}\nc',
      [1, 5, 3, 2],
      ['1> if ([a) {]', '2>   [b;]', '3> [}]', '4  c'],
    ],
    ['a long range is shortened', TEN, [2, 1, 10, 4], ['1  l1', '2> [l2]', '3> [l3]', '4> [l4]', '5> [l5]', '… 4', '10> [l10]']],
    ['an end before the start is a point', 'ab\ncd', [2, 2, 1, 1], ['1  ab', '2> c[]d']],
    ['an end past the text ends with it', 'ab\ncd', [1, 2, 9, 9], ['1> a[b]', '2> [cd]']],
    ['tabs', '\tvar a;', [1, 2, 1, 5], ['1> \t[var] a;']],
    ['wide characters and surrogate pairs', "'漢😀', x", [1, 7, 1, 8], ["1> '漢😀',[ ]x"]],
    ['a range inside of a character has all of it', 'a😀b', [1, 3, 1, 3], ['1> a[]😀b']],
    ['a range that ends inside of a character has all of it', 'a😀b', [1, 2, 1, 3], ['1> a[😀]b']],
    ['CRLF', 'a\r\nbc\r\nd', [2, 1, 2, 3], ['1  a', '2> [bc]', '3  d']],
    ['CR and the separators of ECMAScript', 'a\rb\u2028c\u2029d', [3, 1, 3, 2], ['1  a', '2  b', '3> [c]', '4  d']],
    ['a byte order mark has no column', '\ufeffvar a;', [1, 1, 1, 4], ['1> [var] a;']],
    ['a long line is cut around the place', LONG, [1, 501, 1, 502], [`1> …${'a'.repeat(60)}[X]${'b'.repeat(39)}…`]],
    ['a long line is cut at its end', LONG, [1, 1, 1, 2], [`1> [a]${'a'.repeat(99)}…`]],
    ['a long mark is cut', LONG, [1, 1, 1, 900], [`1> [${'a'.repeat(100)}]…`]],
    ['lines around are cut alike', `x\n${LONG}\n`, [2, 501, 2, 502], ['1  …', `2> …${'a'.repeat(60)}[X]${'b'.repeat(39)}…`]],
    ['a cut splits no character', '😀'.repeat(300), [1, 201, 1, 203], [`1> …${'😀'.repeat(30)}[😀]${'😀'.repeat(19)}…`]],
  ];
  for (const [name, text, place, expected] of CASES) {
    test(name, () => assert.deepEqual(frame(text, ...place), expected));
  }

  test('a place that the text does not have has no frame', () => {
    for (const place of [
      [0, 1],
      [3, 1],
      [1, 0],
      [1.5, 1],
      [Number.NaN, 1],
      ['1', 1],
      [undefined, 1],
      [1, undefined],
      [-1, 1],
      [1e300, 1],
    ]) {
      assert.deepEqual(frame('a\nb', ...place), [], String(place));
    }
    assert.deepEqual(frameOf([], { line: 1, column: 1 }), []);
  });

  test('a line of megabytes is cut at once', () => {
    const text = 'x'.repeat(8_000_000);
    const start = performance.now();
    assert.equal(frame(text, 1, 4_000_000, 1, 4_000_001)[0].length, 107);
    assert.ok(performance.now() - start < 2000);
  });
});

describe('edits', () => {
  const CASES = [
    ['a part', 'var a;', [0, 3], 'let', 'let a;'],
    ['an insertion', 'ab', [1, 1], '-', 'a-b'],
    ['a removal', 'debugger;\na', [0, 10], '', 'a'],
    ['the end', 'a', [1, 1], '\n', 'a\n'],
    ['an empty text', '', [0, 0], 'a', 'a'],
    ['a byte order mark stays, and does not count', '\ufeffvar a;', [0, 3], 'let', '\ufefflet a;'],
    ['only the first mark is one', '\ufeff\ufeffa', [0, 1], '', '\ufeffa'],
    ['units of UTF-16', "'😀' == a", [5, 7], '===', "'😀' === a"],
    ['CRLF', 'a\r\nvar b;\r\n', [3, 6], 'let', 'a\r\nlet b;\r\n'],
    ['a replacement that looks like a pattern', 'a', [0, 1], '$&$1', '$&$1'],
    ['nothing that changes', 'ab', [0, 1], 'a', null],
    ['a part of a character', '😀', [0, 1], '', null],
    ['half of a character as text', 'a', [0, 1], '\ud83d', null],
    ['a range past the end', 'ab', [1, 3], '', null],
    ['a range past the end that the mark would make long enough', '\ufeffab', [0, 3], '', null],
    ['a range that ends before it starts', 'ab', [2, 1], '', null],
    ['a negative range', 'ab', [-1, 1], '', null],
    ['fractions', 'ab', [0.5, 1], '', null],
    ['no numbers', 'ab', ['0', '1'], '', null],
    ['no range', 'ab', undefined, '', null],
    ['no text', 'ab', [0, 1], undefined, null],
  ];
  for (const [name, text, range, inserted, expected] of CASES) {
    test(name, () => assert.equal(edited(text, { range, text: inserted }), expected));
  }
  test('what is no edit', () => {
    for (const edit of [null, undefined, 1, 'x', []]) assert.equal(edited('ab', edit), null);
  });
});

describe('differences', () => {
  const diff = (before, after) =>
    hunksOf(before, after).map((hunk) =>
      hunk.map(
        ({ sign, number, text, range }) =>
          `${sign}${number} ${range ? `${text.slice(0, range[0])}[${text.slice(...range)}]${text.slice(range[1])}` : text}`,
      ),
    );
  const CASES = [
    ['equal texts', 'a\n', 'a\n', []],
    ['a part of a line', 'a\nvar b;\nc\n', 'a\nlet b;\nc\n', [[' 1 a', '-2 [var] b;', '+2 [let] b;', ' 3 c']]],
    ['an insertion in a line', 'a == b', 'a === b', [['-1 a ==[] b', '+1 a ==[=] b']]],
    ['a removed line', 'a\nb\nc\n', 'a\nc\n', [[' 1 a', '-2 b', ' 2 c']]],
    ['an added line', 'a\nc\n', 'a\nb\nc\n', [[' 1 a', '+2 b', ' 3 c']]],
    ['a line for two', 'a\nb\n', 'c\n', [['-1 a', '-2 b', '+1 c']]],
    ['an end that is missing', 'a\n', 'a', [['-1 a[]', '+1 a[]']]],
    ['an empty text', '', 'a\n', [['+1 a']]],
    ['characters are not split', "'😀'", "'😁'", [["-1 '[😀]'", "+1 '[😁]'"]]],
    ['nor at their ends', 'a\u{10400}', 'a\u{10800}'.replace('\u{10800}', '\u{20000}'), [['-1 a[\u{10400}]', '+1 a[\u{20000}]']]],
    [
      'two places are two groups',
      'var a;\n1\n2\n3\n4\n5\nvar b;\n',
      'let a;\n1\n2\n3\n4\n5\nlet b;\n',
      [
        ['-1 [var] a;', '+1 [let] a;', ' 2 1', ' 3 2'],
        [' 5 4', ' 6 5', '-7 [var] b;', '+7 [let] b;'],
      ],
    ],
  ];
  for (const [name, before, after, expected] of CASES) {
    test(name, () => assert.deepEqual(diff(before, after), expected));
  }

  test('a difference leads from one text to the other, whatever they are', () => {
    let state = 1;
    const random = (below) => (state = (state * 1103515245 + 12345) & 0x7fffffff) % below;
    const some = () =>
      Array.from({ length: random(9) }, () => 'abc'[random(3)] + ['\n', '\r\n', '\r', '\u2028'][random(4)]).join('') +
      'x'.repeat(random(2));
    for (let round = 0; round < 2000; round++) {
      const [before, after] = [some(), some()];
      const steps = stepsOf(linesWithEnds(before), linesWithEnds(after));
      const side = (sign) => steps.flatMap((step) => (step.sign === ' ' || step.sign === sign ? [step.line] : [])).join('');
      assert.deepEqual([side('-'), side('+')], [before, after]);
      assert.equal(hunksOf(before, after).length === 0, before === after);
    }
  });

  test('large texts that have nothing in common are not compared for long', () => {
    const text = (name) => Array.from({ length: 20_000 }, (_, index) => `${name}${index}\n`).join('');
    const start = performance.now();
    assert.equal(hunksOf(text('a'), text('b')).flat().length, 40_000);
    assert.ok(performance.now() - start < 5000);
  });
});

describe('bundles', () => {
  const head = (...lines) => `\`\`\`paws-change\n${lines.join('\n')}\n\`\`\`\n\n`;
  const block = (text, marks = '```') => `${marks}js\n${text}${marks}\n`;
  const texts = (bundle) => Object.fromEntries([...contentsOf(bundle)].map(([path, { text }]) => [path, text]));

  test('contents are those of the blocks after heads', () => {
    const bundle = [
      'Prose.\n\n```js\nno file\n```\n\n',
      head('operation: MODIFY', 'file_path: /a.js') + block('a\n'),
      head('operation: CREATE', 'file_path: "/b c.js"', 'newline_at_end: false') + block('b\n', '~~~~'),
      head('operation: DELETE', 'file_path: /gone.js') + block('no content\n'),
      head('operation: RENAME', 'file_path: /old.js', 'new_path: /new.js') + block('new\n'),
      head('operation: UPSERT', 'file_path: d.js') + block(''),
      head('operation: CREATE', 'file_path: /e.bin', 'encoding: base64') + block('AAAA\n'),
      head('operation: CREATE', 'file_path: /md.md') + block('```js\nx\n```\n', '````'),
      `${head('operation: CREATE', 'file_path: /open.js')}\`\`\`js\nnever closed\n`,
    ].join('\n');
    assert.deepEqual(texts(bundle), {
      '/a.js': 'a\n',
      '/b c.js': 'b',
      '/new.js': 'new\n',
      '/d.js': '',
      '/e.bin': null,
      '/md.md': '```js\nx\n```\n',
    });
  });

  test('a text is replaced in its place, and the rest stays', () => {
    const [before, after] = ['var a;\n', 'let a;\n'].map(
      (text) => `# T\n\n${head('operation: MODIFY', 'file_path: /a.js')}${block(text)}\nEnd.\n`,
    );
    assert.equal(withContent(before, '/a.js', 'let a;\n'), after);
  });

  test('fences grow with their content', () => {
    const bundle = head('operation: MODIFY', 'file_path: /a.md') + block('a\n') + head('operation: DELETE', 'file_path: /b.js');
    const changed = withContent(bundle, '/a.md', '````\nx\n````\n');
    assert.match(changed, /^`{5}js$/m);
    assert.equal(texts(changed)['/a.md'], '````\nx\n````\n');
  });

  test('a file that is not there is added', () => {
    for (const text of ['b\n', 'b', '', '```\n', '```']) {
      const bundle = head('operation: MODIFY', 'file_path: /a.js') + block('a\n');
      assert.deepEqual(texts(withContent(bundle, '/b "c".js', text)), { '/a.js': 'a\n', '/b "c".js': text });
    }
  });

  test('what a bundle cannot say is refused', () => {
    const bundle = head('operation: MODIFY', 'file_path: /a.js') + block('a\n');
    assert.equal(withContent(bundle, '/a.js', 'no end'), null);
    assert.equal(withContent(head('operation: MODIFY', 'file_path: /a.js', 'encoding: base64') + block('YQ==\n'), '/a.js', 'b\n'), null);
    for (const other of [
      '{"/a.js": "a"}',
      ' [{"operation":"MODIFY"}]',
      '🐕 --- DOGS_START_FILE: /a.js ---\na\n🐕 --- DOGS_END_FILE ---\n',
    ]) {
      assert.equal(isEditable(other), false, other);
      assert.equal(withContent(other, '/a.js', 'b\n'), null, other);
    }
    assert.equal(isEditable(bundle), true);
  });
});

test('the pages of rules are those that the list links', () => {
  const text = [
    '# Lint rules',
    '| rule | | recommended |',
    '|---|---|---|',
    '| [no-var](no-var.md) | require `let`. | yes |',
    '| [import/no-cycle](import/no-cycle.md) | x |  |',
    '| [evil](javascript:alert(1)) | x |  |',
    '| [up](../../secret.md) | x |  |',
    'See [no-eval](no-eval.md).',
  ].join('\n');
  assert.deepEqual(Object.fromEntries(pagesIn(text, new URL('http://a/docs/rules/README.md'))), {
    'no-var': 'http://a/docs/rules/no-var.md',
    'import/no-cycle': 'http://a/docs/rules/import/no-cycle.md',
  });
});
