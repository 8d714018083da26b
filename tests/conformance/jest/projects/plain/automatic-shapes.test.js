/** What automatic mocks make of values of every kind. */
const shapes = require('./lib/shapes');
jest.mock('./lib/shapes');

test('plain values stay', () => {
  const { number, text, flag, nothing, symbol } = shapes;
  expect([number, text, flag, nothing, symbol]).toEqual([1, 'text', true, null, Symbol.for('shape')]);
});
test('a list is empty', () => expect(shapes.list).toEqual([]));
test('functions are mocks', () => {
  expect(jest.isMockFunction(shapes.wait)).toBe(true);
  expect(shapes.wait()).toBeUndefined();
});
test('properties of a function', () => {
  expect(shapes.withProperties()).toBeUndefined();
  expect(shapes.withProperties.level).toBe(2);
  expect(shapes.withProperties.helper()).toBeUndefined();
});
test('an inherited method', () => {
  const child = new shapes.Child();
  expect(child.inherited()).toBeUndefined();
  expect(child.own()).toBeUndefined();
  expect(child.own).toHaveBeenCalledTimes(1);
});
test('a static value', () => expect(shapes.Child.total).toBe(3));
test('an instance has calls of its own', () => {
  const [one, two] = [new shapes.Child(), new shapes.Child()];
  one.own();
  expect(one.own).toHaveBeenCalledTimes(1);
  expect(two.own).not.toHaveBeenCalled();
});
test('createMockFromModule', () => {
  const made = jest.createMockFromModule('./lib/common');
  expect(made.get()).toBeUndefined();
  expect(require('./lib/common').get()).toBe('real get');
});
