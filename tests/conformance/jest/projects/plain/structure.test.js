/** Forms of tests and suites, and their titles. */
test.each([
  [1, 1, 2],
  [1, 2, 3],
])('add(%i, %i) -> %i', (a, b, expected) => {
  expect(a + b).toBe(expected);
});
test.each`
  a    | b    | expected
  ${1} | ${1} | ${2}
  ${2} | ${2} | ${4}
`('$a + $b = $expected', ({ a, b, expected }) => {
  expect(a + b).toBe(expected);
});
describe.each([{ n: 1 }, { n: 2 }])('each $n', ({ n }) => {
  test('is a number', () => expect(n).toEqual(expect.any(Number)));
});
describe.each(['x', 'y'])('each %s', (letter) => {
  it.each([1, 2])(`${letter} with %i`, (n) => expect(n).toBeGreaterThan(0));
});
test.failing('a failing test', () => {
  throw new Error('x');
});
test.failing('must fail: a failing test that passes', () => {});
test.failing.each([1, 2])('failing each %i', () => {
  throw new Error('x');
});
test.todo('a todo');
xtest('skipped by xtest', () => {});
xit('skipped by xit', () => {});
test.skip('skipped', () => {});
test.skip.each([1, 2])('skipped each %i', () => {});
xdescribe('a skipped suite', () => {
  test('with a test', () => {});
});
describe.skip('another skipped suite', () => {
  test('with a test', () => {});
  test.todo('with a todo');
});
test.concurrent('concurrent', async () => {
  await null;
});
test.concurrent.each([1, 2])('concurrent each %i', async (n) => {
  await null;
  expect(n).toBeGreaterThan(0);
});
describe('an empty suite', () => {});
describe('a suite > with an arrow', () => {
  test('a name > with one', () => {
    expect(expect.getState().currentTestName).toBe('a suite > with an arrow a name > with one');
  });
});
describe(class Named {}, () => {
  test(
    function alsoNamed() {},
    () => {},
  );
});
test('the same title', () => {});
test('the same title', () => expect(1).toBe(1));
test('getState', () => {
  expect(expect.getState().currentTestName).toBe('getState');
  expect(expect.getState().testPath).toMatch(/structure\.test\.js$/);
});
test('a promise that rejects later is caught', async () => {
  await expect(Promise.reject(new TypeError('bad'))).rejects.toThrow(TypeError);
  await expect(async () => {
    throw new Error('e');
  }).rejects.toThrow('e');
});
test('must fail: an async error', async () => {
  await null;
  throw new Error('async');
});
test('must fail: no assertion', () => {
  expect.hasAssertions();
});
test('must fail: it runs too long', async () => {
  await new Promise(() => {});
}, 20);
