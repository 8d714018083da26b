/** The registry of modules: what is mocked, reset and isolated while tests run. */
describe('one test after the other', () => {
  beforeEach(() => {
    jest.resetModules();
  });

  test('doMock', () => {
    jest.doMock('./lib/common', () => ({ get: () => 'one' }));
    expect(require('./lib/common').get()).toBe('one');
  });
  test('doMock again', () => {
    jest.doMock('./lib/common', () => ({ get: () => 'two' }));
    expect(require('./lib/common').get()).toBe('two');
  });
  test('a mock stays for the next test', () => expect(require('./lib/common').get()).toBe('two'));
  test('dontMock', () => {
    jest.dontMock('./lib/common');
    expect(require('./lib/common').get()).toBe('real get');
  });
  test('requireActual', () => {
    jest.doMock('./lib/single', () => () => 'mock');
    expect(jest.requireActual('./lib/single')()).toBe('real');
    expect(require('./lib/single')()).toBe('mock');
    jest.dontMock('./lib/single');
  });
  test('requireMock', () => {
    const shapes = jest.requireMock('./lib/shapes');
    expect(shapes.wait()).toBeUndefined();
    expect(jest.isMockFunction(shapes.wait)).toBe(true);
  });
  test('requireMock of a factory', () => {
    jest.doMock('./lib/single', () => () => 'mock');
    expect(jest.requireMock('./lib/single')()).toBe('mock');
    jest.dontMock('./lib/single');
  });
  test('setMock', () => {
    jest.setMock('./lib/single', { set: true });
    expect(require('./lib/single')).toEqual({ set: true });
    jest.dontMock('./lib/single');
  });
  test('a module without a reset keeps its state', () => {
    expect(require('./lib/counter').next()).toBe(1);
    expect(require('./lib/counter').next()).toBe(2);
  });
  test('a reset module begins again', () => expect(require('./lib/counter').next()).toBe(1));
  test('isolateModules', () => {
    let one;
    let two;
    jest.isolateModules(() => {
      one = require('./lib/common');
    });
    jest.isolateModules(() => {
      two = require('./lib/common');
    });
    expect(one).not.toBe(two);
  });
  test('isolateModules leaves the registry', () => {
    const counter = require('./lib/counter');
    counter.next();
    jest.isolateModules(() => expect(require('./lib/counter').next()).toBe(1));
    expect(require('./lib/counter')).toBe(counter);
  });
  test('isolateModulesAsync', async () => {
    let inside;
    await jest.isolateModulesAsync(async () => {
      await null;
      inside = require('./lib/counter').next();
    });
    expect(inside).toBe(1);
  });
  test('a module that throws', () => expect(() => require('./lib/throws')).toThrow('loaded'));
  test('a module that is not there', () => {
    expect(() => require('./lib/nowhere')).toThrow("Cannot find module './lib/nowhere'");
  });
  test('the code of a module that is not there', () => {
    try {
      require('./lib/nowhere');
    } catch (error) {
      expect(error.code).toBe('MODULE_NOT_FOUND');
    }
    expect.assertions(1);
  });
});

describe('a fresh mock for each test', () => {
  let single;
  beforeEach(() => {
    jest.resetModules();
    jest.doMock('./lib/single', () => jest.fn(() => 'fresh'));
    single = require('./lib/single');
  });

  test.each([1, 2])('%i', () => {
    expect(single()).toBe('fresh');
    expect(single).toHaveBeenCalledTimes(1);
  });
});

test('import()', async () => {
  jest.resetModules();
  jest.doMock('./lib/names', () => ({ get: () => 'dynamic' }));
  const module = await import('./lib/names');
  expect(module.get()).toBe('dynamic');
  expect(module.default.get()).toBe('dynamic');
});

test('jest.mock in a function moves to its top', () => {
  const shapes = require('./lib/shapes');
  jest.mock('./lib/shapes', () => 'in a test');
  expect(shapes).toBe('in a test');
});
