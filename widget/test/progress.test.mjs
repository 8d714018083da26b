/** How far it is with what runs, as both widgets show it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, browserTests } from './harness.mjs';

const { open } = browserTests();

/** On the page: what a manager tells of a request, and what a widget shows of it. */
const TELL = `window.tell = (manager, id, files, tests, command = 'test:/tests/*.test.js') =>
  manager.emit('verification-progress', { id, command, event: { kind: 'testFinished' }, events: [],
    files: { total: files[0], finished: files[1], failed: files[2] ?? 0 }, tests: { total: tests[0], finished: tests[1], failed: tests[2] ?? 0 } });
window.shown = (widget) => [...widget.shadowRoot.querySelectorAll('.moving')].filter((bar) => bar.checkVisibility()).map((bar) => {
  const words = bar.parentElement.querySelector('.count').textContent;
  return [bar.hasAttribute('value') ? Math.round(bar.value * 100) : 'somewhere', words, bar.ariaLabel];
});`;

/** Counts of files and tests (total, finished, failed), how far that is in percent, and the words for it. @type {[string, any[], any[], number | 'somewhere', string][]} */
const COUNTS = [
  ['before anything', [null, 0], [null, 0], 'somewhere', '0 tests'],
  ['files are found', [5, 0], [null, 0], 0, '0 of 5 files'],
  ['some files', [5, 2], [null, 30], 40, '2 of 5 files, 30 tests'],
  ['some have failed', [5, 2, 1], [100, 30, 4], 40, '2 of 5 files, 30 tests, 4 failed'],
  ['files that have no tests', [40, 10, 3], [null, 0], 25, '10 of 40 files, 3 failed'],
  ['one file', [1, 0], [null, 7], 0, '7 tests'],
  ['one file, whose tests are counted', [1, 0], [2000, 1500, 1], 75, '1,500 of 2,000 tests, 1 failed'],
  ['all of it', [5, 5], [500, 500], 100, '5 of 5 files, 500 tests'],
  ['more than all', [2, 9], [null, 1], 100, '9 of 2 files, 1 test'],
  ['an expression', [0, 0], [null, 0], 'somewhere', ''],
  ['what are no counts', ['x', -1, Number.NaN], [Infinity, 0, {}], 'somewhere', '0 tests'],
];

test('counts move the bar and the words of both widgets', async () => {
  const page = await open();
  await page.evaluate(TELL);
  for (const [name, files, tests, percent, words] of COUNTS) {
    const seen = await page.evaluate(
      async ([files, tests]) => {
        const manager = new FakeManager();
        const widgets = [await add('worker', manager), await add('manager', manager)];
        manager.set({ active: 1 }, 'verification-start', { id: 'a', command: 'test:/tests/*.test.js' });
        tell(manager, 'a', [1, 0], [null, 1]);
        tell(manager, 'a', files, tests);
        await frames_();
        const seen = widgets.map(shown);
        manager.set({ active: 0 }, 'verification-complete', { id: 'a' });
        await frames_();
        const after = widgets.flatMap(shown);
        main.replaceChildren();
        return [...seen, after];
      },
      [files, tests],
    );
    const begun = files[0] !== null && files[0] !== 'x' ? [[percent, words, 'Progress of what runs']] : [];
    assert.deepEqual(seen, [[[percent, words, 'Progress of test:/tests/*.test.js']], begun, []], name);
  }
  await page.close();
});

test('a widget that comes later, or that is told event by event, knows as much', async () => {
  const page = await open();
  await page.evaluate(TELL);
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    manager.set({ active: 1 }, 'verification-start', { id: 'a', command: 'test:/a' });
    const late = await add('worker', manager);
    const before = shown(late);
    tell(manager, 'a', [4, 1], [null, 12], 'test:/a');
    await frames_();
    const after = shown(late);
    late.remove();
    const other = new FakeManager();
    const widget = await add('worker', other);
    other.set({ active: 1 }, 'verification-start', { id: 'b', command: 'lint:/b' });
    const events = [
      { kind: 'started', files: 4 },
      { kind: 'fileStarted' },
      { kind: 'fileFinished', passed: false },
      { kind: 'fileFinished', passed: true },
    ];
    other.emit('verification-progress', { id: 'b', event: events[0] });
    other.emit('verification-progress', { id: 'b', event: events[3], events: events.slice(1) });
    other.emit('verification-progress', null);
    await frames_();
    return { before, after, told: shown(widget) };
  });
  assert.deepEqual(seen, {
    before: [],
    after: [[25, '1 of 4 files, 12 tests', 'Progress of test:/a']],
    told: [[50, '2 of 4 files, 1 failed', 'Progress of lint:/b']],
  });
  await page.close();
});

test('several that run: those that have begun first, all of them together in the manager widget', async () => {
  const page = await open();
  await page.evaluate(TELL);
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    const [worker, whole] = [await add('worker', manager), await add('manager', manager)];
    for (const id of ['waits', 'a', 'b']) manager.set({ active: 2, queued: 1 }, 'verification-start', { id, command: `test:/${id}` });
    tell(manager, 'a', [4, 1], [null, 10, 1], 'test:/a');
    tell(manager, 'b', [6, 4], [null, 20], 'test:/b');
    await frames_();
    const both = [shown(worker), shown(whole)];
    manager.set({ active: 2, queued: 0 }, 'verification-complete', { id: 'a' });
    await frames_();
    return [...both, shown(worker), shown(whole)];
  });
  const b = [67, '4 of 6 files, 20 tests', 'Progress of test:/b'];
  assert.deepEqual(seen, [
    [[25, '1 of 4 files, 10 tests, 1 failed', 'Progress of test:/a'], b],
    [[50, '5 of 10 files, 30 tests, 1 failed', 'Progress of what runs']],
    [b, ['somewhere', '0 tests', 'Progress of test:/waits']],
    [[67, '4 of 6 files, 20 tests', 'Progress of what runs']],
  ]);
  await page.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`is accessible while it moves, ${colorScheme}`, async () => {
    const page = await open({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(TELL);
    const moving = await page.evaluate(async () => {
      const manager = lived();
      const widgets = [await add('worker', manager), await add('manager', manager)];
      for (const id of ['a', 'b']) manager.set({ active: 3, failed: 0 }, 'verification-start', { id, command: `test:/${id}` });
      tell(manager, 'a', [4, 1], [null, 10, 1], 'test:/a');
      await frames_();
      return widgets
        .flatMap((widget) => widget.shadowRoot.getAnimations({ subtree: true }))
        .filter((animation) => animation instanceof CSSAnimation).length;
    });
    assert.equal(moving, 0, 'motion that is not wanted');
    await assertAccessible(page);
    await page.close();
  });
}
