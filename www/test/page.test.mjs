/**
 * The page as a person meets it: by keyboard, in light and dark, on a phone, with hostile text. What it
 * verifies is shown by the demo, tests/e2e/demo.mjs. Needs the page served: VERDICT_URL, as
 * `cargo xtask test` sets it.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

import { SELF_CHECK } from '../../tests/e2e/lib/browser.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
const ENDED = ':not([data-state=running], [data-state=idle])';

let browser;
before(async () => {
  assert.ok(process.env.VERDICT_URL, 'VERDICT_URL is not set: run `cargo xtask test`, or `cargo xtask serve` and set it');
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
});
after(() => browser?.close());

/** The page, ready. Errors of its script and violations of its policy fail the test that closes it. */
async function open(options = {}) {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && !SELF_CHECK.test(message.text()) && problems.push(message.text()));
  await page.goto(process.env.VERDICT_URL);
  await page.evaluate(() => window.app.ready);
  await page.waitForFunction(() => document.querySelector('#bundle').value !== '');
  return { page, close: async () => (await context.close(), assert.deepEqual(problems, [])) };
}

async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [target, failureSummary])]);
  });
}

const headline = (page, box) => page.textContent(`${box} .headline`);
const root = (page) => page.evaluate(() => window.app.vfs.root());

for (const [name, options] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { viewport: PHONE }],
]) {
  test(`is accessible and fits: ${name}`, async () => {
    const { page, close } = await open(options);
    assert.deepEqual(await violations(page), []);
    await page.click('#apply');
    await page.waitForSelector(`#outcome${ENDED}`);
    await page.fill('#command', 'eval:nothing.at.all');
    await page.click('#run');
    await page.waitForSelector(`#run-output${ENDED}`);
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it scrolls sideways');
    await close();
  });
}

test('a change is applied by keyboard alone', async () => {
  const { page, close } = await open();
  const focused = () => page.evaluate(() => document.activeElement.id);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'bundle');
  for (const id of ['verify-command', 'timeout', 'apply']) {
    await page.keyboard.press('Tab');
    assert.equal(await focused(), id);
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector('#outcome[data-state=applied]');
  assert.equal(await focused(), 'apply', 'the focus stays where it was');
  assert.equal(await page.textContent('#viewer-title'), '/src/memory.js');
  await close();
});

test('files are chosen by arrow keys, one tab stop for all', async () => {
  const { page, close } = await open();
  const chosen = () => page.textContent('#viewer-title');
  await page.focus('#files [aria-selected=true]');
  assert.equal(await chosen(), '/src/agent.js');
  const seen = [];
  for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'ArrowUp', 'End']) {
    await page.keyboard.press(key);
    seen.push(await chosen());
  }
  assert.deepEqual(seen, ['/src/bus.js', '/src/agent.js', '/README.md', '/README.md', '/lib/robust-predicates/index.js']);
  assert.equal(await page.locator('#files [tabindex="0"]').count(), 1);
  await close();
});

test('Start over brings every file back', async () => {
  const { page, close } = await open();
  const before = await root(page);
  await page.evaluate(() => {
    const { vfs } = window.app;
    vfs.write('/src/agent.js', '');
    vfs.write('/new.js', 'x');
    vfs.remove('/src/bus.js');
  });
  assert.deepEqual(await page.locator('#files .mark').allTextContents(), ['new', 'changed']);
  await page.click('#reset');
  assert.equal(await root(page), before);
  assert.equal(await page.locator('#files .mark').count(), 0);
  await close();
});

const BUNDLES = [
  ['no operation', 'hello', /The bundle cannot be applied as it is written/],
  ['an unknown operation', '```paws-change\noperation: OVERWRITE\nfile_path: /a.js\n```\n\n```js\n1\n```\n', /cannot be applied/],
  ['a path that leaves the root', '```paws-change\noperation: CREATE\nfile_path: /../a.js\n```\n\n```js\n1\n```\n', /cannot be applied/],
  [
    'a file that is there already',
    '```paws-change\noperation: CREATE\nfile_path: /src/bus.js\n```\n\n```js\n1\n```\n',
    /cannot be applied/,
  ],
];
test('a bundle that cannot be read is an error with its place, and changes nothing', async () => {
  const { page, close } = await open();
  const before = await root(page);
  for (const [name, bundle, expected] of BUNDLES) {
    await page.fill('#bundle', bundle);
    await page.click('#apply');
    await page.waitForSelector('#outcome[data-state=error]');
    assert.match(await headline(page, '#outcome'), expected, name);
    assert.match(await page.textContent('#outcome .entries .place'), /^bundle:\d+/, name);
    assert.equal(await root(page), before, name);
  }
  await close();
});

test('hostile names and texts stay text', async () => {
  const { page, close } = await open();
  const name = '<img src=x onerror="window.owned = 1">\u202E';
  await page.evaluate((name) => {
    const source = `describe(${JSON.stringify(name)}, () => { it('fails', () => { throw new Error(${JSON.stringify(`${name}\n${name}`)}); }); });`;
    window.app.vfs.write(`/tests/${name.replaceAll('/', '')}.test.js`, source);
  }, name);
  await page.fill('#command', 'test:/tests/*onerror*.test.js');
  await page.click('#run');
  await page.waitForSelector('#run-output[data-state=failed]');
  const seen = await page.evaluate(() => ({
    owned: window.owned,
    images: document.querySelectorAll('img').length,
    raw: document.body.innerText.includes('\u202E'),
    shown: document.querySelector('#run-output .entries').textContent.includes('<img src=x'),
    listed: document.querySelector('#files').textContent.includes('\\u{202e}'),
  }));
  assert.deepEqual(seen, { owned: undefined, images: 0, raw: false, shown: true, listed: true });
  await close();
});

test('each error of a test is shown with its source, its stack and its cause', async () => {
  const { page, close } = await open();
  await page.evaluate(() => {
    const source = [
      "import { afterEach, expect, it } from 'vitest';",
      'afterEach(() => { throw new TypeError("left over", { cause: new RangeError("the reason") }); });',
      "it('adds', () => { expect.soft(1 + 1).toBe(3); expect.soft({ a: 1 }).toEqual({ a: 2 }); });",
    ];
    window.app.vfs.write('/tests/errors.test.js', source.join('\n'));
  });
  await page.fill('#command', 'test:/tests/errors.test.js');
  await page.click('#run');
  await page.waitForSelector('#run-output[data-state=failed]');
  const shown = await page.$$eval('#run-output .entries .why', (all) => all.map((one) => one.textContent));
  assert.equal(shown.length, 3, shown.join('\n---\n'));
  assert.match(shown[0], /^AssertionError: expected 2 to be 3[^]*3\| it\('adds'[^]*\^$/m);
  assert.match(shown[1], /- {5}"a": 2,|-\s+"a": 2/);
  assert.match(shown[2], /^\(afterEach hook failed\)\nTypeError: left over\n[^]*2\| afterEach/);
  const stacks = await page.$$eval('#run-output .entries .stack pre', (all) => all.map((one) => one.textContent));
  assert.match(stacks.at(-1), /^Caused by: RangeError: the reason\n +at \/tests\/errors\.test\.js:2:\d+/);
  assert.deepEqual(await violations(page), []);
  await close();
});

test('a command that there is not is an error that lists the verbs', async () => {
  const { page, close } = await open();
  await page.fill('#command', 'format:/src/*.js');
  await page.click('#run');
  await page.waitForSelector('#run-output[data-state=error]');
  assert.match(await headline(page, '#run-output'), /err:command: Unknown command type: format.*test:, lint:, type-check:, eval:/);
  await close();
});

test('what is judged are the live files', async () => {
  const { page, close } = await open();
  await page.click('#run');
  await page.waitForSelector('#run-output[data-state=passed]', { timeout: 60_000 });
  assert.match(await headline(page, '#run-output'), /^Passed: \d+ of \d+ tests\.$/);
  assert.match(await page.textContent('#run-output .facts'), /, the live files/);
  const stats = await page.evaluate(() => document.querySelector('#manager-widget').getStatus());
  assert.equal(stats.primaryMetric, '1 verification run');
  await close();
});

test('tests run in the sealed frame too, and the page says what that is worth', async () => {
  const { page, close } = await open();
  await page.selectOption('#engine', 'browser');
  await page.click('#run');
  await page.waitForSelector('#run-output[data-state=passed]', { timeout: 60_000 });
  const passed = await headline(page, '#run-output');
  assert.match(passed, /^Passed: \d+ of \d+ tests\.$/);
  assert.match(await page.textContent('#run-output .facts'), /provisional/);
  await page.selectOption('#engine', 'both');
  await page.click('#run');
  await page.waitForSelector('#run-output[data-state=running]');
  await page.waitForSelector('#run-output[data-state=passed]', { timeout: 60_000 });
  assert.equal(await headline(page, '#run-output'), passed);
  assert.match(await page.textContent('#run-output .facts'), /sealed frame: [1-9]\d* tests confirmed by the interpreter$/);
  assert.deepEqual(await violations(page), []);
  await close();
});

test('without the package the page says what is not served', async () => {
  const page = await browser.newPage();
  await page.route('**/verdict/index.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(process.env.VERDICT_URL);
  await page.waitForSelector('#startup[data-state=failed]');
  const text = await page.innerText('#startup');
  assert.match(text, /\/verdict\/index\.js \(the npm package\): HTTP 404/);
  assert.match(text, /cargo xtask serve/);
  assert.equal(await page.getAttribute('#startup', 'role'), 'alert');
  await page.close();
});

test('without wasm the page says why', async () => {
  const page = await browser.newPage();
  await page.route('**/*_bg.wasm', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(process.env.VERDICT_URL);
  await page.waitForSelector('#startup[data-state=failed]', { timeout: 60_000 });
  assert.match(await page.innerText('#startup'), /err:startup: .*(wasm|worker)/i);
  await page.close();
});

test('a gate that cannot bring the files back is closed, over a reload too, until a person resets it', async () => {
  const { page, close } = await open();
  await page.evaluate(() => {
    const { vfs } = window.app;
    let writes = 0;
    // The first write takes, and then nothing does.
    vfs.write = async (path, text) => {
      writes += 1;
      if (writes > 1) throw new Error('the disk is full');
      return Object.getPrototypeOf(vfs).write.call(vfs, path, text);
    };
  });
  await page.click('#apply');
  await page.waitForSelector('#outcome[data-state=error]');
  assert.match(await headline(page, '#outcome'), /RESTORING FAILED/);
  await page.waitForSelector('#gate-notice[data-state=locked]:not([hidden])');
  assert.deepEqual(await violations(page), []);

  await page.reload();
  await page.evaluate(() => window.app.ready);
  await page.waitForFunction(() => document.querySelector('#bundle').value !== '');
  await page.waitForSelector('#gate-notice[data-state=locked]:not([hidden])');
  await page.click('#apply');
  await page.waitForSelector(`#outcome${ENDED}`);
  assert.match(await headline(page, '#outcome'), /reset/);

  await page.click('#gate-notice button');
  await page.waitForSelector('#gate-notice', { state: 'hidden' });
  await page.click('#reset');
  await page.click('#apply');
  await page.waitForSelector('#outcome[data-state=applied]');
  await close();
});

test('files and the record outlive the page, and Start over is the start again', async () => {
  const { page, close } = await open();
  const before = await root(page);
  await page.click('#apply');
  await page.waitForSelector('#outcome[data-state=applied]');
  const applied = await root(page);
  await page.waitForSelector('#record-run:not([disabled])');
  await page.reload();
  await page.evaluate(() => window.app.ready);
  assert.equal(await root(page), applied);
  assert.match(await page.textContent('#record-text'), /^PASS /);
  await page.selectOption('#record-format', 'sarif');
  await page.waitForSelector('#record-text[data-format=sarif]');
  assert.equal(JSON.parse(await page.textContent('#record-text')).version, '2.1.0');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#record-archive')]);
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.subarray(0, 4).toString('latin1'), 'PK\u0003\u0004');
  await page.click('#reset');
  assert.equal(await root(page), before);
  await close();
});

/** Chooses an example and applies it. */
async function applyExample(page, id) {
  const before = await page.inputValue('#bundle');
  await page.selectOption('#example', id);
  await page.waitForFunction((before) => document.querySelector('#bundle').value !== before, before);
  await page.click('#apply');
  await page.waitForSelector(`#outcome${ENDED}`);
}

const fixOf = (page, box, rule) => page.locator(`${box} .finding`, { hasText: rule }).locator('button').first();

for (const [name, options] of [
  ['light', { colorScheme: 'light' }],
  ['dark, on a phone', { colorScheme: 'dark', viewport: PHONE }],
]) {
  test(`findings of a change have their source and are fixed in the editor: ${name}`, async () => {
    const { page, close } = await open(options);
    const start = await root(page);
    await applyExample(page, 'lint');
    const found = await page.$$eval('#outcome .finding', (all) =>
      all.map((one) => [
        one.querySelector('a.rule').textContent,
        one.querySelector('.frame [aria-hidden]:not(:empty) + .line').textContent,
      ]),
    );
    const lines = Object.fromEntries(found.map(([rule, line]) => [rule.replace(/ .*/, ''), line]));
    assert.equal(lines['no-var'], '  var doubled = 0;');
    assert.equal(lines['no-debugger'], '  debugger;');
    assert.deepEqual(await violations(page), []);

    const bundle = await page.inputValue('#bundle');
    await fixOf(page, '#outcome', 'no-var').click();
    await page.waitForSelector('dialog[open]');
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(await page.locator('dialog [data-sign] .line').allTextContents(), ['  var doubled = 0;', '  let doubled = 0;']);
    assert.equal(await page.inputValue('#bundle'), bundle);
    await page.click('dialog .primary');
    await page.waitForFunction(() => document.activeElement.matches('.findings .status'));
    assert.equal(await page.inputValue('#bundle'), bundle.replace('var doubled', 'let doubled'));
    assert.match(await page.textContent('#outcome .findings .status'), /^Fixed and checked again: \d+ problems found\. Apply the change/);
    assert.equal(await page.locator('#outcome .finding', { hasText: 'no-var' }).count(), 0);

    await fixOf(page, '#outcome', 'no-console').click();
    await page.click('dialog .primary');
    await page.waitForFunction(() => !document.querySelector('#outcome .findings').textContent.includes('no-console'));
    assert.ok(!(await page.inputValue('#bundle')).includes('console.log'));
    assert.equal(await root(page), start, 'no file has changed');
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it scrolls sideways');
    await close();
  });
}

test('findings of the live files are fixed through the gate, one or all', async () => {
  const { page, close } = await open();
  const text = (name) => `// ${name}.\r\nvar a = 1;\r\nconsole.log(a);\r\nexport const ${name} = a;\r\n`;
  await page.evaluate(
    (files) => files.forEach(([path, text]) => window.app.vfs.write(path, text)),
    [
      ['/src/one.js', `\ufeff${text('one')}`],
      ['/src/two.js', text('two')],
    ],
  );
  await page.fill('#command', 'lint:/src/*.js');
  await page.click('#run');
  await page.waitForSelector(`#run-output${ENDED}`);
  assert.equal(await page.locator('#run-output .finding', { hasText: 'no-var' }).count(), 2);

  await fixOf(page, '#run-output', 'no-var').click();
  await page.click('dialog .primary');
  // The gate runs the tests, and the linter runs again.
  await page.waitForFunction(() => window.app.vfs.read('/src/one.js').includes('let a'), undefined, { timeout: 60_000 });
  await page.waitForFunction(() => document.activeElement.matches('#run-output .headline'));
  assert.equal(await page.evaluate(() => window.app.vfs.read('/src/one.js')), `\ufeff${text('one').replace('var', 'let')}`);
  assert.equal(await page.locator('#run-output .finding', { hasText: 'no-var' }).count(), 1);
  assert.equal(await page.textContent('#viewer-title'), '/src/one.js');
  await page.waitForFunction(() => document.querySelector('#record-run').value !== '');

  await page.evaluate((text) => window.app.vfs.write('/src/one.js', text), text('one'));
  await page.click('#run');
  await page.waitForSelector(`#run-output${ENDED}`);
  await page.locator('#run-output button', { hasText: 'Fix all…' }).click();
  await page.waitForSelector('dialog[open]');
  assert.deepEqual(await page.locator('dialog h3').allTextContents(), ['/src/one.js', '/src/two.js']);
  await page.click('dialog .primary');
  await page.waitForFunction(() => window.app.vfs.read('/src/two.js').includes('let a'), undefined, { timeout: 60_000 });
  await page.waitForFunction(() => document.activeElement.matches('#run-output .headline'));
  for (const name of ['one', 'two']) {
    assert.equal(await page.evaluate((path) => window.app.vfs.read(path), `/src/${name}.js`), text(name).replace('var', 'let'));
  }
  await close();
});

test('a fix that breaks a test is refused, and the file stays', async () => {
  const { page, close } = await open();
  await page.evaluate(() => {
    window.app.vfs.write('/src/odd.js', '/** Odd. */\nexport function f() {\n  var a = 1;\n  return a;\n}\n');
    const test = "import { expect, it } from 'vitest';\nimport { f } from '../src/odd.js';\n";
    window.app.vfs.write('/tests/odd.test.js', `${test}it('has var', () => expect(String(f)).toContain('var'));\n`);
  });
  const before = await root(page);
  await page.fill('#command', 'lint:/src/odd.js');
  await page.click('#run');
  await page.waitForSelector(`#run-output${ENDED}`);
  await fixOf(page, '#run-output', 'no-var').click();
  await page.click('dialog .primary');
  await page.waitForSelector('dialog .status[data-state=failed]', { timeout: 60_000 });
  assert.match(await page.textContent('dialog .status'), /^Not applied: .*test\(s\) failed/);
  assert.equal(await root(page), before);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Fix…');
  await close();
});

test('findings of types have their source, and a code of TypeScript has no link', async () => {
  const { page, close } = await open();
  await applyExample(page, 'types');
  assert.ok((await page.locator('#outcome .finding').count()) > 0);
  assert.equal(await page.locator('#outcome .finding').count(), await page.locator('#outcome .frame').count());
  assert.equal(await page.locator('#outcome .finding a').count(), 0);
  assert.deepEqual(await violations(page), []);
  await close();
});
