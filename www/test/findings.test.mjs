/**
 * Findings and their fixes, as a person meets them: what is shown, what a press does, and by which keys. The page has
 * the strict policy of the demo, and Trusted Types with no way around them.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

import { CSP, serve } from '../../widget/test/serve.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HOSTILE = '<img src=x onerror="seen.owned = 1">\u202E\u0000';

let browser;
let server;
before(async () => {
  const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
  const mounts = { '/verdict/widget/': folder('../../widget'), '/verdict/docs/': folder('../../docs'), '/': folder('..') };
  server = await serve(mounts, `${CSP}; require-trusted-types-for 'script'; trusted-types 'none'`);
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A page that shows what is given. Errors of its scripts and violations of its policy fail the test that closes it. */
async function open(given, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(`${server.origin}/test/findings.html`);
  await page.waitForFunction(() => window.show);
  await page.evaluate((given) => show(given), given);
  const close = async () => {
    const { owned, violations } = await page.evaluate(() => seen);
    await context.close();
    assert.deepEqual({ owned, violations, problems }, { owned: undefined, violations: [], problems: [] });
  };
  return { page, close };
}

async function assertAccessible(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [target, failureSummary])]);
  });
  assert.deepEqual(found, []);
}

const read = (page, path) => page.evaluate((path) => vfs.read(path), path);
const focused = (page) => page.evaluate(() => document.activeElement.textContent);
const button = (page, text) => page.locator('#shown button', { hasText: text }).first();
const isOpen = (page) => page.locator('dialog').count();
const closed = (page) => page.waitForFunction(() => !document.querySelector('dialog'));

const A = '// A.\nvar a = 1;\nif (a == 2) console.log(a);\n';
const VAR = {
  message: 'Unexpected var, use let or const instead.',
  rule: 'no-var',
  severity: 'warning',
  file: '/src/a.js',
  line: 2,
  column: 1,
  endLine: 2,
  endColumn: 11,
  fix: { range: [6, 9], text: 'let' },
};
const EQ = {
  message: "Expected '===' and instead saw '=='.",
  rule: 'eqeqeq',
  severity: 'error',
  file: '/src/a.js',
  line: 3,
  column: 7,
  endLine: 3,
  endColumn: 9,
  suggestions: [{ messageId: 'r', message: "Use '===' instead of '=='.", fix: { range: [23, 25], text: '===' } }],
};
const GIVEN = { output: [VAR, EQ], files: [['/src/a.js', A]] };

describe('what is shown', () => {
  test('a finding has its severity in words, its place, its rule with a page, and its source', async () => {
    const { page, close } = await open(GIVEN);
    const items = await page.$$eval('.finding', (all) =>
      all.map((one) => ({
        severity: one.querySelector('.severity').textContent,
        place: one.querySelector('.place').textContent,
        rule: one.querySelector('a.rule')?.getAttribute('href') ?? null,
        rows: [...one.querySelectorAll('.frame .row')].map((row) => row.textContent),
        marked: [...one.querySelectorAll('mark')].map((mark) => mark.textContent),
        buttons: [...one.querySelectorAll('button')].map((button) => [button.textContent, button.getAttribute('aria-label')]),
      })),
    );
    const page_ = (rule) => `${server.origin}/verdict/docs/rules/${rule}.md`;
    assert.deepEqual(items, [
      {
        severity: 'Warning',
        place: '/src/a.js:2:1',
        rule: page_('no-var'),
        rows: ['1// A.', '2›var a = 1;', '3if (a == 2) console.log(a);'],
        marked: ['var a = 1;'],
        buttons: [['Fix…', 'Fix… no-var, line 2']],
      },
      {
        severity: 'Error',
        place: '/src/a.js:3:7',
        rule: page_('eqeqeq'),
        rows: ['1// A.', '2var a = 1;', '3›if (a == 2) console.log(a);'],
        marked: ['=='],
        buttons: [["Use '===' instead of '=='…", "Use '===' instead of '=='… eqeqeq, line 3"]],
      },
    ]);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.click('a.rule')]);
    assert.match(await tab.textContent('body'), /^# no-var/);
    assert.equal(await tab.evaluate(() => window.opener), null);
    await tab.close();
    await close();
  });

  test('a code of TypeScript and a rule without a page have no link', async () => {
    const at = { file: '/src/a.js', line: 2, column: 1, severity: 'error' };
    const output = [
      { ...at, message: 'm', code: 'TS2304', related: [{ message: 'declared here', file: '/src/b.js', line: 1, column: 2 }] },
      { ...at, message: 'm', rule: 'plugin/unknown' },
      { ...at, message: 'm', rule: '__proto__' },
      { ...at, message: 'm', rule: '../../secret' },
    ];
    const { page, close } = await open({ kind: 'type-check', output, files: [['/src/a.js', A]] });
    assert.equal(await page.locator('.finding').count(), 4);
    assert.equal(await page.locator('.finding a').count(), 0);
    assert.equal(await page.textContent('.related'), 'declared here /src/b.js:1:2');
    assert.equal(await page.locator('button').count(), 0);
    await close();
  });

  test('hostile texts stay text', async () => {
    const source = `var x; // ${HOSTILE}\n`;
    const fix = { range: [0, 3], text: `let /* ${HOSTILE} */` };
    const finding = {
      message: HOSTILE,
      rule: HOSTILE,
      code: HOSTILE,
      severity: HOSTILE,
      file: `/src/${HOSTILE}.js`,
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 60,
      fix,
      suggestions: [{ messageId: 'x', message: HOSTILE, fix }],
      related: [{ message: HOSTILE, file: HOSTILE, line: 1, column: 1 }],
    };
    const { page, close } = await open({ output: [finding], files: [[finding.file, source]] });
    await button(page, 'Fix…').click();
    await page.waitForSelector('dialog[open]');
    const seen = await page.evaluate(() => ({
      images: document.querySelectorAll('img').length,
      raw: ['\u202E', '\u0000'].some((character) => document.body.textContent.includes(character)),
      shown: [...document.querySelectorAll('.frame mark, dialog h3, dialog ins, .related, .what')].every((one) =>
        one.textContent.includes('<img src=x'),
      ),
    }));
    assert.deepEqual(seen, { images: 0, raw: false, shown: true });
    await close();
  });

  test('odd findings are shown, and offer nothing', async () => {
    const edits = [
      { range: [0, 99], text: '' },
      { range: [3, 1], text: '' },
      { range: ['0', '1'], text: '' },
      { range: null, text: 'x' },
      { range: [0, 1] },
      { range: [6, 9], text: 'var' },
      'x',
    ];
    const places = [{ line: 99 }, { line: 0 }, { line: 'x' }, { column: -1 }, { file: '/none.js' }, { file: null }, { endLine: -1 }];
    const output = [
      ...edits.map((fix) => ({ ...VAR, fix, suggestions: [null, 1, { message: null, fix }] })),
      ...places.map((place) => ({ ...VAR, fix: undefined, suggestions: 'none', related: 'none', ...place })),
    ];
    const { page, close } = await open({ output, files: [['/src/a.js', A]] });
    assert.equal(await page.locator('.finding').count(), output.length);
    assert.equal(await page.locator('.finding button').count(), 0);
    await close();
  });

  test('sources of all kinds', async () => {
    const at = (file, line, column, endLine, endColumn) => ({ ...VAR, fix: undefined, file, line, column, endLine, endColumn });
    const files = [
      ['/empty.js', ''],
      ['/crlf.js', '\ufeffa;\r\n\tvar b;\r\n'],
      ['/wide.js', "'漢字', '😀';\n"],
      ['/long.js', `${'a'.repeat(5000)} == b;`],
      ['/many.js', 'f(\n'.repeat(30)],
    ];
    const output = [
      at('/empty.js', 1, 1, 1, 1),
      at('/crlf.js', 2, 2, 2, 5),
      at('/wide.js', 1, 7, 1, 11),
      at('/long.js', 1, 5002, 1, 5004),
      at('/many.js', 1, 1, 30, 3),
    ];
    const { page, close } = await open({ output, files });
    const shown = await page.$$eval('.frame', (all) =>
      all.map((one) => [one.querySelector('mark').textContent, [...one.querySelectorAll('.row')].map((row) => row.textContent)]),
    );
    assert.deepEqual(shown, [
      ['', ['1›']],
      ['var', ['1a;', '2›    var b;']],
      ["'😀'", ["1›'漢字', '😀';"]],
      ['==', [`1›…${'a'.repeat(59)} == b;`]],
      ['f(', ['1›f(', '2›f(', '3›f(', '4›f(', '… 25 lines', '30›f(']],
    ]);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it scrolls sideways');
    await close();
  });

  for (const [name, options] of [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['a phone', { viewport: { width: 360, height: 740 } }],
    ['forced colours', { forcedColors: 'active' }],
  ]) {
    test(`is accessible and fits in each state: ${name}`, async () => {
      const { page, close } = await open(GIVEN, options);
      await assertAccessible(page);
      await button(page, 'Fix…').click();
      await page.waitForSelector('dialog[open]');
      await assertAccessible(page);
      await page.evaluate(() => (gate.behaviour = 'refuses'));
      await page.click('dialog .primary');
      await page.waitForSelector('dialog .status[data-state=failed]');
      await assertAccessible(page);
      await page.keyboard.press('Escape');
      await page.evaluate(() => vfs.write('/src/a.js', 'changed'));
      await page.waitForSelector('.outdated:not([hidden])');
      await assertAccessible(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it scrolls sideways');
      await close();
    });
  }
});

describe('a fix', () => {
  test('is previewed, cancelled and applied by keyboard alone', async () => {
    const { page, close } = await open(GIVEN);
    await button(page, 'Fix…').focus();
    for (const leave of ['Escape', 'Cancel']) {
      await page.keyboard.press('Enter');
      await page.waitForSelector('dialog[open]');
      assert.equal(await page.evaluate(() => document.activeElement.closest('dialog') !== null), true, 'the focus is in the dialog');
      assert.deepEqual(await page.locator('dialog .row').allTextContents(), [
        '1// A.',
        '2−removed: var a = 1;',
        '2+added: let a = 1;',
        '3if (a == 2) console.log(a);',
      ]);
      assert.deepEqual(await page.locator('dialog del, dialog ins').allTextContents(), ['var', 'let']);
      if (leave === 'Cancel') {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        assert.equal(await focused(page), 'Cancel');
      }
      await page.keyboard.press(leave === 'Cancel' ? 'Enter' : 'Escape');
      await closed(page);
      assert.equal(await focused(page), 'Fix…', 'the focus comes back');
      assert.equal(await read(page, '/src/a.js'), A);
    }
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Apply');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => seen.again === 1);
    assert.equal(await isOpen(page), 0);
    assert.equal(await read(page, '/src/a.js'), A.replace('var', 'let'));
    const { applied } = await page.evaluate(() => seen);
    const change = { type: 'modify', path: '/src/a.js', content: A.replace('var', 'let'), oldContent: A };
    assert.deepEqual(applied, [{ verifyCommand: 'test:/tests/*.test.js', changes: [change] }]);
    await close();
  });

  test('a suggestion is applied like a fix', async () => {
    const { page, close } = await open(GIVEN);
    await button(page, "Use '==='").click();
    assert.equal(await page.textContent('dialog h2'), "Use '===' instead of '=='");
    await page.click('dialog .primary');
    await page.waitForFunction(() => seen.again === 1);
    assert.equal(await read(page, '/src/a.js'), A.replace('==', '==='));
    await close();
  });

  test('keeps a byte order mark and the line ends', async () => {
    const text = '\ufeff// A.\r\nvar a = 1;\r\n';
    const { page, close } = await open({ output: [{ ...VAR, fix: { range: [7, 10], text: 'let' } }], files: [['/src/a.js', text]] });
    await button(page, 'Fix…').click();
    assert.deepEqual(await page.locator('dialog .row').allTextContents(), [
      '1\\u{feff}// A.',
      '2−removed: var a = 1;',
      '2+added: let a = 1;',
    ]);
    await page.click('dialog .primary');
    await page.waitForFunction(() => seen.again === 1);
    assert.equal(await read(page, '/src/a.js'), text.replace('var', 'let'));
    await close();
  });

  test('white space and line ends that change are seen', async () => {
    const fixes = [
      ['a  \nb\n', [1, 3], '', ['1−removed: a··', '1+added: a', '2b']],
      ['\ta\n', [0, 1], '  ', ['1−removed: →   a', '1+added: ··a']],
      ['a\r\n', [1, 3], '\n', ['1−removed: aCRLF', '1+added: aLF']],
      ['a', [1, 1], '\n', ['1−removed: ano line end', '1+added: aLF']],
    ];
    for (const [text, range, inserted, expected] of fixes) {
      const { page, close } = await open({ output: [{ ...VAR, fix: { range, text: inserted } }], files: [['/src/a.js', text]] });
      await button(page, 'Fix…').click();
      assert.deepEqual(await page.locator('dialog .row').allTextContents(), expected);
      await close();
    }
  });

  test('of a text that has changed says so and does nothing, until the text is back', async () => {
    const { page, close } = await open(GIVEN);
    await page.evaluate(() => vfs.write('/src/a.js', 'var b;\n'));
    await page.waitForFunction(() => document.querySelector('.finding button').textContent === 'Fix… (outdated)');
    assert.equal(await button(page, 'Fix…').getAttribute('aria-disabled'), 'true');
    assert.equal(await page.locator('.outdated:not([hidden])').count(), 2);
    await button(page, 'Fix…').focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.findings .status').textContent !== '');
    assert.match(await page.textContent('.findings .status'), /has changed since it was checked/);
    assert.equal(await isOpen(page), 0);
    await page.evaluate((text) => vfs.write('/src/a.js', text), A);
    await page.waitForFunction(() => document.querySelector('.finding button').textContent === 'Fix…');
    assert.equal(await page.locator('.outdated:not([hidden])').count(), 0);
    await close();
  });

  test('of a text that changes below the question is not applied', async () => {
    const { page, close } = await open(GIVEN);
    await button(page, 'Fix…').click();
    await page.evaluate(() => vfs.write('/src/a.js', 'var b;\n'));
    await page.click('dialog .primary');
    await page.waitForSelector('dialog .status[data-state=failed]');
    assert.match(await page.textContent('dialog .status'), /^Not applied: The text has changed/);
    assert.equal(await focused(page), 'Close');
    await page.keyboard.press('Enter');
    await closed(page);
    assert.equal(await read(page, '/src/a.js'), 'var b;\n');
    assert.deepEqual(await page.evaluate(() => [seen.applied.length, seen.again]), [0, 0]);
    await close();
  });

  for (const [behaviour, expected] of [
    ['refuses', 'Not applied: 2 test(s) failed <img src=x onerror="seen.owned = 1">'],
    ['throws', 'Not applied: <b>no gate</b>'],
  ]) {
    test(`the gate ${behaviour}: the reason is shown, and nothing changed`, async () => {
      const { page, close } = await open(GIVEN);
      await page.evaluate((behaviour) => (gate.behaviour = behaviour), behaviour);
      await button(page, 'Fix…').click();
      await page.click('dialog .primary');
      await page.waitForSelector('dialog .status[data-state=failed]');
      assert.equal(await page.textContent('dialog .status'), expected);
      assert.equal(await page.locator('dialog .primary').count(), 0);
      await page.keyboard.press('Escape');
      await closed(page);
      assert.equal(await focused(page), 'Fix…');
      assert.equal(await read(page, '/src/a.js'), A);
      await close();
    });
  }

  for (const key of ['Escape', 'Enter']) {
    test(`is stopped while the gate works: ${key}`, async () => {
      const { page, close } = await open(GIVEN);
      await page.evaluate(() => (gate.behaviour = 'waits'));
      await button(page, 'Fix…').click();
      await page.click('dialog .primary');
      await page.waitForFunction(() => seen.applied.length === 1);
      assert.equal(await page.getAttribute('dialog .primary', 'aria-disabled'), 'true');
      // Another press does nothing.
      await page.keyboard.press('Enter');
      if (key === 'Enter') await page.keyboard.press('Tab');
      await page.keyboard.press(key);
      await closed(page);
      assert.equal(await read(page, '/src/a.js'), A);
      assert.deepEqual(await page.evaluate(() => [seen.applied.length, seen.again]), [1, 0]);
      await close();
    });
  }
});

describe('all fixes', () => {
  const B = ['/src/b.js', 'var b;\n'];
  const ALL = {
    output: [VAR, EQ, { ...VAR, file: '/src/b.js', line: 1, endLine: 1, endColumn: 7, fix: { range: [0, 3], text: 'let' } }],
    files: [GIVEN.files[0], B],
  };

  test('are what the linter makes of the files, with one preview', async () => {
    const { page, close } = await open(ALL);
    const fixed = { '/src/a.js': A.replace('var', 'const'), '/src/b.js': 'let b;\n' };
    await page.evaluate((fixed) => (manager.answer = { output: [], fixed }), fixed);
    await button(page, 'Fix all…').click();
    await page.waitForSelector('dialog[open]');
    assert.deepEqual(await page.locator('dialog h3').allTextContents(), ['/src/a.js', '/src/b.js']);
    assert.deepEqual(await page.locator('dialog [data-sign="+"] .line').allTextContents(), ['const a = 1;', 'let b;']);
    assert.equal(await read(page, '/src/b.js'), 'var b;\n');
    await page.click('dialog .primary');
    await page.waitForFunction(() => seen.again === 1);
    assert.deepEqual(await page.evaluate(() => vfs.entries()), Object.entries(fixed));
    const { checked, applied } = await page.evaluate(() => seen);
    assert.deepEqual(checked, [{ command: 'lint:/src/*.js', files: ALL.files, config: { lint: { fix: true } } }]);
    assert.equal(applied.length, 1);
    await close();
  });

  test('are not there without a fix, nor for types', async () => {
    for (const given of [
      { output: [EQ], files: GIVEN.files },
      { ...GIVEN, kind: 'type-check' },
    ]) {
      const { page, close } = await open(given);
      assert.equal(await button(page, 'Fix all').count(), 0);
      await close();
    }
  });

  test('that change nothing, or that fail, say so', async () => {
    const { page, close } = await open(ALL);
    await button(page, 'Fix all…').click();
    await page.waitForFunction(() => document.querySelector('.findings .status').textContent === 'No fix changes anything.');
    await page.evaluate(() => (manager.answer = { output: null, error: 'no worker <b>' }));
    await button(page, 'Fix all…').click();
    await page.waitForFunction(() => document.querySelector('.findings .status').textContent === 'no worker <b>');
    await page.evaluate(() => vfs.write('/src/b.js', ''));
    await page.waitForFunction(() => document.querySelector('#shown button').textContent === 'Fix all… (outdated)');
    await button(page, 'Fix all…').focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /has changed/.test(document.querySelector('.findings .status').textContent));
    assert.equal(await isOpen(page), 0);
    await close();
  });
});

describe('findings of a change', () => {
  const head = (path) => `\`\`\`paws-change\noperation: MODIFY\nfile_path: ${path}\n\`\`\`\n\n`;
  const bundle = (text) => `# A change\n\n${head('/src/a.js')}\`\`\`js\n${text}\`\`\`\n\nThe end.\n`;

  test('a fix changes the text of the editor, and no file', async () => {
    const { page, close } = await open({ ...GIVEN, bundle: bundle(A) });
    await button(page, 'Fix…').click();
    assert.equal(await page.inputValue('#bundle'), bundle(A));
    await page.click('dialog .primary');
    await page.waitForFunction(() => seen.again === 1);
    assert.equal(await page.inputValue('#bundle'), bundle(A.replace('var', 'let')));
    assert.deepEqual(await page.evaluate(() => [vfs.list(), seen.applied]), [[], []]);
    await close();
  });

  test('typing makes a finding outdated, and undoing it brings it back', async () => {
    const { page, close } = await open({ ...GIVEN, bundle: bundle(A) });
    await page.fill('#bundle', bundle(A).replace('A change', 'Another title'));
    assert.equal(await button(page, 'Fix…').textContent(), 'Fix…');
    await page.fill('#bundle', bundle(`\n${A}`));
    await page.waitForFunction(() => document.querySelector('.finding button').textContent === 'Fix… (outdated)');
    await page.fill('#bundle', bundle(A));
    await page.waitForFunction(() => document.querySelector('.finding button').textContent === 'Fix…');
    await page.fill('#bundle', '{}');
    await page.waitForFunction(() => document.querySelector('.finding button').textContent === 'Fix… (outdated)');
    await close();
  });

  test('a fix that the bundle cannot say is not applied', async () => {
    const output = [{ ...VAR, fix: { range: [A.length - 1, A.length], text: '' } }];
    const { page, close } = await open({ output, files: GIVEN.files, bundle: bundle(A) });
    await button(page, 'Fix…').click();
    await page.click('dialog .primary');
    await page.waitForSelector('dialog .status[data-state=failed]');
    assert.equal(await page.textContent('dialog .status'), 'Not applied: the bundle cannot have this text of /src/a.js');
    assert.equal(await page.inputValue('#bundle'), bundle(A));
    await close();
  });

  test('a bundle in JSON shows its sources, and offers no fixes', async () => {
    const { page, close } = await open({ ...GIVEN, bundle: JSON.stringify({ '/src/a.js': A }) });
    assert.equal(await page.locator('.frame').count(), 2);
    assert.equal(await page.locator('#shown button').count(), 0);
    await close();
  });
});
