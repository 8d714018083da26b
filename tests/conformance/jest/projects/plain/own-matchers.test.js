const any = () => ({ $$typeof: Symbol.for('jest.asymmetricMatcher'), asymmetricMatch: () => true, toString: () => 'any' });
class Between {
  constructor(low, high) {
    this.low = low;
    this.high = high;
  }
  asymmetricMatch(value) {
    return value >= this.low && value <= this.high;
  }
}

it('asks a matcher that code made', () => {
  expect({ a: 1 }).toEqual({ a: any() });
  expect({ a: 1 }).toMatchObject({ a: new Between(0, 2) });
  expect({ a: 3 }).not.toEqual({ a: new Between(0, 2) });
  expect([1, { b: 2 }]).toStrictEqual([any(), { b: new Between(2, 2) }]);
});
it('asks it of arguments', () => {
  const called = jest.fn();
  called(1, 'x');
  expect(called).toHaveBeenCalledWith({ asymmetricMatch: (value) => value === 1 }, any());
  expect(called).not.toHaveBeenCalledWith({ asymmetricMatch: (value) => value === 2 }, any());
});
it('asks the one of what is compared', () => expect({ a: new Between(0, 2) }).toEqual({ a: 1 }));
it('compares two matchers as objects', () => {
  expect(new Between(0, 2)).toEqual(new Between(0, 2));
  expect(new Between(0, 2)).not.toEqual(new Between(0, 1));
});
it('asks no property that is no function', () => expect({ asymmetricMatch: true }).toEqual({ asymmetricMatch: true }));
