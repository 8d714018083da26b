import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const hoisted = vi.hoisted(() => 1);

const all = (cases) => {
  for (const [name, run] of Object.entries(cases)) test(name, run);
};

describe('implementations', () => {
  all({
    'mockImplementationOnce, in order': () => {
      const fn = vi.fn(() => 'default').mockImplementationOnce(() => 'first').mockImplementationOnce(() => 'second');
      expect([fn(), fn(), fn()]).toEqual(['first', 'second', 'default']);
    },
    mockReturnThis: () => {
      const object = { method: vi.fn().mockReturnThis() };
      expect(object.method()).toBe(object);
    },
    mockThrow: () => {
      const fn = vi.fn().mockThrow(new Error('thrown'));
      expect(() => fn()).toThrow('thrown');
    },
    mockThrowOnce: () => {
      const fn = vi.fn(() => 1).mockThrowOnce(new Error('once'));
      expect(() => fn()).toThrow('once');
      expect(fn()).toBe(1);
    },
    'mockResolvedValue and Rejected': async () => {
      const fn = vi.fn().mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('no'));
      await expect(fn()).resolves.toBe(1);
      await expect(fn()).rejects.toThrow('no');
      expect(fn()).toBeUndefined();
    },
    withImplementation: () => {
      const fn = vi.fn(() => 'outer');
      fn.withImplementation(() => 'inner', () => {
        expect(fn()).toBe('inner');
      });
      expect(fn()).toBe('outer');
    },
    'withImplementation, later': async () => {
      const fn = vi.fn(() => 'outer');
      await fn.withImplementation(() => 'inner', async () => {
        await null;
        expect(fn()).toBe('inner');
      });
      expect(fn()).toBe('outer');
    },
    getMockImplementation: () => {
      const implementation = () => 1;
      expect(vi.fn(implementation).getMockImplementation()).toBe(implementation);
      expect(vi.fn().getMockImplementation()).toBeUndefined();
    },
    'names': () => {
      expect(vi.fn().getMockName()).toBe('vi.fn()');
      expect(vi.fn().mockName('mine').getMockName()).toBe('mine');
      expect(vi.fn(function original() {}).name).toBe('original');
    },
    'classes': () => {
      const Mocked = vi.fn(class { constructor(n) { this.n = n; } method() { return this.n; } });
      const made = new Mocked(3);
      expect(made).toBeInstanceOf(Mocked);
      expect(made.method()).toBe(3);
      expect(Mocked.mock.instances[0]).toBe(made);
    },
    'an arrow cannot be constructed': () => {
      const fn = vi.fn(() => {});
      expect(() => new fn()).toThrow();
    },
  });
});

describe('records', () => {
  const fn = vi.fn((n) => {
    if (n < 0) throw new RangeError('negative');
    return n * 2;
  });
  beforeEach(() => {
    fn.mockClear();
  });
  all({
    'calls and results': () => {
      fn(1);
      expect(() => fn(-1)).toThrow();
      expect(fn.mock.calls).toEqual([[1], [-1]]);
      expect(fn.mock.results).toMatchObject([{ type: 'return', value: 2 }, { type: 'throw', value: { message: 'negative' } }]);
      expect(fn.mock.lastCall).toEqual([-1]);
    },
    'contexts and instances': () => {
      const object = { fn };
      object.fn(1);
      expect(fn.mock.contexts).toEqual([object]);
      expect(fn.mock.instances).toHaveLength(1);
    },
    'settled results': async () => {
      const later = vi.fn(async () => 1);
      const promise = later();
      expect(later.mock.settledResults).toMatchObject([{ type: 'incomplete' }]);
      await promise;
      expect(later.mock.settledResults).toEqual([{ type: 'fulfilled', value: 1 }]);
    },
    'the order of invocation': () => {
      const other = vi.fn();
      fn(1);
      other();
      expect(other.mock.invocationCallOrder[0]).toBeGreaterThan(fn.mock.invocationCallOrder[0]);
    },
    mockClear: () => {
      fn(1);
      fn.mockClear();
      expect(fn.mock.calls).toEqual([]);
      expect(fn(2)).toBe(4);
    },
    mockReset: () => {
      const own = vi.fn(() => 'original').mockReturnValue('other');
      expect(own()).toBe('other');
      own.mockReset();
      expect(own()).toBe('original');
    },
    'using': () => {
      expect(typeof vi.fn()[Symbol.dispose ?? Symbol.for('nodejs.dispose')]).toBe('function');
    },
  });
});

describe('spies', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const make = () => ({
    value: 1,
    method(n) { return this.value + n; },
    get computed() { return 'real'; },
    set computed(value) { this.value = value; },
  });
  all({
    'calls through': () => {
      const object = make();
      const spy = vi.spyOn(object, 'method');
      expect(object.method(2)).toBe(3);
      expect(spy).toHaveBeenCalledWith(2);
      expect(vi.isMockFunction(object.method)).toBe(true);
    },
    'is put back': () => {
      const object = make();
      const { method } = object;
      const spy = vi.spyOn(object, 'method').mockReturnValue(9);
      expect(object.method()).toBe(9);
      spy.mockRestore();
      expect(object.method).toBe(method);
    },
    'mockReset keeps the spy': () => {
      const object = make();
      vi.spyOn(object, 'method').mockReturnValue(9).mockReset();
      expect(object.method(1)).toBe(2);
      expect(vi.isMockFunction(object.method)).toBe(true);
    },
    'of a getter': () => {
      const object = make();
      vi.spyOn(object, 'computed', 'get').mockReturnValue('mocked');
      expect(object.computed).toBe('mocked');
    },
    'of a setter': () => {
      const object = make();
      const spy = vi.spyOn(object, 'computed', 'set');
      object.computed = 5;
      expect(spy).toHaveBeenCalledWith(5);
    },
    'twice is once': () => {
      const object = make();
      expect(vi.spyOn(object, 'method')).toBe(vi.spyOn(object, 'method'));
    },
    'of a class': () => {
      class Cat { speak() { return 'meow'; } static born() { return 'kitten'; } }
      vi.spyOn(Cat.prototype, 'speak').mockReturnValue('purr');
      vi.spyOn(Cat, 'born').mockReturnValue('cat');
      expect([new Cat().speak(), Cat.born()]).toEqual(['purr', 'cat']);
    },
    'of a missing property': () => vi.spyOn(make(), 'missing'),
    'of a value': () => vi.spyOn(make(), 'value'),
    'of nothing': () => vi.spyOn(undefined, 'a'),
    'of a primitive': () => vi.spyOn(1, 'a'),
    'of a global': () => {
      const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(() => 7);
      expect(setTimeout(() => {}, 1)).toBe(7);
      spy.mockRestore();
    },
    'of the console': () => {
      const spy = vi.spyOn(console, 'log').mockImplementation(() => {});
      console.log('unseen');
      expect(spy).toHaveBeenCalledWith('unseen');
    },
  });
});

describe('stubs', () => {
  all({
    stubGlobal: () => {
      vi.stubGlobal('fetch', () => 'stubbed');
      expect(fetch()).toBe('stubbed');
      vi.unstubAllGlobals();
      expect(globalThis.fetch?.name).not.toBe('stubbed');
    },
    'stubGlobal of what is not there': () => {
      vi.stubGlobal('__NEW__', 1);
      expect(globalThis.__NEW__).toBe(1);
      vi.unstubAllGlobals();
      expect('__NEW__' in globalThis).toBe(false);
    },
    stubEnv: () => {
      vi.stubEnv('MINE', 'yes');
      expect([process.env.MINE, import.meta.env.MINE]).toEqual(['yes', 'yes']);
      vi.unstubAllEnvs();
      expect(process.env.MINE).toBeUndefined();
    },
    'stubEnv of nothing': () => {
      vi.stubEnv('MINE', 'yes');
      vi.stubEnv('MINE', undefined);
      expect('MINE' in process.env).toBe(false);
      vi.unstubAllEnvs();
    },
  });
});

describe('objects', () => {
  all({
    mockObject: () => {
      const mocked = vi.mockObject({ n: 1, text: 't', fn: () => 'real', nested: { fn: () => 'deep' }, list: [1, 2] });
      expect(mocked.fn()).toBeUndefined();
      expect(mocked.nested.fn()).toBeUndefined();
      expect([mocked.n, mocked.text, mocked.list]).toEqual([1, 't', []]);
    },
    'mockObject that spies': () => {
      const mocked = vi.mockObject({ fn: (n) => n + 1 }, { spy: true });
      expect(mocked.fn(1)).toBe(2);
      expect(mocked.fn).toHaveBeenCalledWith(1);
    },
    'mockObject of a class': () => {
      class Dog { bark() { return 'woof'; } }
      const { Dog: Mocked } = vi.mockObject({ Dog });
      expect(new Mocked().bark()).toBeUndefined();
    },
    mocked: () => {
      const fn = vi.fn();
      expect(vi.mocked(fn)).toBe(fn);
    },
    hoisted: () => expect(hoisted).toBe(1),
  });
});

describe('waiting', () => {
  all({
    waitFor: async () => {
      let n = 0;
      await expect(vi.waitFor(() => { n += 1; if (n < 3) throw new Error('not yet'); return n; }, { interval: 1 })).resolves.toBe(3);
    },
    'waitFor in vain': async () => {
      await vi.waitFor(() => { throw new Error('never'); }, { timeout: 20, interval: 5 });
    },
    waitUntil: async () => {
      let n = 0;
      expect(await vi.waitUntil(() => (n += 1) > 2 && 'there', { interval: 1 })).toBe('there');
    },
    'waitUntil that throws': async () => {
      await vi.waitUntil(() => { throw new Error('at once'); });
    },
    'with fake timers': async () => {
      vi.useFakeTimers();
      let done = false;
      setTimeout(() => { done = true; }, 100);
      await vi.waitFor(() => expect(done).toBe(true));
      vi.useRealTimers();
    },
  });
});

describe('time', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  all({
    'setSystemTime without fakes': () => {
      vi.setSystemTime(new Date(2020, 1, 1));
      expect(new Date().getFullYear()).toBe(2020);
      vi.useRealTimers();
      expect(new Date().getFullYear()).toBeGreaterThan(2020);
    },
    getMockedSystemTime: () => {
      expect(vi.getMockedSystemTime()).toBe(null);
      vi.useFakeTimers({ now: 5 });
      expect(vi.getMockedSystemTime()).toEqual(new Date(5));
    },
    'advance': () => {
      vi.useFakeTimers();
      const log = [];
      setTimeout(() => log.push('b'), 20);
      setTimeout(() => log.push('a'), 10);
      setInterval(() => log.push('i'), 15);
      vi.advanceTimersByTime(30);
      expect(log).toEqual(['a', 'i', 'b', 'i']);
      expect(vi.getTimerCount()).toBe(1);
    },
    'runAllTimers of an interval': () => {
      vi.useFakeTimers({ loopLimit: 20 });
      setInterval(() => {}, 1);
      vi.runAllTimers();
    },
    'runOnlyPendingTimers': () => {
      vi.useFakeTimers();
      const log = [];
      setTimeout(() => { log.push(1); setTimeout(() => log.push(2), 1); }, 1);
      vi.runOnlyPendingTimers();
      expect(log).toEqual([1]);
    },
    'advanceTimersToNextTimer': () => {
      vi.useFakeTimers();
      const log = [];
      setTimeout(() => log.push(1), 10);
      setTimeout(() => log.push(2), 20);
      vi.advanceTimersToNextTimer().advanceTimersToNextTimer();
      expect(log).toEqual([1, 2]);
    },
    'asynchronous': async () => {
      vi.useFakeTimers();
      const log = [];
      setTimeout(async () => { await null; log.push(1); setTimeout(() => log.push(2), 5); }, 5);
      await vi.advanceTimersByTimeAsync(10);
      expect(log).toEqual([1, 2]);
    },
    'toFake': () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      expect(vi.isFakeTimers()).toBe(true);
      expect(() => vi.getTimerCount()).not.toThrow();
    },
    'without fakes': () => vi.advanceTimersByTime(1),
    'clearAllTimers': () => {
      vi.useFakeTimers();
      setTimeout(() => {}, 1);
      vi.clearAllTimers();
      expect(vi.getTimerCount()).toBe(0);
    },
    'performance and Date move together': () => {
      vi.useFakeTimers({ now: 1000 });
      const [at, from] = [Date.now(), performance.now()];
      vi.advanceTimersByTime(50);
      expect([Date.now() - at, performance.now() - from]).toEqual([50, 50]);
    },
    'nextTick and microtasks are real': async () => {
      vi.useFakeTimers();
      let ran = false;
      queueMicrotask(() => { ran = true; });
      await null;
      expect(ran).toBe(true);
    },
  });
});

describe('configuration', () => {
  test('setConfig and resetConfig', { timeout: 1000 }, async () => {
    vi.setConfig({ testTimeout: 10 });
    vi.resetConfig();
  });
  test('dynamicImportSettled', async () => {
    let loaded;
    import('./thing.js').then((module) => { loaded = module; });
    await vi.dynamicImportSettled();
    expect(loaded).toBeDefined();
  });
  test('defineHelper', () => {
    const positive = vi.defineHelper((n) => expect(n).toBeGreaterThan(0));
    positive(1);
  });
});
