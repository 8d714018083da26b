// Jest takes errors to be equal by their messages.
class Own extends Error {
  constructor(message, fields) {
    super(message);
    this.name = 'Own';
    Object.assign(this, fields);
  }
}
class Other extends Own {}

test('fields do not count', () => {
  expect(new Own('m', { code: 1 })).toEqual(new Own('m'));
  expect({ e: new Own('m', { code: 1 }), x: 1 }).toEqual(expect.objectContaining({ e: new Own('m') }));
  expect([new Own('m', { code: 1 })]).toContainEqual(new Error('m'));
  expect({ e: new Own('m', { code: 1 }), x: 1 }).toMatchObject({ e: new Own('m') });
});
test('names and classes do not count', () => {
  expect(new TypeError('m')).toEqual(new Error('m'));
  expect({ e: new TypeError('m') }).toMatchObject({ e: new Error('m') });
  expect(new Map([['e', new TypeError('m')]])).toEqual(new Map([['e', new Error('m')]]));
});
test('causes do not count', () => expect(new Error('m', { cause: 1 })).toEqual(new Error('m')));
test('messages count', () => expect(new Error('m')).toEqual(new Error('n')));
test('messages count in objects', () => expect({ e: new Error('m') }).toMatchObject({ e: new Error('n') }));
test('not', () => {
  expect(new Error('m')).not.toEqual(new Error('n'));
  expect(new Error('m')).not.toEqual({ message: 'm' });
  expect({ message: 'm' }).not.toEqual(new Error('m'));
});
test('strictly, classes count', () => {
  expect(new Own('m', { code: 1 })).toStrictEqual(new Own('m'));
  expect(new TypeError('m')).not.toStrictEqual(new Error('m'));
});
test('strictly, of another class', () => expect(new Own('m')).toStrictEqual(new Error('m')));
test('arguments of calls', () => {
  const f = jest.fn();
  f(new Own('m', { code: 1 }));
  expect(f).toHaveBeenCalledWith(new Own('m'));
  expect(f).toHaveBeenLastCalledWith(new Error('m'));
  expect(f).not.toHaveBeenCalledWith(new Error('n'));
});
test('reasons', async () => {
  await expect(Promise.reject(new Own('m', { code: 1 }))).rejects.toEqual(new Error('m'));
  await expect(Promise.reject(new Own('m', { code: 1 }))).rejects.toThrow(new Error('m'));
});
const thrower = (error) => () => {
  throw error;
};
test('what is thrown', () => {
  expect(thrower(new Own('m', { code: 1 }))).toThrow(new Error('m'));
  expect(thrower(new Own('m', { code: 1 }))).toThrow(new Own('m'));
  expect(thrower(new Other('m'))).toThrow(new Own('m'));
  expect(thrower(new Error('m'))).toThrow({ message: 'm' });
  expect(thrower({ message: 'm' })).toThrow(new Error('m'));
  expect(thrower(new Error('m'))).not.toThrow(new Error('n'));
  expect(thrower(new Error('m'))).not.toThrow(new Own('m'));
});
test('thrown, of another class', () => expect(thrower(new Error('m'))).toThrow(new TypeError('m')));
test('thrown, with another message', () => expect(thrower(new Error('m'))).toThrow(new Error('n')));
test('thrown, with a cause', () => {
  expect(thrower(new Error('m', { cause: new Error('c') }))).toThrow(new Error('m', { cause: new Error('c') }));
  expect(thrower(new Error('m', { cause: 'c' }))).not.toThrow(new Error('m', { cause: 'd' }));
});
test('thrown, without the cause', () => expect(thrower(new Error('m', { cause: 'c' }))).toThrow(new Error('m')));
