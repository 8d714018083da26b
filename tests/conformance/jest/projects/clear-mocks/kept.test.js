/** What `clearMocks` leaves of mocks before each test. The first test of a suite makes the calls. */
const common = require('./lib/common');

const made = jest.fn(() => 'made');
const returns = jest.fn().mockReturnValue('returned');
const object = { greet: () => 'hello', level: 1 };
const spy = jest.spyOn(object, 'greet').mockReturnValue('spied');

describe('the first test', () => {
  test('a mock that the file made', () => expect(made()).toBe('made'));
  test('calls', () => {
    made();
    returns();
    object.greet();
    expect(made).toHaveBeenCalledTimes(1);
  });
});

describe('the next test', () => {
  test('calls', () => {
    expect(made).toHaveBeenCalledTimes(0);
    expect(spy).not.toHaveBeenCalled();
  });
  test('the implementation of a mock', () => expect(made()).toBe('made'));
  test('the returned value of a mock', () => expect(returns()).toBe('returned'));
  test('a spy', () => expect(object.greet()).toBe('spied'));
  test('whether the spy is in place', () => expect(jest.isMockFunction(object.greet)).toBe(true));
});

describe('within a test', () => {
  test('nothing changes', () => {
    made.mockReturnValue('set');
    expect(made()).toBe('set');
  });
  test('a spy of a module', () => {
    jest.spyOn(common, 'get').mockReturnValue('spied');
    expect(common.get()).toBe('spied');
  });
  test('the module in the next test', () => expect(common.get()).toBe('spied'));
  test('a property', () => {
    jest.replaceProperty(object, 'level', 2);
    expect(object.level).toBe(2);
  });
  test('the property in the next test', () => expect(object.level).toBe(2));
});

describe('hooks', () => {
  beforeEach(() => {
    made.mockReturnValue('by a hook');
  });
  test('set what a test sees', () => expect(made()).toBe('by a hook'));
});

describe('a hook for all', () => {
  const late = jest.fn();
  beforeAll(() => {
    late.mockReturnValue('for all');
  });
  test('sets a value before', () => expect(late()).toBe('for all'));
});
