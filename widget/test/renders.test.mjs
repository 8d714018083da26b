import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserTests } from './harness.mjs';

const { open } = browserTests();

test('the manager widget renders', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const widget = await add('manager', lived());
    const root = widget.shadowRoot;
    const stat = (key) => root.querySelector(`[data-stat=${key}] dd`).textContent;
    return {
      stats: ['active', 'queued', 'passed', 'failed'].map(stat),
      rate: [root.querySelector('progress').value, root.querySelector('.rate .value').textContent],
      last: root.querySelector('time').dateTime,
      rows: [...root.querySelectorAll('tbody tr')].map((row) => [
        row.cells[0].textContent,
        row.querySelector('.command').textContent,
        row.querySelector('.reason').textContent,
        row.querySelector('.took').textContent,
      ]),
      parts: [...new Set([...root.querySelectorAll('[part]')].flatMap((element) => [...element.part]))].sort(),
      display: getComputedStyle(widget).display,
      icon: root.querySelector('.icon').textContent,
    };
  });
  assert.deepEqual(seen, {
    stats: ['0', '0', '10', '2'],
    rate: [83, '83%'],
    last: '2026-01-02T09:30:00.000Z',
    rows: [
      ['✓ passed', 'test:/tests/*.test.js', '', '84 ms'],
      ['✗ failed', 'test:/tests/agent.test.js', '2 test(s) failed', '31 ms'],
      ['✗ failed', 'eval:while(true){}', 'err:timeout Verification timeout', '2.0 s'],
      ['✓ passed', 'lint:/src/*.js', '', '4.2 ms'],
    ],
    parts: ['base', 'control', 'header', 'history', 'item', 'item--failed', 'progress', 'stat', 'stat__value', 'state', 'status'],
    display: 'block',
    icon: '✓',
  });
  await page.close();
});

test('the worker widget renders', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = lived();
    const widget = await add('worker', manager);
    manager.set({ active: 2 }, 'verification-start', { id: 'a', command: 'test:/tests/agent.test.js' });
    for (const state of ['passed', 'failed', 'passed']) {
      manager.emit('verification-progress', { id: 'a', event: { kind: 'testFinished', entry: { state } } });
    }
    manager.set({ restarts: 2 }, 'worker-restart', { reason: 'err:timeout' });
    await frames_();
    const root = widget.shadowRoot;
    const running = () => [...root.querySelectorAll('.running li')].map((item) => item.innerText.replace(/\s+/g, ' '));
    const during = running();
    manager.set({ active: 0, completed: 13 }, 'verification-complete', { id: 'a' });
    await frames_();
    return {
      during,
      after: running(),
      stats: ['active', 'completed', 'failed', 'workers'].map((key) => root.querySelector(`[data-stat=${key}] dd`).textContent),
      restarts: root.querySelector('[data-restarts]').textContent,
    };
  });
  assert.deepEqual(seen, {
    during: ['test:/tests/agent.test.js 3 tests, 1 failed', 'and 1 more'],
    after: [],
    stats: ['0', '13', '2', '2'],
    restarts: '2 (err:timeout)',
  });
  await page.close();
});

test('a hidden widget takes no room', async () => {
  const page = await open();
  const display = await page.evaluate(async () => {
    const widget = await add('manager', lived());
    widget.hidden = true;
    return getComputedStyle(widget).display;
  });
  assert.equal(display, 'none');
  await page.close();
});

const MISSING = {
  state: 'disabled',
  primaryMetric: 'Not loaded',
  secondaryMetric: 'Manager missing',
  lastActivity: null,
  message: 'VerificationManager module not available',
};
const STATUS = [
  ['manager', null, MISSING],
  ['worker', null, MISSING],
  [
    'manager',
    {},
    { state: 'idle', primaryMetric: '0 verifications run', secondaryMetric: 'no pass rate yet', lastActivity: null, message: null },
  ],
  ['worker', {}, { state: 'idle', primaryMetric: '0 running', secondaryMetric: '0 verified', lastActivity: null, message: null }],
  [
    'manager',
    { active: 2, totalRuns: 7, passed: 4, failed: 1, passRate: 80, lastVerificationTime: 1000 },
    {
      state: 'active',
      primaryMetric: '7 verifications run',
      secondaryMetric: '80% pass rate',
      lastActivity: 1000,
      message: 'Running 2 verification(s)',
    },
  ],
  [
    'worker',
    { active: 2, completed: 5, lastVerificationTime: 1000 },
    { state: 'active', primaryMetric: '2 running', secondaryMetric: '5 verified', lastActivity: 1000, message: null },
  ],
  [
    'worker',
    { active: 2, completed: 5, failed: 3 },
    { state: 'warning', primaryMetric: '2 running', secondaryMetric: '5 verified', lastActivity: null, message: '3 failed' },
  ],
  [
    'manager',
    { passRate: undefined, totalRuns: 3, passed: 2 },
    { state: 'idle', primaryMetric: '3 verifications run', secondaryMetric: '67% pass rate', lastActivity: null, message: null },
  ],
  [
    'worker',
    { active: 'many', completed: -1, failed: Number.NaN },
    { state: 'idle', primaryMetric: '0 running', secondaryMetric: '0 verified', lastActivity: null, message: null },
  ],
];

test('getStatus says what the numbers mean', async () => {
  const page = await open();
  for (const [kind, stats, expected] of STATUS) {
    const status = await page.evaluate(
      async ({ kind, stats }) => {
        const manager = stats && new FakeManager();
        if (manager) Object.assign(manager.stats, stats);
        const widget = await add(kind, manager);
        const status = widget.getStatus();
        widget.remove();
        return status;
      },
      { kind, stats },
    );
    assert.deepEqual(status, expected, `${kind} ${JSON.stringify(stats)}`);
  }
  await page.close();
});

/** A manager's past, newest first, and what is seen of it: the mark before the title, the state, and what is said. */
const PASTS = [
  ['worker', '', {}, ['○', 'none', 'idle', '0 running, 0 verified']],
  ['worker', 'p', {}, ['✓', 'passed', 'idle', '0 running, 1 verified']],
  ['worker', 'fffp', {}, ['▲', 'failed', 'warning', '3 failed']],
  ['worker', 'ffff', {}, ['▲', 'failed', 'warning', '4 failed']],
  ['worker', 'pfff', {}, ['✓', 'passed', 'idle', '0 running, 4 verified']],
  ['worker', 'pfff', { active: 1 }, ['✓', 'passed', 'active', '1 running, 4 verified']],
  ['worker', 'pfff', { slots: [{ state: 'broken' }] }, ['✗', 'error', 'error', 'No worker can be started']],
  ['manager', '', {}, ['○', 'none', 'idle', '0 verifications run, no pass rate yet']],
  ['manager', 'fp', {}, ['▲', 'failed', 'idle', '2 verifications run, 50% pass rate']],
  ['manager', 'pf', {}, ['✓', 'passed', 'idle', '2 verifications run, 50% pass rate']],
];

test('what failed is said until something passes', async () => {
  const page = await open();
  for (const [kind, past, stats, expected] of PASTS) {
    const seen = await page.evaluate(
      async ({ kind, past, stats }) => {
        const manager = new FakeManager();
        const passed = [...past].filter((mark) => mark === 'p').length;
        const counts = {
          completed: past.length,
          totalRuns: past.length,
          passed,
          failed: past.length - passed,
          passRate: past ? Math.round((100 * passed) / past.length) : 100,
        };
        Object.assign(manager.stats, counts, stats);
        manager.history = [...past].map((mark, id) => ({ id: `${id}`, command: 'eval:1', success: mark === 'p' }));
        const widget = await add(kind, manager);
        const look = () => {
          const icon = widget.shadowRoot.querySelector('.icon');
          return [icon.textContent, icon.dataset.outcome, widget.getStatus().state, widget.shadowRoot.querySelector('.status').textContent];
        };
        const before = look();
        manager.clearHistory();
        await frames_();
        const after = look();
        widget.remove();
        return { before, after };
      },
      { kind, past, stats },
    );
    assert.deepEqual(seen, { before: expected, after: expected }, `${kind} ${past}`);
  }
  await page.close();
});

test('the history says how types were checked', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    const item = (success, types, error = null) => ({ id: '1', command: 'type-check:/a.ts', success, error, types });
    manager.history = [
      item(true, { layer: 'full', checker: 'typescript 6.0.3' }),
      item(true, { layer: 'fast' }),
      item(true, { layer: 'fast', unchecked: 'Web Workers are not available here' }),
      item(false, { layer: 'fast', unchecked: 'Verification timeout' }, 'Verification timeout'),
      item(true, undefined),
      item(true, { layer: 'full', checker: '<b>\u202e' }),
    ];
    const widget = await add('manager', manager);
    return [...widget.shadowRoot.querySelectorAll('.reason')].map(({ innerHTML }) => innerHTML);
  });
  assert.deepEqual(seen.slice(0, 5), [
    'types: typescript 6.0.3',
    'types not inferred',
    'types not checked: Web Workers are not available here',
    'Verification timeout · types not checked',
    '',
  ]);
  assert.match(seen[5], /^types: &lt;b&gt;(?!\u202e)/);
  await page.close();
});

test('a rate that is not known is no full bar', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    const widget = await add('manager', manager);
    const rate = () => [
      widget.shadowRoot.querySelector('.rate progress').value,
      widget.shadowRoot.querySelector('.rate .value').textContent,
    ];
    const seen = [rate()];
    for (const stats of [
      { totalRuns: 2, completed: 2, passed: 2, passRate: 100 },
      { totalRuns: 4, completed: 4, passed: 2, failed: 2, passRate: 50 },
    ]) {
      manager.set(stats);
      await frames_();
      seen.push(rate());
    }
    return seen;
  });
  assert.deepEqual(seen, [
    [0, '–'],
    [100, '100%'],
    [50, '50%'],
  ]);
  await page.close();
});

test('a manager that throws is an error, in words', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = new FakeManager();
    manager.broken = 'the engine is gone';
    const widget = await add('worker', manager);
    return { ...widget.getStatus(), shown: widget.shadowRoot.querySelector('.status').textContent };
  });
  assert.equal(seen.state, 'error');
  assert.equal(seen.message, 'VerificationManager failed: the engine is gone');
  assert.equal(seen.shown, seen.message);
  await page.close();
});

test('a manager that gave up its workers is an error, until one starts', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const manager = lived();
    const widget = await add('manager', manager);
    const seen = [];
    for (const states of [['broken', 'broken'], ['broken', 'starting'], []]) {
      manager.set({ slots: states.map((state, slot) => ({ slot, generation: 1, state })) });
      await frames_();
      seen.push([widget.getStatus().state, widget.shadowRoot.querySelector('.status').textContent]);
    }
    return seen;
  });
  const idle = ['idle', '12 verifications run, 83% pass rate'];
  assert.deepEqual(seen, [['error', 'No worker can be started'], idle, idle]);
  await page.close();
});

test('registration says what a host needs', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const { managerWidget, workerWidget, VERSION } = await define();
    const versions = [managerWidget, workerWidget].map(({ element }) => customElements.get(element).version === VERSION);
    return { managerWidget, workerWidget, versions, global: window.VerificationWorkerWidget === workerWidget };
  });
  assert.deepEqual(seen, {
    managerWidget: { element: 'verification-manager-widget', displayName: 'Verification Manager', icon: '✓', category: 'rsi' },
    workerWidget: { element: 'verification-worker-widget', displayName: 'Verification Worker', icon: '✓', category: 'worker' },
    versions: [true, true],
    global: true,
  });
  await page.close();
});

test('another release under the same name stays, with a warning', async () => {
  const page = await open();
  const warnings = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.evaluate(async () => {
    customElements.define(
      'verification-manager-widget',
      class extends HTMLElement {
        static version = '0.0.9';
      },
    );
    await define();
  });
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /<verification-manager-widget> is already defined by version 0\.0\.9/);
  await page.close();
});
