import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserTests } from './harness.mjs';

const { open } = browserTests();

test('updates by events, once a frame, without timers', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    const widget = await add('manager', manager);
    let updates = 0;
    widget.onUpdate(() => (updates += 1));
    const before = manager.reads;
    for (let i = 1; i <= 1000; i++) manager.set({ passed: i, totalRuns: i }, 'verification-progress', { id: 'a' });
    const inTheSameTurn = widget.shadowRoot.querySelector('[data-stat=passed] dd').textContent;
    await frames_();
    const shown = widget.shadowRoot.querySelector('[data-stat=passed] dd').textContent;
    const reads = manager.reads - before;
    await frames_(10);
    return { inTheSameTurn, shown, updates, reads, later: manager.reads - before, timers: window.timers };
  });
  assert.deepEqual(seen, { inTheSameTurn: '0', shown: '1,000', updates: 1, reads: 1, later: 1, timers: [] });
  await page.close();
});

test('every event of the manager repaints', async () => {
  const page = await open();
  for (const kind of ['manager', 'worker']) {
    const shown = await page.evaluate(async (kind) => {
      const manager = new FakeManager();
      const widget = await add(kind, manager);
      const shown = [];
      for (const type of ['verification-start', 'verification-progress', 'verification-complete', 'worker-restart', 'stats']) {
        manager.set({ failed: manager.stats.failed + 1 }, type, { id: 'a', command: 'test:/a' });
        await frames_();
        shown.push(widget.shadowRoot.querySelector('[data-stat=failed] dd').textContent);
      }
      return shown;
    }, kind);
    assert.deepEqual(shown, ['1', '2', '3', '4', '5'], kind);
  }
  await page.close();
});

test('connecting, disconnecting, reconnecting', async () => {
  const page = await open();
  for (const kind of ['manager', 'worker']) {
    const seen = await page.evaluate(async (kind) => {
      const manager = new FakeManager();
      const widget = await add(kind, manager);
      const listening = [manager.listening];
      const shown = () => widget.shadowRoot.querySelector('[data-stat=failed] dd').textContent;
      widget.remove();
      listening.push(manager.listening);
      const reads = manager.reads;
      manager.set({ failed: 7 });
      await frames_();
      const away = [shown(), manager.reads - reads];
      main.append(widget);
      listening.push(manager.listening);
      const back = shown();
      manager.set({ failed: 8 });
      await frames_();
      const again = shown();
      // Moving is a disconnect and a connect.
      main.prepend(widget);
      listening.push(manager.listening);
      const other = new FakeManager();
      widget.manager = other;
      listening.push(manager.listening, other.listening);
      widget.remove();
      listening.push(other.listening);
      return { listening, away, back, again, boxes: widget.shadowRoot.querySelectorAll('.base').length };
    }, kind);
    assert.deepEqual(seen, { listening: [5, 0, 5, 5, 0, 5, 0], away: ['0', 0], back: '7', again: '8', boxes: 1 }, kind);
  }
  await page.close();
});

test('properties set before definition are taken over', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    main.innerHTML = '<verification-manager-widget></verification-manager-widget>';
    const [widget] = main.children;
    widget.manager = lived();
    widget.maxRows = 2;
    widget.quiet = true;
    await define();
    await frames_();
    return {
      own: Object.keys(widget),
      rows: widget.shadowRoot.querySelectorAll('tbody tr').length,
      attributes: [widget.getAttribute('max-rows'), widget.hasAttribute('quiet')],
      primary: widget.getStatus().primaryMetric,
      listening: widget.manager.listening,
    };
  });
  assert.deepEqual(seen, { own: [], rows: 2, attributes: ['2', true], primary: '12 verifications run', listening: 5 });
  await page.close();
});

test('history is cleared by keyboard', async () => {
  const page = await open();
  await page.evaluate(async () => {
    window.manager = lived();
    await add('manager', window.manager);
  });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const seen = await page.evaluate(async () => {
    await frames_();
    const root = main.lastElementChild.shadowRoot;
    return {
      focused: root.activeElement?.textContent,
      history: window.manager.history,
      rows: root.querySelectorAll('tbody tr').length,
      table: getComputedStyle(root.querySelector('.history')).display,
      empty: getComputedStyle(root.querySelector('.empty')).display,
      status: root.querySelector('.status').textContent,
    };
  });
  assert.deepEqual(seen, {
    focused: 'Clear History',
    history: [],
    rows: 0,
    table: 'none',
    empty: 'block',
    status: 'Verification history cleared',
  });
  await page.close();
});

test('the control of the protocol clears history, or says why not', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = lived();
    const outcomes = [];
    for (const kind of ['manager', 'worker']) {
      const widget = await add(kind, manager);
      const [{ id, label, action }, ...rest] = widget.getControls();
      outcomes.push([id, label, rest.length, action()]);
      widget.remove();
    }
    const failing = new FakeManager();
    failing.clearHistory = () => {
      throw new Error('store is read-only');
    };
    outcomes.push((await add('manager', failing)).getControls()[0].action());
    outcomes.push((await add('manager', null)).getControls()[0].action());
    return { outcomes, left: manager.history.length };
  });
  const cleared = { success: true, message: 'Verification history cleared' };
  assert.deepEqual(seen, {
    outcomes: [
      ['clear-history', 'Clear History', 0, cleared],
      ['clear-history', 'Clear History', 0, cleared],
      { success: false, message: 'Verification history not cleared: store is read-only' },
      { success: false, message: 'VerificationManager module not available' },
    ],
    left: 0,
  });
  await page.close();
});

test('two widgets on one page, with one manager or two', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const [a, b] = [new FakeManager(), new FakeManager()];
    const widgets = [await add('manager', a), await add('manager', b), await add('manager', a)];
    a.set({ failed: 3 });
    b.set({ failed: 5 });
    await frames_();
    const shown = () => widgets.map((widget) => widget.shadowRoot.querySelector('[data-stat=failed] dd').textContent);
    const both = shown();
    widgets[0].remove();
    a.set({ failed: 4 });
    await frames_();
    return { both, after: shown(), sheets: new Set(widgets.flatMap((widget) => [...widget.shadowRoot.adoptedStyleSheets])).size };
  });
  assert.deepEqual(seen, { both: ['3', '5', '3'], after: ['3', '5', '4'], sheets: 1 });
  await page.close();
});

test('onUpdate calls back until it is unsubscribed', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    const widget = await add('worker', manager);
    const calls = { one: [], same: 0 };
    const same = () => (calls.same += 1);
    const stops = [
      widget.onUpdate(() => {
        throw new Error('a broken host');
      }),
      widget.onUpdate((status) => calls.one.push(status.primaryMetric)),
      widget.onUpdate(same),
      widget.onUpdate(same),
    ];
    manager.set({ active: 1 });
    await frames_();
    stops[1]();
    stops[1]();
    stops[2]();
    manager.set({ active: 2 });
    await frames_();
    return calls;
  });
  assert.deepEqual(seen, { one: ['1 running'], same: 3 });
  // What a callback throws is the page's to see, and keeps nobody else from being called.
  await assert.rejects(page.close(), (error) => (assert.deepEqual(error.actual.errors, ['a broken host', 'a broken host']), true));
});

test('events come again from the element: bubbling, composed, frozen', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    await define();
    const host = document.createElement('div');
    const inner = host.attachShadow({ mode: 'open' });
    const widget = document.createElement('verification-manager-widget');
    widget.manager = manager;
    inner.append(widget);
    main.append(host);
    const heard = [];
    for (const type of ['verification-start', 'verification-progress', 'verification-complete', 'worker-restart', 'stats']) {
      document.addEventListener(type, (event) => {
        heard.push([type, event.detail?.id ?? null, Object.isFrozen(event.detail), event.composedPath()[0] === widget]);
      });
    }
    const kept = { id: 'a', command: 'test:/a' };
    manager.emit('verification-start', kept);
    manager.emit('verification-progress', kept);
    manager.emit('verification-complete', kept);
    manager.emit('worker-restart');
    manager.emit('stats');
    widget.quiet = true;
    manager.emit('verification-start', kept);
    return { heard, keptFrozen: Object.isFrozen(kept) };
  });
  assert.deepEqual(seen, {
    heard: [
      ['verification-start', 'a', true, true],
      ['verification-progress', 'a', true, true],
      ['verification-complete', 'a', true, true],
      ['worker-restart', null, true, true],
    ],
    keptFrozen: false,
  });
  await page.close();
});

test('renderPanel shows a live, quiet view in the container of a host', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    const widget = await add('worker', manager);
    const container = document.createElement('div');
    container.textContent = 'Loading…';
    main.append(container);
    const panel = widget.renderPanel(container);
    const again = widget.renderPanel(container);
    manager.set({ completed: 9 });
    await frames_();
    const shown = panel.shadowRoot.querySelector('[data-stat=completed] dd').textContent;
    const seen = { same: panel === again, children: container.childNodes.length, quiet: panel.quiet, shown };
    container.remove();
    return { ...seen, listening: manager.listening };
  });
  assert.deepEqual(seen, { same: true, children: 1, quiet: true, shown: '9', listening: 5 });
  await page.close();
});

/** Where a manager can stand, as what a page does, and what the widget then says. */
const PLACES = [
  ['window.app', (manager) => (window.app = { modules: { VerificationManager: manager } }), '4 running'],
  ['a container', (manager) => (window.DIContainer = { resolve: (id) => (id === 'VerificationManager' ? manager : null) }), '4 running'],
  ['a container that gives an .api', (manager) => (window.DIContainer = { resolve: () => ({ api: manager }) }), '4 running'],
  ['an asynchronous container', (manager) => (window.DIContainer = { resolve: async () => manager }), '4 running'],
  [
    'a container that throws',
    () =>
      (window.DIContainer = {
        resolve: () => {
          throw new Error('unknown module');
        },
      }),
    'Not loaded',
  ],
  ['a container that rejects', () => (window.DIContainer = { resolve: () => Promise.reject(new Error('unknown module')) }), 'Not loaded'],
  ['a container of something else', () => (window.DIContainer = { resolve: () => ({ api: {} }) }), 'Not loaded'],
  ['nowhere', () => undefined, 'Not loaded'],
];

test('the manager is found where a page keeps it', async () => {
  for (const [name, place, expected] of PLACES) {
    const page = await open();
    await page.evaluate(`window.place = ${place}`);
    const seen = await page.evaluate(async () => {
      const manager = new FakeManager();
      manager.stats.active = 4;
      window.place(manager);
      const widget = await add('worker', null);
      const seen = [widget.getStatus().primaryMetric];
      manager.set({ active: 5 });
      await frames_();
      seen.push(widget.shadowRoot.querySelector('[data-stat=active] dd').textContent);
      return seen;
    });
    assert.deepEqual(seen, [expected, expected === 'Not loaded' ? '0' : '5'], name);
    await page.close();
  }
});

test('a manager that comes later is found when the page says so', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const widget = await add('worker', null);
    const states = [widget.shadowRoot.querySelector('.state').dataset.state];
    window.app = { modules: { VerificationManager: new FakeManager() } };
    window.dispatchEvent(new Event('verification-manager-ready'));
    await frames_();
    states.push(widget.shadowRoot.querySelector('.state').dataset.state);
    return states;
  });
  assert.deepEqual(seen, ['disabled', 'idle']);
  await page.close();
});
