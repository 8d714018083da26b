import { describe, expect, test, vi } from 'vitest';

/** Each is a test; many fail, and what they say is compared. */
const all = (cases) => {
  for (const [name, run] of Object.entries(cases)) test(name, run);
};
class Animal {
  speak() {}
  static born() {}
}
const thrower = (error) => () => {
  throw error;
};
const sized = { length: 2 };

describe('words', () => {
  all({
    'read and go on': () => expect(1).to.be.been.is.that.which.and.has.have.with.at.of.same.but.does.still.also.equal(1),
    'not, anywhere': () => expect(1).to.not.be.a('string').and.is.not.equal(2),
    'not that fails': () => expect(1).to.not.equal(1),
    'a message': () => expect(1, 'one').to.equal(2),
    'a message of the matcher': () => expect(1).to.equal(2, 'said there'),
    'an unknown word': () => expect(1).to.be.nothing,
    'itself': () => expect(Animal).itself.to.respondTo('born'),
  });
});

describe('a', () => {
  all({
    string: () => expect('x').to.be.a('string'),
    'string that is none': () => expect(1).to.be.a('string'),
    'in capitals': () => expect('x').to.be.a('String'),
    array: () => expect([]).to.be.an('array'),
    'array that is none': () => expect({}).to.be.an('array'),
    null: () => expect(null).to.be.a('null'),
    undefined: () => expect(undefined).to.be.an('undefined'),
    error: () => expect(new Error()).to.be.an('error'),
    promise: () => expect(Promise.resolve()).to.be.a('promise'),
    'Float32Array': () => expect(new Float32Array()).to.be.a('float32array'),
    symbol: () => expect(Symbol()).to.be.a('symbol'),
    tagged: () => expect({ [Symbol.toStringTag]: 'mine' }).to.be.a('mine'),
    function: () => expect(() => {}).to.be.a('function'),
    'async function is a function': () => expect(async () => {}).to.be.a('function'),
    'async function': () => expect(async () => {}).to.be.an('asyncfunction'),
    'function is no async function': () => expect(() => {}).to.be.an('asyncfunction'),
    'generator function': () => expect(function* () {}).to.be.a('generatorfunction'),
    'not a': () => expect('x').to.not.be.a('string'),
  });
});

describe('include', () => {
  all({
    text: () => expect('foobar').to.include('foo'),
    'text that lacks it': () => expect('foobar').to.include('baz'),
    array: () => expect([1, 2, 3]).to.include(2),
    'array that lacks it': () => expect([1, 2, 3]).to.include(4),
    'array, by identity': () => expect([{ a: 1 }]).to.include({ a: 1 }),
    'array, deeply': () => expect([{ a: 1 }]).to.deep.include({ a: 1 }),
    object: () => expect({ a: 1, b: 2, c: 3 }).to.include({ a: 1, b: 2 }),
    'object that lacks it': () => expect({ a: 1, b: 2, c: 3 }).to.include({ a: 1, b: 3 }),
    'object, not': () => expect({ a: 1, b: 2 }).to.not.include({ a: 1 }),
    'object, not any': () => expect({ a: 1, b: 2 }).to.not.include({ a: 1, b: 2 }),
    'object, not both': () => expect({ a: 1, b: 2 }).to.not.include({ a: 1, b: 3 }),
    'object, deeply': () => expect({ a: { b: 1 } }).to.deep.include({ a: { b: 1 } }),
    'object, by identity': () => expect({ a: { b: 1 } }).to.include({ a: { b: 1 } }),
    nested: () => expect({ a: { b: ['x', 'y'] } }).to.nested.include({ 'a.b[1]': 'y' }),
    'nested that lacks it': () => expect({ a: { b: ['x', 'y'] } }).to.nested.include({ 'a.b[1]': 'x' }),
    'deep nested': () => expect({ a: { b: [{ c: 3 }] } }).to.deep.nested.include({ 'a.b[0]': { c: 3 } }),
    own: () => expect({ a: 1 }).to.have.own.include({ a: 1 }),
    'own of what is inherited': () => expect(Object.create({ a: 1 })).to.have.own.include({ a: 1 }),
    set: () => expect(new Set([1, 2])).to.include(2),
    'set that lacks it': () => expect(new Set([1, 2])).to.include(3),
    'set, deeply': () => expect(new Set([{ a: 1 }])).to.deep.include({ a: 1 }),
    map: () => expect(new Map([['a', 1]])).to.include(1),
    'map that lacks it': () => expect(new Map([['a', 1]])).to.include('a'),
    number: () => expect(12).to.include(1),
    'null with a text': () => expect(null).to.include('x'),
    'null with an object': () => expect(null).to.include({ a: 1 }),
    'contains is a word too': () => expect({ a: 1, b: 2 }).to.contain.keys('a'),
    'includes NaN': () => expect([NaN]).to.include(NaN),
    'NaN in a set': () => expect(new Set([NaN])).to.include(NaN),
    'a weak set': () => {
      const key = {};
      expect(new WeakSet([key])).to.include(key);
    },
    'a weak set deeply': () => expect(new WeakSet()).to.deep.include({}),
  });
});

describe('plain facts', () => {
  all({
    ok: () => expect(1).to.be.ok,
    'not ok': () => expect(0).to.be.ok,
    'ok, not': () => expect(1).to.not.be.ok,
    true: () => expect(true).to.be.true,
    'true of 1': () => expect(1).to.be.true,
    false: () => expect(false).to.be.false,
    'false of 0': () => expect(0).to.be.false,
    'not true': () => expect(true).to.not.be.true,
    null: () => expect(null).to.be.null,
    'null of undefined': () => expect(undefined).to.be.null,
    undefined: () => expect(undefined).to.be.undefined,
    'undefined of null': () => expect(null).to.be.undefined,
    NaN: () => expect(NaN).to.be.NaN,
    'NaN of 1': () => expect(1).to.be.NaN,
    'NaN of a text': () => expect('x').to.be.NaN,
    exist: () => expect(0).to.exist,
    'exist of null': () => expect(null).to.exist,
    'exist, not': () => expect(0).to.not.exist,
    numeric: () => expect(1n).to.be.numeric,
    'numeric of a text': () => expect('1').to.be.numeric,
    callable: () => expect(() => {}).to.be.callable,
    'callable of an object': () => expect({}).to.be.callable,
    'callable, not': () => expect(Animal).to.not.be.callable,
    finite: () => expect(1).to.be.finite,
    'finite of Infinity': () => expect(Infinity).to.be.finite,
    iterable: () => expect([]).to.be.iterable,
    'iterable of a number': () => expect(1).to.be.iterable,
    'iterable, not': () => expect('x').to.not.be.iterable,
    arguments: () => (function () {
      expect(arguments).to.be.arguments;
    })(),
    'arguments of an array': () => expect([]).to.be.arguments,
    extensible: () => expect({}).to.be.extensible,
    'extensible of a number': () => expect(1).to.be.extensible,
    'extensible of frozen': () => expect(Object.freeze({})).to.be.extensible,
    sealed: () => expect(Object.seal({})).to.be.sealed,
    'sealed of an object': () => expect({ a: 1 }).to.be.sealed,
    'sealed of a number': () => expect(1).to.be.sealed,
    frozen: () => expect(Object.freeze({})).to.be.frozen,
    'frozen, not': () => expect(Object.freeze({})).to.not.be.frozen,
    'frozen of an object': () => expect({ a: 1 }).to.be.frozen,
  });
});

describe('empty', () => {
  all({
    array: () => expect([]).to.be.empty,
    'array with members': () => expect([1]).to.be.empty,
    text: () => expect('').to.be.empty,
    'text with letters': () => expect('abc').to.be.empty,
    object: () => expect({}).to.be.empty,
    'object with keys': () => expect({ a: 1 }).to.be.empty,
    map: () => expect(new Map()).to.be.empty,
    'set with members': () => expect(new Set([1])).to.be.empty,
    'not empty': () => expect([]).to.not.be.empty,
    number: () => expect(1).to.be.empty,
    null: () => expect(null).to.be.empty,
    function: () => expect(function named() {}).to.be.empty,
    'weak map': () => expect(new WeakMap()).to.be.empty,
  });
});

describe('equality', () => {
  all({
    equal: () => expect(1).to.equal(1),
    'equal of objects': () => expect({ a: 1 }).to.equal({ a: 1 }),
    eq: () => expect('a').to.eq('b'),
    'deep equal': () => expect({ a: [1, { b: 2 }] }).to.deep.equal({ a: [1, { b: 2 }] }),
    'deep equal that differs': () => expect({ a: 1 }).to.deep.equal({ a: 2 }),
    'deep equal, not': () => expect({ a: 1 }).to.not.deep.equal({ a: 1 }),
    eql: () => expect([1, 2]).to.eql([1, 2]),
    eqls: () => expect([1, 2]).to.eqls([1, 3]),
    'eql of zeros': () => expect(-0).to.eql(0),
    'eql of NaN': () => expect(NaN).to.eql(NaN),
    'eql with an undefined key': () => expect({ a: undefined }).to.eql({}),
    'eql of types': () => expect(new Animal()).to.eql({}),
    'eql of maps': () => expect(new Map([[{ a: 1 }, 1]])).to.eql(new Map([[{ a: 1 }, 1]])),
    'eql of sets': () => expect(new Set([{ a: 1 }, 2])).to.eql(new Set([2, { a: 1 }])),
    'eql of dates': () => expect(new Date(1)).to.eql(new Date(2)),
    'eql of regexps': () => expect(/a/g).to.eql(/a/i),
    'eql of errors': () => expect(new Error('a')).to.eql(new Error('a')),
    'eql of errors with other messages': () => expect(new Error('a')).to.eql(new Error('b')),
    'eql of texts and text objects': () => expect('a').to.eql(new String('a')),
    'eql of numbers and texts': () => expect(1).to.eql('1'),
  });
});

describe('order', () => {
  all({
    above: () => expect(2).to.be.above(1),
    'above the same': () => expect(2).to.be.above(2),
    'above, not': () => expect(2).to.not.be.above(1),
    gt: () => expect(1).to.be.gt(2),
    greaterThan: () => expect(1).to.be.greaterThan(2),
    least: () => expect(2).to.be.at.least(2),
    'least of less': () => expect(1).to.be.at.least(2),
    gte: () => expect(1).to.not.be.gte(1),
    below: () => expect(1).to.be.below(2),
    'below of more': () => expect(3).to.be.below(2),
    lt: () => expect(3).to.not.be.lt(4),
    most: () => expect(2).to.be.at.most(2),
    'most of more': () => expect(3).to.be.at.most(2),
    lte: () => expect(3).to.be.lte(2),
    'of bigints': () => expect(3n).to.be.above(2),
    'of dates': () => expect(new Date(2)).to.be.above(new Date(1)),
    'of a date and a number': () => expect(new Date(2)).to.be.above(1),
    'of a text': () => expect('2').to.be.above(1),
    'of an object': () => expect({}).to.be.below(1),
    'than a text': () => expect(2).to.be.above('1'),
    within: () => expect(2).to.be.within(1, 3),
    'within, without': () => expect(4).to.be.within(1, 3),
    'within, not': () => expect(2).to.not.be.within(1, 3),
    'within of texts': () => expect(2).to.be.within('1', '3'),
    'within of a text': () => expect('2').to.be.within(1, 3),
    closeTo: () => expect(1.5).to.be.closeTo(1, 0.5),
    'closeTo, too far': () => expect(1.6).to.be.closeTo(1, 0.5),
    'closeTo, not': () => expect(1.5).to.not.be.closeTo(1, 0.5),
    approximately: () => expect(1.6).to.be.approximately(1, 0.5),
    'closeTo with decimals': () => expect(0.3).to.be.closeTo(0.1 + 0.2, 0),
    'closeTo of a text': () => expect('1.5').to.be.closeTo(1, 0.5),
    'closeTo without a delta': () => expect(1.5).to.be.closeTo(1),
    'closeTo a text': () => expect(1.5).to.be.closeTo('1', 0.5),
  });
});

describe('length', () => {
  all({
    'of an array': () => expect([1, 2]).to.have.lengthOf(2),
    'of an array that is shorter': () => expect([1, 2]).to.have.lengthOf(3),
    'of a text': () => expect('foo').to.have.length(3),
    'of an object': () => expect(sized).to.have.lengthOf(3),
    'of an object without': () => expect({}).to.have.lengthOf(3),
    'of a number': () => expect(1).to.have.lengthOf(3),
    'of a map': () => expect(new Map()).to.have.lengthOf(1),
    'of a set': () => expect(new Set([1])).to.have.lengthOf(1),
    'not': () => expect([1]).to.not.have.lengthOf(1),
    'above': () => expect([1, 2]).to.have.lengthOf.above(1),
    'above that fails': () => expect([1, 2]).to.have.lengthOf.above(2),
    'below that fails': () => expect('foo').to.have.lengthOf.below(3),
    'least that fails': () => expect('foo').to.have.lengthOf.at.least(4),
    'most that fails': () => expect('foo').to.have.length.of.at.most(2),
    'within that fails': () => expect(new Set([1])).to.have.lengthOf.within(2, 3),
    'above, not': () => expect([1, 2]).to.not.have.lengthOf.above(1),
    'above, of an object without': () => expect({}).to.have.lengthOf.above(1),
  });
});

describe('property', () => {
  all({
    'there': () => expect({ a: 1 }).to.have.property('a'),
    'missing': () => expect({ a: 1 }).to.have.property('b'),
    'with a value': () => expect({ a: 1 }).to.have.property('a', 1),
    'with another value': () => expect({ a: 1 }).to.have.property('a', 2),
    'missing, with a value': () => expect({ a: 1 }).to.have.property('b', 2),
    'not': () => expect({ a: 1 }).to.not.have.property('a'),
    'not with a value': () => expect({ a: 1 }).to.not.have.property('a', 1),
    'not with a value, missing': () => expect({ a: 1 }).to.not.have.property('b', 1),
    'inherited': () => expect(Object.create({ a: 1 })).to.have.property('a'),
    'own': () => expect(Object.create({ a: 1 })).to.have.own.property('a'),
    'ownProperty': () => expect({ a: 1 }).to.have.ownProperty('a'),
    'haveOwnProperty': () => expect({ a: 1 }).to.haveOwnProperty('b'),
    'deep': () => expect({ a: { b: 1 } }).to.have.deep.property('a', { b: 1 }),
    'deep that differs': () => expect({ a: { b: 1 } }).to.have.deep.property('a', { b: 2 }),
    'nested': () => expect({ a: { b: [1, 2] } }).to.have.nested.property('a.b[1]', 2),
    'nested that is missing': () => expect({ a: { b: [1] } }).to.have.nested.property('a.b[1]'),
    'nested with dots in keys': () => expect({ 'a.b': { '[c]': 1 } }).to.have.nested.property('a\\.b.\\[c\\]'),
    'deep nested': () => expect({ a: { b: [{ c: 1 }] } }).to.have.deep.nested.property('a.b[0]', { c: 1 }),
    'nested own': () => expect({ a: 1 }).to.have.nested.own.property('a'),
    'nested number': () => expect({ a: 1 }).to.have.nested.property(1),
    'of null': () => expect(null).to.have.property('a'),
    'of a text': () => expect('abc').to.have.property('length', 3),
    'a number': () => expect([1, 2]).to.have.property(0, 1),
    'a symbol': () => expect({ [Symbol.iterator]: 1 }).to.have.property(Symbol.iterator),
    'an object': () => expect({}).to.have.property({}),
    'goes on with it': () => expect({ a: [1] }).to.have.property('a').that.is.an('array').with.lengthOf(1),
    'goes on with it and fails': () => expect({ a: [1] }).to.have.property('a').that.is.a('string'),
    'descriptor': () => expect({ a: 1 }).to.have.ownPropertyDescriptor('a'),
    'descriptor that is missing': () => expect({ a: 1 }).to.have.ownPropertyDescriptor('b'),
    'descriptor that is given': () =>
      expect({ a: 1 }).to.have.ownPropertyDescriptor('a', { value: 1, writable: true, enumerable: true, configurable: true }),
    'descriptor that differs': () =>
      expect({ a: 1 }).to.have.ownPropertyDescriptor('a', { value: 1, writable: true, enumerable: true, configurable: false }),
    'descriptor, goes on': () => expect({ a: 1 }).to.have.ownPropertyDescriptor('a').to.have.property('enumerable', true),
  });
});

describe('keys', () => {
  all({
    'all': () => expect({ a: 1, b: 2 }).to.have.all.keys('a', 'b'),
    'as an array': () => expect({ a: 1, b: 2 }).to.have.keys(['b', 'a']),
    'as an object': () => expect({ a: 1, b: 2 }).to.have.keys({ a: 3, b: 4 }),
    'one': () => expect({ a: 1 }).to.have.key('a'),
    'one that is missing': () => expect({ a: 1 }).to.have.key('b'),
    'too few': () => expect({ a: 1, b: 2 }).to.have.all.keys('a'),
    'too many': () => expect({ a: 1, b: 2 }).to.have.all.keys('a', 'b', 'c'),
    'contain': () => expect({ a: 1, b: 2 }).to.contain.all.keys('a'),
    'contain that fails': () => expect({ a: 1, b: 2 }).to.contain.all.keys('a', 'c'),
    'any': () => expect({ a: 1 }).to.have.any.keys('a', 'b'),
    'any that fails': () => expect({ a: 1 }).to.have.any.keys('b', 'c'),
    'not any': () => expect({ a: 1 }).to.not.have.any.keys('a', 'b'),
    'not all': () => expect({ a: 1 }).to.not.have.all.keys('a'),
    'none': () => expect({ a: 1 }).to.have.keys(),
    'none, as an array': () => expect({ a: 1 }).to.have.keys([]),
    'mixed': () => expect({ a: 1 }).to.have.keys(['a'], 'b'),
    'numbers': () => expect({ 1: 1, 2: 2 }).to.have.keys(1, 2),
    'symbols': () => {
      const key = Symbol('key');
      expect({ [key]: 1 }).to.have.keys([key]);
    },
    'of a map': () => expect(new Map([['a', 1], ['b', 2]])).to.have.keys('a', 'b'),
    'of a map, by identity': () => expect(new Map([[{ a: 1 }, 1]])).to.have.keys([{ a: 1 }]),
    'of a map, deeply': () => expect(new Map([[{ a: 1 }, 1]])).to.have.deep.keys([{ a: 1 }]),
    'of a set': () => expect(new Set(['a'])).to.have.keys('b'),
    'of a set, numbers': () => expect(new Set([1])).to.have.keys('1'),
    'of an array': () => expect(['x', 'y']).to.have.all.keys(0, 1),
    'twice the same': () => expect({ a: 1 }).to.have.keys('a', 'a'),
    'of a number': () => expect(1).to.have.keys('a'),
    'of null': () => expect(null).to.have.keys('a'),
  });
});

describe('members', () => {
  all({
    'the same': () => expect([1, 2, 3]).to.have.members([3, 2, 1]),
    'fewer': () => expect([1, 2, 3]).to.have.members([1, 2]),
    'twice': () => expect([1, 1, 2]).to.have.members([1, 2, 2]),
    'not': () => expect([1, 2]).to.not.have.members([2, 1]),
    'deep': () => expect([{ a: 1 }]).to.have.deep.members([{ a: 1 }]),
    'by identity': () => expect([{ a: 1 }]).to.have.members([{ a: 1 }]),
    'ordered': () => expect([1, 2]).to.have.ordered.members([1, 2]),
    'ordered that are not': () => expect([1, 2]).to.have.ordered.members([2, 1]),
    'included': () => expect([1, 2, 3]).to.include.members([3, 1, 1]),
    'included that are not': () => expect([1, 2, 3]).to.include.members([4]),
    'included in order': () => expect([1, 2, 3]).to.include.ordered.members([1, 2]),
    'included in another order': () => expect([1, 2, 3]).to.include.ordered.members([2, 3]),
    'included, not': () => expect([1, 2, 3]).to.not.include.members([1]),
    'of sets': () => expect(new Set([1, 2])).to.have.members([2, 1]),
    'of a text': () => expect('abc').to.have.members(['a', 'b', 'c']),
    'of a number': () => expect(1).to.have.members([1]),
    'a number': () => expect([1]).to.have.members(1),
    'oneOf': () => expect(1).to.be.oneOf([1, 2]),
    'oneOf, none': () => expect(3).to.be.oneOf([1, 2]),
    'oneOf, not': () => expect(1).to.not.be.oneOf([1, 2]),
    'oneOf, deeply': () => expect({ a: 1 }).to.be.deep.oneOf([{ a: 1 }]),
    'oneOf, deeply none': () => expect({ a: 1 }).to.be.deep.oneOf([{ a: 2 }]),
    'oneOf of no array': () => expect(1).to.be.oneOf('1'),
    'contain oneOf': () => expect('hello').to.contain.oneOf(['x', 'ell']),
    'contain oneOf, none': () => expect([1, 2]).to.contain.oneOf([3, 4]),
    'subset': () => expect({ a: { b: 1, c: 2 }, d: [1, { e: 2, f: 3 }] }).to.containSubset({ a: { b: 1 }, d: [{ e: 2 }] }),
    'subset that differs': () => expect({ a: { b: 1 } }).to.containSubset({ a: { b: 2 } }),
    'subset by a function': () => expect({ a: 3 }).to.containSubset({ a: (found) => found > 2 }),
    'subset, not': () => expect({ a: 1, b: 2 }).to.not.containSubset({ a: 1 }),
  });
});

describe('texts', () => {
  all({
    'match': () => expect('foobar').to.match(/^foo/),
    'match that fails': () => expect('foobar').to.match(/^bar/),
    'matches, not': () => expect('foobar').to.not.matches(/^foo/),
    'match of a number': () => expect(12).to.match(/1/),
    'string': () => expect('foobar').to.have.string('bar'),
    'string that fails': () => expect('foobar').to.have.string('baz'),
    'string, not': () => expect('foobar').to.not.have.string('bar'),
    'string of a number': () => expect(1).to.have.string('1'),
  });
});

describe('kinds', () => {
  all({
    'instanceof': () => expect(new Animal()).to.be.instanceof(Animal),
    'instanceOf that fails': () => expect({}).to.be.an.instanceOf(Animal),
    'instanceof, not': () => expect(new Animal()).to.not.be.instanceof(Animal),
    'instanceof no constructor': () => expect({}).to.be.instanceof(1),
    'instanceof of nothing': () => expect({}).to.be.instanceof(undefined),
    'instanceof anonymous': () => expect({}).to.be.instanceof((() => class {})()),
    'respondTo': () => expect(new Animal()).to.respondTo('speak'),
    'respondTo of a class': () => expect(Animal).to.respondTo('speak'),
    'respondTo that fails': () => expect({}).to.respondTo('speak'),
    'respondTo of a class, static': () => expect(Animal).to.respondTo('born'),
    'respondsTo, not': () => expect({ a() {} }).to.not.respondsTo('a'),
    'satisfy': () => expect(1).to.satisfy((n) => n > 0),
    'satisfy that fails': () => expect(-1).to.satisfy((n) => n > 0),
    'satisfies, not': () => expect(1).to.not.satisfies((n) => n > 0),
  });
});

describe('throw', () => {
  all({
    'anything': () => expect(thrower(new Error('no'))).to.throw(),
    'nothing': () => expect(() => {}).to.throw(),
    'not': () => expect(() => {}).to.not.throw(),
    'not, and does': () => expect(thrower(new Error('no'))).to.not.throw(),
    'not, and throws a text': () => expect(thrower('no')).to.not.throw(),
    'not, and throws an object': () => expect(thrower({ a: 1 })).to.not.throw(),
    'by text': () => expect(thrower(new Error('no way'))).to.throw('no'),
    'by another text': () => expect(thrower(new Error('no way'))).to.throw('yes'),
    'by pattern': () => expect(thrower(new Error('no way'))).to.throw(/way$/),
    'by another pattern': () => expect(thrower(new Error('no way'))).to.throw(/^way/),
    'by constructor': () => expect(thrower(new TypeError('no'))).to.throw(TypeError),
    'by constructor of a parent': () => expect(thrower(new TypeError('no'))).to.throw(Error),
    'by another constructor': () => expect(thrower(new TypeError('no'))).to.throw(RangeError),
    'by constructor, nothing': () => expect(() => {}).to.throw(RangeError),
    'by constructor and text': () => expect(thrower(new TypeError('no'))).to.throw(TypeError, 'no'),
    'by constructor and another text': () => expect(thrower(new TypeError('no'))).to.throw(TypeError, 'yes'),
    'by constructor and pattern': () => expect(thrower(new TypeError('no'))).to.throw(TypeError, /yes/),
    'by the same error': () => {
      const error = new Error('no');
      expect(thrower(error)).to.throw(error);
    },
    'by an equal error': () => expect(thrower(new Error('no'))).to.throw(new Error('no')),
    'by text, not': () => expect(thrower(new Error('no'))).to.not.throw('no'),
    'by another text, not': () => expect(thrower(new Error('no'))).to.not.throw('yes'),
    'by constructor, not': () => expect(thrower(new TypeError('no'))).to.not.throw(TypeError),
    'by another constructor, not': () => expect(thrower(new TypeError('no'))).to.not.throw(RangeError),
    'by constructor and text, not': () => expect(thrower(new TypeError('no'))).to.not.throw(TypeError, 'no'),
    'by constructor and another text, not': () => expect(thrower(new TypeError('no'))).to.not.throw(TypeError, 'yes'),
    'of no function': () => expect(1).to.throw(),
    'a text by text': () => expect(thrower('no way')).to.throw('way'),
    'Throw and throws': () => expect(thrower(new Error('no'))).to.Throw('no').and.to.be.an('error'),
    'goes on with the error': () => {
      const error = Object.assign(new Error('no'), { code: 42 });
      expect(thrower(error)).to.throw(Error).with.property('code', 42);
    },
    'goes on with the error and fails': () => expect(thrower(new Error('no'))).to.throw().with.property('code', 42),
  });
});

describe('change', () => {
  const setup = () => {
    const box = { n: 1 };
    return { box, up: () => (box.n += 2), down: () => (box.n -= 2), stay: () => {}, read: () => box.n };
  };
  all({
    'a property': () => {
      const { box, up } = setup();
      expect(up).to.change(box, 'n');
    },
    'what a function gives': () => {
      const { read, up } = setup();
      expect(up).to.change(read);
    },
    'no change': () => {
      const { box, stay } = setup();
      expect(stay).to.change(box, 'n');
    },
    'no change of a function': () => {
      const { read, stay } = setup();
      expect(stay).to.change(read);
    },
    'not': () => {
      const { box, up } = setup();
      expect(up).to.not.change(box, 'n');
    },
    'by': () => {
      const { box, down } = setup();
      expect(down).to.change(box, 'n').by(2);
    },
    'by another': () => {
      const { box, down } = setup();
      expect(down).to.change(box, 'n').by(3);
    },
    'but not by': () => {
      const { box, down } = setup();
      expect(down).to.change(box, 'n').but.not.by(2);
    },
    'increase': () => {
      const { box, up } = setup();
      expect(up).to.increase(box, 'n').by(2);
    },
    'increase that is none': () => {
      const { box, down } = setup();
      expect(down).to.increase(box, 'n');
    },
    'increase by another': () => {
      const { box, up } = setup();
      expect(up).to.increase(box, 'n').by(1);
    },
    'decrease': () => {
      const { box, down } = setup();
      expect(down).to.decrease(box, 'n').by(2);
    },
    'decrease that is none': () => {
      const { read, up } = setup();
      expect(up).to.decrease(read);
    },
    'increase of a text': () => expect(() => {}).to.increase({ a: 'x' }, 'a'),
    'of a missing property': () => expect(() => {}).to.change({}, 'a'),
    'of no function': () => expect(1).to.change({ a: 1 }, 'a'),
  });
});

describe('spies', () => {
  const called = (...calls) => {
    const spy = vi.fn((n) => n);
    for (const args of calls) spy(...args);
    return spy;
  };
  all({
    called: () => expect(called([])).to.have.been.called,
    'called, never': () => expect(called()).to.have.been.called,
    'called, not': () => expect(called([])).to.not.have.been.called,
    calledOnce: () => expect(called([], [])).to.have.been.calledOnce,
    calledTwice: () => expect(called([])).to.have.been.calledTwice,
    calledThrice: () => expect(called([])).to.have.been.calledThrice,
    callCount: () => expect(called([])).to.have.callCount(2),
    calledWith: () => expect(called([1])).to.have.been.calledWith(1),
    'calledWith another': () => expect(called([1])).to.have.been.calledWith(2),
    calledOnceWith: () => expect(called([1], [1])).to.have.been.calledOnceWith(1),
    returned: () => expect(called([1])).to.have.returned(1),
    returnedWith: () => expect(called([1])).to.have.returnedWith(2),
    returnedTimes: () => expect(called([1])).to.have.returnedTimes(2),
  });
});
