import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserTests } from './harness.mjs';

const { open } = browserTests();

/** Name, hostile text, and what is shown of it. */
const TEXTS = [
  ['markup', '<img src=x onerror="window.owned = true">', '<img src=x onerror="window.owned = true">'],
  ['a closing tag', '</span><script>window.owned = true</script>', '</span><script>window.owned = true</script>'],
  ['a right-to-left override', 'test:/a\u202Esj.tset', 'test:/a\\u{202e}sj.tset'],
  ['isolates', '\u2066hidden\u2069', '\\u{2066}hidden\\u{2069}'],
  ['terminal escapes', '\u001b[32mok', '\\u{1b}[32mok'],
  ['newlines', 'a\nnot ok 1\r\n\tb', 'a not ok 1 b'],
  ['a NUL', 'a\u0000b', 'a\\u{0}b'],
  ['a zero-width space', 'a\u200bb', 'a\\u{200b}b'],
  ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
  ['a tag character', 'a\u{E0041}b', 'a\\u{e0041}b'],
  ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ['100 000 units', 'o'.repeat(100_000), `${'o'.repeat(200)}…`],
  ['a cut inside a character', `${'o'.repeat(199)}😀😀`, `${'o'.repeat(199)}…`],
  ['an ordinary name', 'test:/tests/größe 数.test.js', 'test:/tests/größe 数.test.js'],
  ['__proto__', '__proto__', '__proto__'],
];

test('hostile text stays text and is cut', async () => {
  const page = await open();
  for (const [name, hostile, shown] of TEXTS) {
    const seen = await page.evaluate(async (hostile) => {
      const manager = lived();
      manager.history = [{ id: hostile, command: hostile, success: false, error: hostile, code: null, startedAt: 0, durationMs: 1 }];
      const [one, other] = [await add('manager', manager), await add('worker', manager)];
      manager.set({ active: 1 }, 'verification-start', { id: hostile, command: hostile });
      manager.set({ restarts: 1 }, 'worker-restart', { reason: hostile });
      await frames_();
      const texts = [
        one.shadowRoot.querySelector('tbody .command'),
        one.shadowRoot.querySelector('tbody .reason'),
        other.shadowRoot.querySelector('.running .command'),
      ].map((element) => [element.childElementCount, element.textContent]);
      const wide = [one, other].some((widget) => widget.shadowRoot.querySelector('.base').scrollWidth > widget.clientWidth);
      main.replaceChildren();
      return { texts, wide, owned: window.owned ?? false };
    }, hostile);
    assert.deepEqual(
      seen,
      {
        texts: [
          [0, shown],
          [0, shown],
          [0, shown],
        ],
        wide: false,
        owned: false,
      },
      name,
    );
  }
  await page.close();
});

test('names are laid out left to right, each for itself', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = lived();
    manager.history[0].command = 'אבג';
    const widget = await add('manager', manager);
    const { direction, unicodeBidi } = getComputedStyle(widget.shadowRoot.querySelector('tbody .command'));
    return [direction, unicodeBidi];
  });
  assert.deepEqual(seen, ['ltr', 'isolate']);
  await page.close();
});

test('100 000 entries of history are bounded rows', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    manager.history = Array.from({ length: 100_000 }, (_, id) => ({
      id: `${id}`,
      command: 'test:/a',
      success: true,
      startedAt: id,
      durationMs: 1,
    }));
    const widget = await add('manager', manager);
    const rows = () => widget.shadowRoot.querySelectorAll('tbody tr').length;
    const counts = [rows()];
    for (const max of ['3', '-4', '1000000000', 'many']) {
      widget.setAttribute('max-rows', max);
      await frames_();
      counts.push(rows());
    }
    return counts;
  });
  assert.deepEqual(seen, [20, 3, 0, 500, 20]);
  await page.close();
});

/** Answers that no manager should give. */
const ANSWERS = [
  null,
  undefined,
  7,
  'rows',
  [null, 7, { success: 'yes' }, { command: {}, error: [], startedAt: 1e300, durationMs: -1 }],
  {},
];

test('a history that is none, or of another shape, is survived', async () => {
  const page = await open();
  for (const answer of ANSWERS) {
    const outcomes = await page.evaluate(async (answer) => {
      const manager = new FakeManager();
      manager.getHistory = () => answer;
      const widget = await add('manager', manager);
      const outcomes = [...widget.shadowRoot.querySelectorAll('.outcome')].map((cell) => cell.textContent);
      widget.remove();
      return outcomes;
    }, answer);
    assert.deepEqual(outcomes, Array.isArray(answer) ? answer.map(() => '✗ failed') : [], JSON.stringify(answer));
  }
  await page.close();
});

test('values that cannot be made text are shown as such', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    const trap = () => {
      throw new Error('trapped');
    };
    manager.history = [{ command: { toString: trap }, success: false, error: Symbol('why') }];
    manager.getStats = () => {
      throw {
        get message() {
          return trap();
        },
      };
    };
    const widget = await add('manager', manager);
    const shown = (name) => widget.shadowRoot.querySelector(name).textContent;
    return [shown('.command'), shown('.reason'), shown('.status')];
  });
  assert.deepEqual(seen, ['(unprintable)', 'Symbol(why)', 'VerificationManager failed: (unprintable)']);
  await page.close();
});
