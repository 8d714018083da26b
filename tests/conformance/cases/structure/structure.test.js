import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, suite, test } from 'vitest';

const log = [];

describe('hooks', () => {
  beforeAll(() => { log.push('beforeAll'); return () => log.push('afterAll of beforeAll'); });
  beforeEach(() => { log.push('beforeEach'); return () => log.push('afterEach of beforeEach'); });
  afterEach(() => { log.push('afterEach'); });
  afterAll(() => { log.push('afterAll'); });
  test('one', () => { log.push('one'); });
  describe('inner', () => {
    beforeEach(() => { log.push('inner beforeEach'); });
    test('two', () => { log.push('two'); });
  });
});

test('hooks ran in order', () => {
  expect(log).toEqual([
    'beforeAll', 'beforeEach', 'one', 'afterEach', 'afterEach of beforeEach',
    'beforeEach', 'inner beforeEach', 'two', 'afterEach', 'afterEach of beforeEach',
    'afterAll', 'afterAll of beforeAll',
  ]);
});

describe.skip('skipped suite', () => { test('inside', () => { throw new Error('never'); }); });
describe.todo('todo suite');
test.skip('skipped', () => { throw new Error('never'); });
test.todo('todo');
test.fails('fails', () => { expect(1).toBe(2); });
test.fails('fails, and does not', () => { expect(1).toBe(1); });
test.skipIf(true)('skipIf true', () => {});
test.skipIf(false)('skipIf false', () => {});
test.runIf(true)('runIf true', () => {});
test.runIf(false)('runIf false', () => {});
describe.skipIf(true)('describe.skipIf', () => { test('inside', () => {}); });
describe.runIf(true)('describe.runIf', () => { test('inside', () => {}); });
suite('suite is describe', () => { it('it is test', () => {}); });

test.each([[1, 1, 2], [1, 2, 3]])('%i + %i = %i', (a, b, sum) => expect(a + b).toBe(sum));
test.each([{ a: 1, b: { c: 'x' } }])('$a and $b.c', ({ a }) => expect(a).toBe(1));
test.each(['a', 'b'])('%s at %#', (text) => expect(text).toBeTypeOf('string'));
test.each([[{ a: 1 }]])('object %o and %j', (o) => expect(o.a).toBe(1));
test.each([1.5])('float %f, percent %%', (n) => expect(n).toBe(1.5));
test.each`
  a    | b    | sum
  ${1} | ${1} | ${2}
  ${2} | ${3} | ${6}
`('$a + $b is $sum', ({ a, b, sum }) => expect(a + b).toBe(sum));
test.for([[1, 2], [3, 4]])('for %i %i', ([a, b]) => expect(b - a).toBe(1));
test.for([{ n: 1 }])('for $n', ({ n }, { expect }) => expect(n).toBe(1));
describe.each([1, 2])('each %i', (n) => { test(`is ${n}`, () => expect(n).toBeLessThan(2)); });
describe.for([['x', 1]])('describe.for %s', ([name, n]) => { test(name, () => expect(n).toBe(1)); });

test('options', { timeout: 1000 }, () => {});
test('retry', { retry: 2 }, ({ task }) => { if (task.result.retryCount < 2) throw new Error('again'); });
test('retry, in vain', { retry: 1 }, () => { throw new Error('always'); });
let repeated = 0;
test('repeats', { repeats: 2 }, () => { repeated += 1; });
test('repeats ran', () => expect(repeated).toBe(3));
test('skip as an option', { skip: true }, () => { throw new Error('never'); });
test('fails as an option', { fails: true }, () => { throw new Error('wanted'); });

test('context.skip', ({ skip }) => { skip(); throw new Error('never'); });
test('context.skip with a condition', ({ skip }) => { skip(false, 'not now'); });
test('context.task', ({ task }) => { expect(task.name).toBe('context.task'); });
test('context.expect', ({ expect: own }) => { own(1).toBe(1); });

const finished = [];
test('onTestFinished', ({ onTestFinished }) => { onTestFinished(() => { finished.push('a'); }); onTestFinished(() => { finished.push('b'); }); });
test('onTestFinished ran, last first', () => expect(finished).toEqual(['b', 'a']));
test('onTestFailed', ({ onTestFailed }) => { onTestFailed(() => { finished.push('failed'); }); throw new Error('wanted'); });
test('onTestFailed ran', () => expect(finished).toContain('failed'));

describe('beforeAll that throws', () => {
  beforeAll(() => { throw new Error('in beforeAll'); });
  test('is not run', () => {});
});
describe('beforeEach that throws', () => {
  beforeEach(() => { throw new Error('in beforeEach'); });
  test('fails', () => {});
});
describe('afterEach that throws', () => {
  afterEach(() => { throw new Error('in afterEach'); });
  test('fails too', () => {});
});
describe('same names', () => { test('x', () => {}); test('x', () => { throw new Error('second'); }); });

test('async', async () => { await null; expect(1).toBe(1); });
test('async that rejects', async () => { throw new RangeError('x'); });
test('a promise', () => Promise.resolve());
test('callback is not done', (context) => expect(context).toBeTypeOf('object'));
test('expect.assertions holds', () => { expect.assertions(1); expect(1).toBe(1); });
test('expect.assertions does not hold', () => { expect.assertions(2); expect(1).toBe(1); });
test('expect.hasAssertions does not hold', () => { expect.hasAssertions(); });
test('expect.soft', () => { expect.soft(1).toBe(2); expect.soft(2).toBe(3); });
test('timeout', { timeout: 20 }, () => new Promise((resolve) => setTimeout(resolve, 200)));
test(class Named {}, () => {});
test(function named() {}, () => {});
