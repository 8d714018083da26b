import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, browserTests } from './harness.mjs';

const { open } = browserTests();

/** What makes each state. The manager widget never warns: its numbers show failures. */
const STATES = {
  idle: (manager) => Object.assign(manager.stats, { failed: 0 }),
  active: (manager) => Object.assign(manager.stats, { active: 2, queued: 3, failed: 0 }),
  warning: (manager) => Object.assign(manager, { history: manager.history.slice(1) }).set({ active: 1, failed: 2 }),
  error: (manager) => Object.assign(manager, { broken: 'the engine is gone' }),
  disabled: null,
};

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const [state, make] of Object.entries(STATES)) {
    test(`is accessible: ${state}, ${colorScheme}`, async () => {
      const page = await open({ colorScheme, reducedMotion: 'reduce' });
      const states = await page.evaluate(
        async (source) => {
          const states = [];
          for (const kind of ['manager', 'worker']) {
            const manager = source && lived();
            // eslint-disable-next-line no-unused-expressions
            if (manager) window.make(manager);
            const widget = await add(kind, manager);
            states.push(widget.getStatus().state);
          }
          return states;
        },
        await given(page, make),
      );
      assert.deepEqual(states, [state === 'warning' ? 'active' : state, state]);
      await assertAccessible(page);
      await page.close();
    });
  }
}

/** Hands the page what makes a state. */
async function given(page, make) {
  if (!make) return false;
  await page.evaluate(`window.make = ${make}`);
  return true;
}

test('the state is a word and a mark, not a colour alone', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = lived();
    manager.history.shift();
    const widget = await add('worker', manager);
    return widget.shadowRoot.querySelector('.state').innerText.replace(/\s+/g, ' ');
  });
  assert.equal(seen, '▲ Warning');
  await page.close();
});

test('one polite status announces changes, and a quiet widget announces nothing', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    const widget = await add('manager', manager);
    const lines = widget.shadowRoot.querySelectorAll('[role=status],[aria-live]');
    const changes = [];
    new MutationObserver(() => changes.push(lines[0].textContent)).observe(lines[0], {
      childList: true,
      characterData: true,
      subtree: true,
    });
    manager.set({ active: 1 }, 'verification-start', { id: 'a', command: 'test:/a' });
    await frames_();
    for (let i = 0; i < 5; i++) {
      manager.emit('verification-progress', { id: 'a', event: { kind: 'testFinished' } });
      await frames_();
    }
    manager.set({ active: 0, totalRuns: 1, passed: 1 }, 'verification-complete', { id: 'a' });
    await frames_();
    const count = lines.length;
    widget.quiet = true;
    return { count, changes, quiet: widget.shadowRoot.querySelectorAll('[role=status],[aria-live]').length };
  });
  assert.deepEqual(seen, { count: 1, changes: ['Running 1 verification(s)', '1 verification run, 100% pass rate'], quiet: 0 });
  await page.close();
});

test("an author's role and tabindex stay", async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    main.innerHTML = '<verification-manager-widget role="complementary" tabindex="-1"></verification-manager-widget>';
    await define();
    await frames_();
    const widget = main.firstElementChild;
    return [widget.getAttribute('role'), widget.getAttribute('tabindex')];
  });
  assert.deepEqual(seen, ['complementary', '-1']);
  await page.close();
});

test('focus is visible on everything that takes it', async () => {
  const page = await open();
  await page.evaluate(() => add('manager', lived()).then(() => undefined));
  const outlines = [];
  for (let i = 0; i < 2; i++) {
    await page.keyboard.press('Tab');
    outlines.push(
      await page.evaluate(() => {
        const focused = document.activeElement.shadowRoot.activeElement;
        const style = getComputedStyle(focused);
        return [focused.className, style.outlineStyle, style.outlineWidth];
      }),
    );
  }
  assert.deepEqual(outlines, [
    ['control', 'solid', '2px'],
    ['history', 'solid', '2px'],
  ]);
  await page.close();
});

test('nothing moves where motion is not wanted', async () => {
  for (const [reducedMotion, expected] of [
    ['no-preference', 1],
    ['reduce', 0],
  ]) {
    const page = await open({ reducedMotion });
    const running = await page.evaluate(async () => {
      const manager = new FakeManager();
      manager.stats.active = 1;
      const widget = await add('manager', manager);
      return widget.shadowRoot.getAnimations().filter((animation) => animation instanceof CSSAnimation).length;
    });
    assert.equal(running, expected, reducedMotion);
    await page.close();
  }
});

test('forced colours keep the boxes and the bar', async () => {
  const page = await open({ forcedColors: 'active' });
  const seen = await page.evaluate(async () => {
    const widget = await add('manager', lived());
    return [...widget.shadowRoot.querySelectorAll('.base, .stat, progress')].every(
      (element) => getComputedStyle(element).borderStyle === 'solid',
    );
  });
  assert.equal(seen, true);
  await page.close();
});
