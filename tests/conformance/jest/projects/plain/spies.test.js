/** Spies on objects, and the functions that reset them. */
const object = () => ({
  value: 1,
  greet(name) {
    return `hello ${name}`;
  },
});

test('calls through', () => {
  const one = object();
  const spy = jest.spyOn(one, 'greet');
  expect(one.greet('you')).toBe('hello you');
  expect(spy).toHaveBeenCalledWith('you');
  spy.mockRestore();
  expect(jest.isMockFunction(one.greet)).toBe(false);
});
test('a spy of a spy is the same', () => {
  const one = object();
  expect(jest.spyOn(one, 'greet')).toBe(jest.spyOn(one, 'greet'));
});
test('a missing method', () => expect(() => jest.spyOn({}, 'a')).toThrow());
test('a value that is no function', () => expect(() => jest.spyOn(object(), 'value')).toThrow());
test('mockReset', () => {
  const one = object();
  const spy = jest.spyOn(one, 'greet').mockReturnValue('spied');
  spy.mockReset();
  expect(one.greet('you')).toBeUndefined();
});
test('mockRestore of a once value', () => {
  const one = object();
  jest.spyOn(one, 'greet').mockReturnValueOnce('once');
  expect([one.greet('a'), one.greet('a')]).toEqual(['once', 'hello a']);
});
test('restoreAllMocks', () => {
  const one = object();
  jest.spyOn(one, 'greet').mockReturnValue('spied');
  jest.restoreAllMocks();
  expect(one.greet('a')).toBe('hello a');
});
test('resetAllMocks', () => {
  const one = object();
  jest.spyOn(one, 'greet').mockReturnValue('spied');
  jest.resetAllMocks();
  expect(one.greet('a')).toBeUndefined();
});
test('clearAllMocks', () => {
  const one = object();
  const spy = jest.spyOn(one, 'greet').mockReturnValue('spied');
  one.greet('a');
  jest.clearAllMocks();
  expect(spy).not.toHaveBeenCalled();
  expect(one.greet('a')).toBe('spied');
});
test('a setter', () => {
  const one = {
    set level(value) {
      this.kept = value;
    },
  };
  const spy = jest.spyOn(one, 'level', 'set').mockImplementation(() => {});
  one.level = 5;
  expect(spy).toHaveBeenCalledWith(5);
  expect(one.kept).toBeUndefined();
});
test('the console', () => {
  const spy = jest.spyOn(console, 'error').mockImplementation(() => {});
  console.error('a', 1);
  expect(spy.mock.calls).toEqual([['a', 1]]);
  spy.mockRestore();
});
test('a global', () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  expect(Math.random()).toBe(0.5);
  jest.restoreAllMocks();
});
test('replaceProperty of the environment', () => {
  jest.replaceProperty(process, 'env', { ONLY: 'this' });
  expect(process.env).toEqual({ ONLY: 'this' });
  jest.restoreAllMocks();
  expect(process.env.ONLY).toBeUndefined();
});
test('replaceProperty of a missing key', () => expect(() => jest.replaceProperty({}, 'a', 1)).toThrow());
test('this of a call', () => {
  const one = object();
  const spy = jest.spyOn(one, 'greet');
  one.greet('a');
  expect(spy.mock.contexts).toEqual([one]);
});
