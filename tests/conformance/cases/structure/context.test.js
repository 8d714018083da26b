import { afterEach, aroundAll, aroundEach, beforeEach, describe, expect, onTestFailed, onTestFinished, test } from 'vitest';

const log = [];

describe('context', () => {
  test('is a function that nobody calls', (context) => expect(context).toBeTypeOf('function'));
  test('done is no more', (done) => {
    done();
  });
  test('task', ({ task }) => {
    expect(task.name).toBe('task');
    expect(task.type).toBe('test');
    expect(task.suite.name).toBe('context');
    expect(task.result.state).toBe('run');
    expect(task.fullTestName).toBe('context > task');
  });
  test('meta', { meta: { own: 1 } }, ({ task }) => {
    task.meta.more = 2;
    expect(task.meta).toEqual({ own: 1, more: 2 });
  });
  test('signal', async ({ signal }) => {
    expect(signal).toBeInstanceOf(AbortSignal);
    expect(signal.aborted).toBe(false);
  });
  test('annotate', async ({ annotate }) => {
    expect(await annotate('a word')).toMatchObject({ message: 'a word', type: 'notice' });
    expect(await annotate('a word', 'warning')).toMatchObject({ type: 'warning' });
  });
  test('own expect', ({ expect: own }) => {
    own.assertions(1);
    own(1).toBe(1);
  });
  test('skips with a note', ({ skip }) => {
    skip('not today');
  });
  test('skips by a condition', ({ skip }) => {
    skip(true, 'not today');
    throw new Error('never');
  });
  test('does not skip', ({ skip }) => {
    skip(false);
    expect(1).toBe(1);
  });
  test('skips after a failure', ({ skip }) => {
    expect.soft(1).toBe(2);
    skip();
  });
});

describe('finish', () => {
  const order = [];
  afterEach(() => {
    order.push('afterEach');
  });
  test('finished and failed', () => {
    onTestFinished(() => {
      order.push('finished');
    });
    onTestFailed(() => {
      order.push('failed');
    });
    throw new Error('wanted');
  });
  test('in order', () => expect(order).toEqual(['afterEach', 'finished', 'failed']));
  test('finished by the context', ({ onTestFinished }) => {
    onTestFinished(async ({ task }) => {
      await null;
      order.push(task.result.state);
    });
  });
  test('it had passed', () => expect(order).toContain('pass'));
  test('finished that throws', () => {
    onTestFinished(() => {
      throw new Error('in onTestFinished');
    });
  });
});

describe('around', () => {
  aroundEach(async (run, { task }) => {
    log.push(`before ${task.name}`);
    await run();
    log.push(`after ${task.name}`);
  });
  aroundAll(async (run) => {
    log.push('before all');
    await run();
    log.push('after all');
  });
  beforeEach(() => {
    log.push('beforeEach');
  });
  test('one', () => {
    log.push('one');
  });
  test('two', () => {});
});
test('around them', () =>
  expect(log).toEqual(['before all', 'before one', 'beforeEach', 'one', 'after one', 'before two', 'beforeEach', 'after two', 'after all']));
describe('around without run', () => {
  aroundEach(async () => {});
  test('fails', () => {});
});
describe('around that throws', () => {
  aroundEach(async (run) => {
    await run();
    throw new Error('after run');
  });
  test('fails', () => {});
});

describe('retry', () => {
  let [n, m, k, l] = [0, 0, 0, 0];
  test('count', { retry: { count: 2 } }, () => {
    n += 1;
    expect(n).toBe(3);
  });
  test('delay', { retry: { count: 1, delay: 20 } }, () => {
    m += 1;
    expect(m).toBe(2);
  });
  test('condition that holds', { retry: { count: 3, condition: /again/ } }, () => {
    k += 1;
    if (k < 3) throw new Error('again');
  });
  test('condition that does not', { retry: { count: 3, condition: (error) => error.message === 'again' } }, () => {
    l += 1;
    throw new Error(`only once: ${l}`);
  });
  describe('of a suite', { retry: 1 }, () => {
    let calls = 0;
    test('inherited', () => {
      calls += 1;
      expect(calls).toBe(2);
    });
    let own = 0;
    test('not inherited', { retry: 0 }, () => {
      own += 1;
      expect(own).toBe(2);
    });
  });
  test('soft failures of an attempt are forgotten', { retry: 1 }, ({ task }) => {
    if (task.result.retryCount === 0) expect.soft(1).toBe(2);
  });
  let failing = 0;
  test.fails('fails is tried again too', { retry: 1 }, () => {
    failing += 1;
    if (failing === 1) return;
    throw new Error('wanted');
  });
  let repeats = 0;
  test('repeats and retries', { repeats: 1, retry: 1 }, () => {
    repeats += 1;
    if (repeats === 1) throw new Error('first');
  });
  test('how often', () => expect(repeats).toBe(3));
});

describe('nothing but', () => {
  describe('modes in a suite', { skip: true }, () => {
    test('skipped', () => {
      throw new Error('never');
    });
  });
  describe('todo in a suite', { todo: true }, () => {
    test('todo', () => {
      throw new Error('never');
    });
  });
  test('todo as an option', { todo: true }, () => {
    throw new Error('never');
  });
  test('without a function');
  test.concurrent('concurrent', async ({ expect }) => expect(1).toBe(1));
  test.sequential('sequential', () => {});
  describe.concurrent('concurrent suite', () => {
    test('a', async ({ expect }) => expect(1).toBe(1));
    test.sequential('b', () => {});
  });
  describe.sequential('sequential suite', () => {
    test('a', () => {});
  });
  describe.shuffle('shuffled suite', () => {
    test('a', () => {});
    test('b', () => {});
  });
  test.skip.fails('chained', () => {});
  test.fails.skip('chained the other way', () => {});
  test.concurrent.skip('concurrent skip', () => {});
  test.skipIf(() => true)('skipIf of a function is truthy', () => {});
  test.runIf('')('runIf of nothing', () => {});
  test('timeout as a number', () => {}, 1000);
  test('two functions', () => {}, 10);
});
