import { assert, chai, expect, should, test } from 'vitest';

test('what chai has', () => {
  expect(chai.assert).toBe(assert);
  expect(typeof chai.use).toBe('function');
  expect(typeof chai.should).toBe('function');
  expect(chai.AssertionError.prototype).toBeInstanceOf(Error);
  expect(typeof chai.Assertion).toBe('function');
  expect(chai.config.truncateThreshold).toBe(40);
});
test("chai's own expect", () => {
  chai.expect([1]).to.have.lengthOf(1);
});
test("chai's own expect fails", () => {
  chai.expect([1]).to.have.lengthOf(2);
});
test('a failure is an AssertionError of chai', () => {
  let thrown;
  try {
    expect(1).to.equal(2);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(chai.AssertionError);
  expect(thrown.name).toBe('AssertionError');
  expect({ actual: thrown.actual, expected: thrown.expected, showDiff: thrown.showDiff }).toEqual({ actual: 1, expected: 2, showDiff: true });
});
test('what a failure of a matcher says', () => {
  let thrown;
  try {
    expect({ a: 1 }).toEqual({ a: 2 });
  } catch (error) {
    thrown = error;
  }
  expect(thrown.actual).toEqual({ a: 1 });
  expect(thrown.expected).toEqual({ a: 2 });
});
test('an AssertionError of a test', () => {
  throw new chai.AssertionError('mine');
});
test('a method that is added', () => {
  chai.use(({ Assertion }) => {
    Assertion.addMethod('seven', function () {
      this.assert(this._obj === 7, 'expected #{this} to be seven', 'expected #{this} not to be seven');
    });
    Assertion.addProperty('small', function () {
      this.assert(this._obj < 10, 'expected #{this} to be small', 'expected #{this} not to be small');
    });
  });
  expect(7).to.be.seven();
  expect(7).to.be.small;
  expect(8).to.not.be.seven();
});
test('a method that is added fails', () => {
  expect(8).to.be.seven();
});
test('a property that is added fails', () => {
  expect(7).to.not.be.small;
});
test('should', () => {
  should();
  (1).should.equal(1);
  [1].should.have.lengthOf(1);
});
test('should fails', () => {
  chai.should();
  'a'.should.equal('b');
});
