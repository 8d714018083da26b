import { assert, expect, test } from 'vitest';

const refuse = (error) => () => {
  throw error;
};
const box = () => {
  const box = { n: 1, up: () => (box.n += 2), down: () => (box.n -= 2), stay: () => {} };
  return box;
};
const frozen = Object.freeze({ a: 1 });
const inherits = Object.create({ a: 1 });

/** By function: arguments of calls that pass, then of calls that fail. */
const cases = {
  isOk: [[[1]], [[0], [0, 'said']]],
  ok: [[[{}]], [['']]],
  isNotOk: [[[0]], [[1]]],
  notOk: [[[null]], [['x']]],
  equal: [[[1, '1'], [null, undefined]], [[1, 2], [{}, {}], [1, 2, 'said']]],
  notEqual: [[[1, 2]], [[1, '1']]],
  strictEqual: [[[1, 1]], [[1, '1'], [NaN, NaN]]],
  notStrictEqual: [[[1, '1']], [[1, 1]]],
  deepEqual: [[[{ a: [1] }, { a: [1] }]], [[{ a: 1 }, { a: 2 }]]],
  deepStrictEqual: [[[[1], [1]]], [[[1], ['1']]]],
  notDeepEqual: [[[[1], [2]]], [[[1], [1]]]],
  isAbove: [[[2, 1]], [[1, 2], ['x', 1]]],
  isAtLeast: [[[2, 2]], [[1, 2]]],
  isBelow: [[[1, 2]], [[2, 1]]],
  isAtMost: [[[2, 2]], [[3, 2]]],
  isTrue: [[[true]], [[1]]],
  isNotTrue: [[[1]], [[true]]],
  isFalse: [[[false]], [[0]]],
  isNotFalse: [[[0]], [[false]]],
  isNull: [[[null]], [[undefined]]],
  isNotNull: [[[undefined]], [[null]]],
  isNaN: [[[NaN]], [['x']]],
  isNotNaN: [[[1]], [[NaN]]],
  exists: [[[0]], [[null]]],
  notExists: [[[null]], [[0]]],
  isUndefined: [[[undefined]], [[null]]],
  isDefined: [[[null]], [[undefined]]],
  isCallable: [[[() => {}]], [[{}]]],
  isNotCallable: [[[{}]], [[() => {}]]],
  isFunction: [[[async () => {}]], [[1]]],
  isNotFunction: [[[1]], [[() => {}]]],
  isObject: [[[{}]], [[[]], [null]]],
  isNotObject: [[[[]]], [[{}]]],
  isArray: [[[[]]], [[{}]]],
  isNotArray: [[[{}]], [[[]]]],
  isString: [[['']], [[1]]],
  isNotString: [[[1]], [['']]],
  isNumber: [[[1]], [['1']]],
  isNotNumber: [[['1']], [[1]]],
  isNumeric: [[[1n]], [['1']]],
  isNotNumeric: [[['1']], [[1]]],
  isFinite: [[[1]], [[Infinity]]],
  isBoolean: [[[true]], [[1]]],
  isNotBoolean: [[[1]], [[true]]],
  typeOf: [[['x', 'string']], [[1, 'string']]],
  notTypeOf: [[[1, 'string']], [['x', 'string']]],
  instanceOf: [[[new Map(), Map]], [[{}, Map]]],
  notInstanceOf: [[[{}, Map]], [[new Map(), Map]]],
  include: [[[[1, 2], 1], ['abc', 'b'], [{ a: 1, b: 2 }, { a: 1 }]], [[[1], 2], ['abc', 'x'], [{ a: 1 }, { a: 2 }]]],
  notInclude: [[[[1], 2]], [[[1], 1]]],
  deepInclude: [[[[{ a: 1 }], { a: 1 }]], [[[{ a: 1 }], { a: 2 }]]],
  notDeepInclude: [[[[{ a: 1 }], { a: 2 }]], [[[{ a: 1 }], { a: 1 }]]],
  nestedInclude: [[[{ a: { b: 1 } }, { 'a.b': 1 }]], [[{ a: { b: 1 } }, { 'a.b': 2 }]]],
  notNestedInclude: [[[{ a: { b: 1 } }, { 'a.b': 2 }]], [[{ a: { b: 1 } }, { 'a.b': 1 }]]],
  deepNestedInclude: [[[{ a: { b: [1] } }, { 'a.b': [1] }]], [[{ a: { b: [1] } }, { 'a.b': [2] }]]],
  notDeepNestedInclude: [[[{ a: { b: [1] } }, { 'a.b': [2] }]], [[{ a: { b: [1] } }, { 'a.b': [1] }]]],
  ownInclude: [[[{ a: 1 }, { a: 1 }]], [[inherits, { a: 1 }]]],
  notOwnInclude: [[[inherits, { a: 1 }]], [[{ a: 1 }, { a: 1 }]]],
  deepOwnInclude: [[[{ a: [1] }, { a: [1] }]], [[{ a: [1] }, { a: [2] }]]],
  notDeepOwnInclude: [[[{ a: [1] }, { a: [2] }]], [[{ a: [1] }, { a: [1] }]]],
  match: [[['foo', /^f/]], [['foo', /^o/]]],
  notMatch: [[['foo', /^o/]], [['foo', /^f/]]],
  property: [[[{ a: 1 }, 'a'], [inherits, 'a']], [[{ a: 1 }, 'b']]],
  notProperty: [[[{ a: 1 }, 'b']], [[{ a: 1 }, 'a']]],
  propertyVal: [[[{ a: 1 }, 'a', 1]], [[{ a: 1 }, 'a', 2], [{ a: 1 }, 'b', 1]]],
  notPropertyVal: [[[{ a: 1 }, 'a', 2]], [[{ a: 1 }, 'a', 1]]],
  deepPropertyVal: [[[{ a: [1] }, 'a', [1]]], [[{ a: [1] }, 'a', [2]]]],
  notDeepPropertyVal: [[[{ a: [1] }, 'a', [2]]], [[{ a: [1] }, 'a', [1]]]],
  ownProperty: [[[{ a: 1 }, 'a']], [[inherits, 'a']]],
  notOwnProperty: [[[inherits, 'a']], [[{ a: 1 }, 'a']]],
  ownPropertyVal: [[[{ a: 1 }, 'a', 1]], [[inherits, 'a', 1]]],
  notOwnPropertyVal: [[[{ a: 1 }, 'a', 2]], [[{ a: 1 }, 'a', 1]]],
  deepOwnPropertyVal: [[[{ a: [1] }, 'a', [1]]], [[{ a: [1] }, 'a', [2]]]],
  notDeepOwnPropertyVal: [[[{ a: [1] }, 'a', [2]]], [[{ a: [1] }, 'a', [1]]]],
  nestedProperty: [[[{ a: { b: 1 } }, 'a.b']], [[{ a: { b: 1 } }, 'a.c']]],
  notNestedProperty: [[[{ a: { b: 1 } }, 'a.c']], [[{ a: { b: 1 } }, 'a.b']]],
  nestedPropertyVal: [[[{ a: { b: 1 } }, 'a.b', 1]], [[{ a: { b: 1 } }, 'a.b', 2]]],
  notNestedPropertyVal: [[[{ a: { b: 1 } }, 'a.b', 2]], [[{ a: { b: 1 } }, 'a.b', 1]]],
  deepNestedPropertyVal: [[[{ a: { b: [1] } }, 'a.b', [1]]], [[{ a: { b: [1] } }, 'a.b', [2]]]],
  notDeepNestedPropertyVal: [[[{ a: { b: [1] } }, 'a.b', [2]]], [[{ a: { b: [1] } }, 'a.b', [1]]]],
  lengthOf: [[[[1], 1], [new Set([1]), 1]], [[[1], 2], [1, 1]]],
  hasAnyKeys: [[[{ a: 1 }, ['a', 'b']]], [[{ a: 1 }, ['b', 'c']]]],
  hasAllKeys: [[[{ a: 1 }, ['a']]], [[{ a: 1 }, ['a', 'b']]]],
  containsAllKeys: [[[{ a: 1, b: 2 }, ['a']]], [[{ a: 1 }, ['a', 'b']]]],
  doesNotHaveAnyKeys: [[[{ a: 1 }, ['b']]], [[{ a: 1 }, ['a', 'b']]]],
  doesNotHaveAllKeys: [[[{ a: 1 }, ['a', 'b']]], [[{ a: 1 }, ['a']]]],
  hasAnyDeepKeys: [[[new Set([{ a: 1 }]), [{ a: 1 }, 2]]], [[new Set([{ a: 1 }]), [{ a: 2 }]]]],
  hasAllDeepKeys: [[[new Set([{ a: 1 }]), [{ a: 1 }]]], [[new Set([{ a: 1 }]), [{ a: 1 }, 2]]]],
  containsAllDeepKeys: [[[new Set([{ a: 1 }, 2]), [{ a: 1 }]]], [[new Set([{ a: 1 }]), [{ a: 2 }]]]],
  doesNotHaveAnyDeepKeys: [[[new Set([{ a: 1 }]), [{ a: 2 }]]], [[new Set([{ a: 1 }]), [{ a: 1 }]]]],
  doesNotHaveAllDeepKeys: [[[new Set([{ a: 1 }]), [{ a: 2 }]]], [[new Set([{ a: 1 }]), [{ a: 1 }]]]],
  throws: [[[refuse(new Error('no')), 'no'], [refuse(new TypeError('no')), TypeError, /n/]], [[() => {}], [refuse(new Error('no')), 'yes']]],
  throw: [[[refuse(new Error('no'))]], [[() => {}, TypeError]]],
  Throw: [[[refuse(new Error('no'))]], [[refuse(new Error('no')), TypeError]]],
  doesNotThrow: [[[() => {}]], [[refuse(new Error('no'))]]],
  operator: [[[1, '<', 2], [1, '==', '1'], [1, '!==', '1']], [[1, '>', 2], [1, '===', '1'], [1, '~', 2]]],
  closeTo: [[[1.5, 1, 0.5]], [[1.6, 1, 0.5]]],
  approximately: [[[1.5, 1, 0.5]], [[1.6, 1, 0.5]]],
  sameMembers: [[[[1, 2], [2, 1]]], [[[1, 2], [1]]]],
  notSameMembers: [[[[1], [2]]], [[[1], [1]]]],
  sameDeepMembers: [[[[{ a: 1 }], [{ a: 1 }]]], [[[{ a: 1 }], [{ a: 2 }]]]],
  notSameDeepMembers: [[[[{ a: 1 }], [{ a: 2 }]]], [[[{ a: 1 }], [{ a: 1 }]]]],
  sameOrderedMembers: [[[[1, 2], [1, 2]]], [[[1, 2], [2, 1]]]],
  notSameOrderedMembers: [[[[1, 2], [2, 1]]], [[[1, 2], [1, 2]]]],
  sameDeepOrderedMembers: [[[[[1], [2]], [[1], [2]]]], [[[[1], [2]], [[2], [1]]]]],
  notSameDeepOrderedMembers: [[[[[1], [2]], [[2], [1]]]], [[[[1]], [[1]]]]],
  includeMembers: [[[[1, 2], [1]]], [[[1, 2], [3]]]],
  notIncludeMembers: [[[[1, 2], [3]]], [[[1, 2], [1]]]],
  includeDeepMembers: [[[[{ a: 1 }, 2], [{ a: 1 }]]], [[[{ a: 1 }], [{ a: 2 }]]]],
  notIncludeDeepMembers: [[[[{ a: 1 }], [{ a: 2 }]]], [[[{ a: 1 }], [{ a: 1 }]]]],
  includeOrderedMembers: [[[[1, 2, 3], [1, 2]]], [[[1, 2, 3], [2, 3]]]],
  notIncludeOrderedMembers: [[[[1, 2, 3], [2, 3]]], [[[1, 2, 3], [1, 2]]]],
  includeDeepOrderedMembers: [[[[[1], [2]], [[1]]]], [[[[1], [2]], [[2]]]]],
  notIncludeDeepOrderedMembers: [[[[[1], [2]], [[2]]]], [[[[1], [2]], [[1]]]]],
  oneOf: [[[1, [1, 2]]], [[3, [1, 2]]]],
  isIterable: [[[[1]]], [[1], [1, 'said']]],
  isExtensible: [[[{}]], [[frozen]]],
  extensible: [[[{}]], [[1]]],
  isNotExtensible: [[[frozen]], [[{}]]],
  isSealed: [[[frozen]], [[{ a: 1 }]]],
  isNotSealed: [[[{ a: 1 }]], [[frozen]]],
  isFrozen: [[[frozen]], [[{ a: 1 }]]],
  isNotFrozen: [[[{ a: 1 }]], [[frozen]]],
  isEmpty: [[[[]], ['']], [[[1]], [1]]],
  isNotEmpty: [[[[1]]], [[{}]]],
  containsSubset: [[[{ a: 1, b: 2 }, { a: 1 }]], [[{ a: 1 }, { a: 2 }]]],
  containSubset: [[[{ a: 1, b: 2 }, { a: 1 }]], [[{ a: 1 }, { b: 2 }]]],
  doesNotContainSubset: [[[{ a: 1 }, { a: 2 }]], [[{ a: 1, b: 2 }, { a: 1 }]]],
  ifError: [[[null], [undefined]], [[new RangeError('thrown as it is')]]],
  fail: [[], [[], ['said'], [1, 2, 'both', '==']]],
};

for (const [name, [good, bad]] of Object.entries(cases)) {
  good.forEach((args, index) => test(`${name} passes ${index + 1}`, () => assert[name](...args)));
  bad.forEach((args, index) => test(`${name} fails ${index + 1}`, () => assert[name](...args)));
}

/** By function: what moves the box, and the rest of the arguments. */
const moves = {
  changes: [['up', 'n'], ['stay', 'n']],
  doesNotChange: [['stay', 'n'], ['up', 'n']],
  changesBy: [['up', 'n', 2], ['up', 'n', 3]],
  changesButNotBy: [['up', 'n', 3], ['up', 'n', 2]],
  increases: [['up', 'n'], ['down', 'n']],
  doesNotIncrease: [['down', 'n'], ['up', 'n']],
  increasesBy: [['up', 'n', 2], ['up', 'n', 1]],
  increasesButNotBy: [['up', 'n', 1], ['up', 'n', 2]],
  decreases: [['down', 'n'], ['up', 'n']],
  doesNotDecrease: [['up', 'n'], ['down', 'n']],
  decreasesBy: [['down', 'n', 2], ['down', 'n', 1]],
  doesNotDecreaseBy: [['up', 'n', 1], ['down', 'n', 2]],
  decreasesButNotBy: [['down', 'n', 1], ['down', 'n', 2]],
};
for (const [name, calls] of Object.entries(moves)) {
  calls.forEach(([move, ...rest], index) =>
    test(`${name} ${index + 1}`, () => {
      const moved = box();
      assert[name](moved[move], moved, ...rest);
    }),
  );
}

test('of a function that is read', () => {
  const moved = box();
  assert.changes(moved.up, () => moved.n);
  assert.increasesBy(moved.up, () => moved.n, 2);
  assert.doesNotChange(moved.stay, () => moved.n, 'said');
});
test('of a function that is read, and fails', () => {
  const moved = box();
  assert.changes(moved.stay, () => moved.n, 'said');
});
test('by itself', () => assert(1 < 2));
test('by itself, and fails', () => assert(1 > 2, 'said'));
test('by itself, without words', () => assert(0));
test('throws gives the error', () => {
  const error = new Error('no');
  expect(assert.throws(refuse(error))).toBe(error);
});
test('expect.assert is assert', () => expect(expect.assert).toBe(assert));
