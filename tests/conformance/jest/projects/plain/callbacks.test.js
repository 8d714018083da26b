/** Tests and hooks that take a callback. */
const order = [];
beforeAll((done) => {
  setTimeout(() => {
    order.push('beforeAll');
    done();
  }, 1);
});
beforeEach((done) => {
  setTimeout(done, 1);
});
afterEach(() => order.push('one'));
afterEach(() => {
  order.push('two');
});
beforeEach(() => () => {
  order.push('never');
});
beforeEach(async () => () => {
  order.push('never');
});

test('done', (done) => {
  setTimeout(() => done(), 5);
});
test('must fail: an error', (done) => {
  done(new Error('given'));
});
test('must fail: a text', (done) => {
  done('text');
});
test('must fail: throws', (done) => {
  throw new Error('thrown');
});
test('must fail: returns a promise too', (done) => {
  done();
  return Promise.resolve();
});
test('must fail: an async function with a callback', async (done) => {
  done();
});
test('must fail: an assertion whose error is given', (done) => {
  setTimeout(() => {
    try {
      expect(1).toBe(2);
      done();
    } catch (error) {
      done(error);
    }
  }, 1);
});
test('must fail: a callback that is never called', (done) => {}, 50);
test('must fail: a test that returns a value', () => 5);
test('must fail: done.fail is no function', (done) => {
  done.fail('reason');
});
test.each([
  [1, 2],
  [3, 4],
])('each %i', (a, b, done) => {
  setTimeout(() => {
    expect(a + 1).toBe(b);
    done();
  }, 1);
});
test.each([1, 2])('each single %i', (a, done) => {
  expect(a).toBeLessThan(3);
  done();
});
test('the order of hooks', () => {
  expect(order.slice(0, 3)).toEqual(['beforeAll', 'one', 'two']);
  expect(order).not.toContain('never');
});
test('a default parameter takes no callback', (a = 1) => expect(a).toBe(1));
test('rest parameters take no callback', (...rest) => expect(rest).toEqual([]));
test('assertions in a callback', (done) => {
  expect.assertions(1);
  setTimeout(() => {
    expect(1).toBe(1);
    done();
  }, 1);
});
test('must fail: too few assertions in a callback', (done) => {
  expect.assertions(1);
  done();
});
test('a promise', () => Promise.resolve());
test('must fail: a rejected promise', () => Promise.reject(new Error('rejected')));
test('this is no test context', function () {
  expect(this?.task).toBeUndefined();
});
