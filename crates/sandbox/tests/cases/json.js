// JSON.parse: what is no JSON
['', '   ', '{a}', '{', '{1}', '{,', '{"a"', '{"a" 1}', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{"a":1 "b"}', '{"a":1}}', '{"a":1,,}', '{"a":1,"b"', '{"a":1,"b"}', '{"a":1,"b" 2'].map((text) => caught(() => JSON.parse(text)))
['[', '[,', '[1', '[1,', '[1,]', '[1 2]', '[1-2]', '[1"a"]', '[]]', '[1,2', '["a" "b"]', '["abc', '[null', '[nul', '[]x'].map((text) => caught(() => JSON.parse(text)))
['"abc', '"a\nb"', '"\t"', '"\u0000"', '"\\x"', '"\\u12"', '"\\u12G4"', '"\\', '"a\\', '"\\u', '"\\u123', "'a'", '"\\ж"', '"\\0"', '"a"b', '"\\u{61}"', '"ж\n"'].map((text) => caught(() => JSON.parse(text)))
['01', '-', '-x', '-01', '1.', '1.x', '.5', '+1', '1e', '1ex', '1e+', '1E-', '0x10', '1_0', '--1', '1.2.3', '1e1.5', '00', '-0x', 'Infinity', '-Infinity', 'NaN', '1n'].map((text) => caught(() => JSON.parse(text)))
['nul', 'nullx', 'truE', 'tru', 'fals', 'falsey', 'n1', 'n"', 'nul l', 'undefined', '[object Object]', 'undefine', '1 2', '1 x', 'ж', '\ufeff1', '\u00a01', '\u20281', '\v1', '\f1', '//', '/**/1', '1;'].map((text) => caught(() => JSON.parse(text)))
['[1,2,3,4,5,6,7,8,9,x]', '[1,2,3,4,5,6,7,8,9,10,11,x,13,14,15,16]', '[x,2,3,4,5,6,7,8,9,10,11]', '[1,2,3,4,5,6,7,8,9,10,11,12,x]', '[1,2,3,4,5,6,7,8,x]1', '12345678901234567890x', '[123456789,x234567890]', '[жжжжжжжжжжжжжжж,ж]'].map((text) => caught(() => JSON.parse(text)))
[undefined, null, 5, {}, [], [1], true, { toString: () => '[2]' }, { toString() { throw new RangeError('own') } }, Object(3n), new String('"s"')].map((value) => caught(() => JSON.parse(value)))
[caught(() => JSON.parse()), caught(() => JSON.parse.call(null, '1')), JSON.parse.length, JSON.parse.name, JSON.stringify.length, JSON.stringify.name, Object.getOwnPropertyDescriptor(JSON, 'parse').enumerable, caught(() => new JSON.parse('1')).replace(/:.*/, ''), 'prototype' in JSON.parse]
(() => { try { JSON.parse('{x}') } catch (e) { return [e instanceof SyntaxError, e.name, Object.getPrototypeOf(e) === SyntaxError.prototype, Object.getOwnPropertyNames(e).includes('message')] } })()
// JSON.parse: what is
['1', ' 1 ', '\t\n\r 1\n', '-1', '0', '-0', '1.5', '-0.0', '1e3', '1E3', '1e+3', '1e-3', '123456789012345678', '9007199254740993', '0.1', '1e400', '-1e400', '1e-400', '2147483647', '2147483648', '-2147483648', '-2147483649', '123456789012345', '1234567890123456', '4.35', '5e-324', '1.7976931348623157e308', '0.000001', '1e21'].map((text) => { const value = JSON.parse(text); return [String(value), 1 / value, Number.isInteger(value), Object.is(value, Number(text))] })
['""', '"a"', '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\u0041\\u00e9\\u0436"', '"\\ud83d\\ude00"', '"\\ud83d"', '"\\ude00\\ud83d"', '"é"', '"ж\\n"', '"\u2028\u2029"', '"\u007f\u0080"', '"\ud800"', '"\\u00E9x"', '"a\\u0000b"'].map((text) => { const value = JSON.parse(text); return [value.length, ...Array.from({ length: value.length }, (_, i) => value.charCodeAt(i))] })
['null', 'true', 'false', '[]', '{}', '[[]]', '[{}]', '{"a":{}}', '[null,true,false,"x",1.5,-1,[],{}]', ' [ 1 , 2 ] ', ' { "a" : 1 , "b" : [ ] } '].map((text) => JSON.parse(text))
Object.entries(JSON.parse('{"b":1,"a":2,"10":3,"2":4,"b":5,"":6,"-1":7,"01":8,"4294967295":9,"4294967294":10}'))
(() => { const o = JSON.parse('{"__proto__":{"x":1},"constructor":2,"toString":3,"hasOwnProperty":4}'); return [Object.keys(o), o.x, Object.getPrototypeOf(o) === Object.prototype, Object.getOwnPropertyDescriptor(o, '__proto__')] })()
(() => { const o = JSON.parse('{"a":[1]}'); return [Object.getOwnPropertyDescriptors(o), Object.getOwnPropertyDescriptors(o.a), Array.isArray(o.a), Object.getPrototypeOf(o.a) === Array.prototype, Object.isExtensible(o)] })()
(() => { Object.defineProperty(Object.prototype, 'trap', { set() { throw 1 }, configurable: true }); Object.defineProperty(Array.prototype, '0', { set() { throw 2 }, configurable: true }); try { return [JSON.parse('{"trap":1}').trap, JSON.parse('[7]')[0]] } finally { delete Object.prototype.trap; delete Array.prototype[0] } })()
(() => { let o = JSON.parse('['.repeat(3000) + ']'.repeat(3000)), n = 0; while (o) { o = o[0]; n++ } return n })()
(() => { const keys = Array.from({ length: 500 }, (_, i) => 'key' + i % 300); const o = JSON.parse('{' + keys.map((k, i) => JSON.stringify(k) + ':' + i).join() + '}'); return [Object.keys(o).length, o.key0, o.key299, o.key150] })()
(() => { const rows = JSON.parse('[' + Array.from({ length: 100 }, (_, i) => `{"aa${i % 7}":${i},"a${i % 7}a":1,"b":"${i}","\\u0062":2}`).join() + ']'); return [rows.length, rows[99], rows[8]] })()
// JSON.parse: with a reviver
JSON.parse('{"a":1,"b":[1,2],"c":{"d":null}}', function (key, value) { return typeof value === 'number' ? value * 2 : value })
(() => { const seen = []; JSON.parse('{"a":1,"b":[1,{"c":2}]}', function (key, value) { seen.push([key, value, Array.isArray(this)]); return value }); return seen })()
[JSON.parse('{"a":1,"b":2}', (key, value) => key === 'a' ? undefined : value), JSON.parse('[1,2,3]', (key, value) => key === '1' ? undefined : value), JSON.parse('1', {}), JSON.parse('1', null), JSON.parse('1', 'x')]
[caught(() => JSON.parse('[1]', () => { throw new RangeError('own') })), caught(() => JSON.parse('[x]', () => 1)), JSON.parse('1', () => undefined)]
// JSON.stringify: values
[null, true, false, 0, -0, 1, -1, 1.5, 1e21, 1e-7, NaN, Infinity, -Infinity, 2147483648, 0.1, 5e-324, '', 'a', undefined, () => 1, Symbol('x'), [], {}, [undefined, () => 1, Symbol('x')], { a: undefined, b: () => 1, c: Symbol('x'), d: 1 }].map((value) => JSON.stringify(value))
['"', '\\', '/', '\b\f\n\r\t', '\u0000\u001f\u007f\u0080', '\u2028\u2029', 'é', 'ж', '\u{1f600}', '\ud800', '\udc00', '\ud800\ud800\udc00\udc00', 'a\ud83dж', '"ж"\n', '\ud83d\ude00x', 'ж\ud800'].map((value) => JSON.stringify(value))
JSON.stringify({ '"': 1, 'a\nb': 2, 'ж': 3, '\ud800': 4, '': 5 })
[new Number(3), new String('s'), new Boolean(false), Object('x'), Object(Symbol.iterator), new Number(NaN), [new Number(1), new String('a'), new Boolean(true)]].map((value) => JSON.stringify(value))
[caught(() => JSON.stringify(1n)), caught(() => JSON.stringify({ a: [1n] })), caught(() => JSON.stringify(Object(1n)))]
(() => { Object.defineProperty(BigInt.prototype, 'toJSON', { value() { return typeof this + this }, configurable: true }); try { return [JSON.stringify(1n), JSON.stringify([2n])] } finally { delete BigInt.prototype.toJSON } })()
(() => { 'use strict'; Object.defineProperty(BigInt.prototype, 'toJSON', { get() { const kind = typeof this; return () => kind }, configurable: true }); try { return JSON.stringify([1n, Object(2n)]) } finally { delete BigInt.prototype.toJSON } })()
[new Map([[1, 2]]), new Set([1]), new Date(0), new Date(NaN), /x/g, new Error('m'), new Uint8Array([1, 2]), new ArrayBuffer(2), new WeakMap(), Promise.resolve(1), (function () { return arguments })(1, 2), new (class A { b = 1; #c = 2; get d() { return 3 } })(), Object.create({ inherited: 1 }), Object.create(null), Math, JSON, globalThis.undefinedThing].map((value) => JSON.stringify(value))
[{ b: 1, a: 2, 10: 3, 2: 4, '-1': 5, [Symbol('s')]: 6 }, Object.defineProperty({ a: 1 }, 'b', { value: 2 }), { get a() { return 1 }, set b(x) {} }, Object.assign(Object.create({ toString: 1 }), { a: 1 })].map((value) => JSON.stringify(value))
[[, 1], [1, , 2], Object.assign([1], { x: 2 }), new Array(3), Object.assign([1, 2, 3], { length: 2 }), Object.assign(Object.create(Array.prototype), { 0: 1, length: 1 }), new (class extends Array {})(1, 2, 3), [1.5, 2], [1, 'a', null], Object.freeze([1]), Object.defineProperty([1, 2], 1, { get: () => 9 })].map((value) => JSON.stringify(value))
(() => { Array.prototype[1] = 'from the prototype'; try { return JSON.stringify([0, , 2]) } finally { delete Array.prototype[1] } })()
// JSON.stringify: toJSON
[{ toJSON: () => 1 }, { toJSON: 1 }, { toJSON() { return { a: this.b } }, b: 2 }, { a: { toJSON(key) { return 'key ' + key } } }, [{ toJSON: (key) => typeof key + key }], { toJSON() {} }, [{ toJSON() {} }], { a: { toJSON() {} } }, { toJSON: () => ({ toJSON: () => 1 }) }, { toJSON: () => () => 1 }, Object.assign(() => 1, { toJSON: () => 'f' }), { toJSON: null }].map((value) => JSON.stringify(value))
(() => { Object.prototype.toJSON = function () { return 'o' + typeof this }; try { return [JSON.stringify({}), JSON.stringify([1]), JSON.stringify(1), JSON.stringify('a'), JSON.stringify(new Map()), JSON.stringify(Object.create(null)), JSON.stringify(1n)] } finally { delete Object.prototype.toJSON } })()
(() => { Array.prototype.toJSON = () => 'array'; try { return [JSON.stringify({ a: [1] }), JSON.stringify([[]])] } finally { delete Array.prototype.toJSON } })()
(() => { const value = { first: { toJSON() { Object.prototype.toJSON = () => 'late'; return 1 } }, then: {} }; try { return JSON.stringify(value) } finally { delete Object.prototype.toJSON } })()
JSON.stringify(new (class { toJSON() { return Object.keys(this) } a = 1 })())
caught(() => JSON.stringify({ get toJSON() { throw new RangeError('own') } }))
// JSON.stringify: what changes on the way
(() => { const o = { a: { toJSON() { delete o.b; o.c = 'new'; o.d = 4; return 1 } }, b: 2, c: 3 }; return JSON.stringify(o) })()
(() => { const o = { get a() { o.b = 'new'; return 1 }, b: 2 }; return JSON.stringify(o) })()
(() => { const o = { get a() { Object.defineProperty(o, 'b', { enumerable: false }); return 1 }, b: 2 }; return JSON.stringify(o) })()
(() => { const list = [{ toJSON() { list.length = 1; return 1 } }, 2, 3]; return JSON.stringify(list) })()
(() => { const list = [{ toJSON() { list.push(4); list[1] = 'new'; return 1 } }, 2]; return JSON.stringify(list) })()
(() => { const inner = { x: 1, y: 2 }; const o = { a: inner, get b() { inner.x = 5; return 0 }, c: inner }; return JSON.stringify(o) })()
(() => { const log = []; const seen = (target, name) => new Proxy(target, { get(t, k) { log.push(name + '.' + String(k)); return t[k] }, ownKeys(t) { log.push(name + ' keys'); return Reflect.ownKeys(t) }, getOwnPropertyDescriptor(t, k) { log.push(name + ' own ' + String(k)); return Reflect.getOwnPropertyDescriptor(t, k) }, has() { log.push('has') } }); const text = JSON.stringify(seen({ a: seen([1, 2], 'list'), b: seen({ c: 1, [Symbol('s')]: 2 }, 'inner') }, 'outer')); return [text, log] })()
(() => { const log = []; const list = new Proxy(['a', 1, new String('b')], { get(t, k) { log.push(String(k)); return t[k] } }); return [JSON.stringify({ a: 1, b: 2, 1: 3, c: 4 }, list), log] })()
(() => { const log = []; const o = { get a() { log.push('a'); return { toJSON(k) { log.push('toJSON ' + k); return 1 } } }, get b() { log.push('b'); return 2 } }; JSON.stringify(o, function (k, v) { log.push('replacer ' + k); return v }); return log })()
// JSON.stringify: replacers
[JSON.stringify({ a: 1, b: [1, 2] }, (k, v) => typeof v === 'number' ? v + 1 : v), JSON.stringify({ a: 1, b: 2 }, (k, v) => k === 'a' ? undefined : v), JSON.stringify([1, 2], (k, v) => k === '0' ? undefined : v), JSON.stringify(1, () => undefined), JSON.stringify(undefined, () => 5), JSON.stringify({ a: 1 }, () => 5), JSON.stringify({ a: 1 }, (k, v) => k === '' ? { b: 2 } : v)]
(() => { const seen = []; JSON.stringify({ a: [1, { b: 2 }], 3: 4 }, function (key, value) { seen.push([typeof key, key, Array.isArray(this), Object.keys(this).length]); return value }); return seen })()
(() => { const holders = []; JSON.stringify('x', function (key, value) { holders.push(Object.getOwnPropertyDescriptors(this), Object.getPrototypeOf(this) === Object.prototype); return value }); return holders })()
[['a'], ['b', 'a'], [], ['a', 'a'], [1], [new Number(1), new String('a')], [null, {}, true, Symbol.iterator], ['c', 'missing'], {}, null, 'a', 5].map((list) => JSON.stringify({ a: { a: 1, b: 2 }, b: [{ a: 3, c: 4 }], 1: 5, c: 6 }, list))
[JSON.stringify([1, 2, 3], ['0']), JSON.stringify({ a: 1, get b() { return 2 } }, ['b', 'toString', 'a']), JSON.stringify(Object.defineProperty({}, 'h', { value: 1 }), ['h']), JSON.stringify({ 'a': 1 }, new Proxy(['a'], {}))]
(() => { const revoked = Proxy.revocable({}, {}); revoked.revoke(); return [caught(() => JSON.stringify(revoked.proxy)).replace(/:.*/, ''), caught(() => JSON.parse(Symbol())).replace(/:.*/, ''), caught(() => JSON.stringify({}, revoked.proxy)).replace(/:.*/, ''), caught(() => JSON.stringify({ a: 1 }, () => { throw new RangeError('own') }))] })()
// JSON.stringify: indentation
[0, 1, 4, 10, 11, 100, -1, 1.9, NaN, Infinity, -Infinity, '', ' ', '--', '0123456789abc', null, true, {}, new Number(2), new String('>'), 'ж'].map((space) => JSON.stringify({ a: [1, { b: [], c: {} }], d: 2 }, null, space))
[JSON.stringify([], null, 2), JSON.stringify({}, null, 2), JSON.stringify([[]], null, 2), JSON.stringify({ a: undefined }, null, 2), JSON.stringify([undefined], null, 2), JSON.stringify(1, null, 2), JSON.stringify({ a: { b: { c: 1 } } }, null, '\t'), JSON.stringify([{}], null, 2)]
caught(() => JSON.stringify({}, null, { valueOf() { throw 1 } }))
caught(() => JSON.stringify({ a: 1 }, null, Object.assign(new Number(1), { valueOf: () => 3 })))
caught(() => JSON.stringify({ a: 1 }, null, Object.assign(new String('x'), { toString: () => '=' })))
// JSON.stringify: objects inside themselves
(() => { const a = {}; a.a = a; const b = { x: { y: { z: [0, { w: 1 }] } } }; b.x.y.z[1].q = b; const c = []; c.push(c); const d = { x: [[]] }; d.x[0].push(d.x); return [a, b, c, d].map((value) => caught(() => JSON.stringify(value))) })()
(() => { class Foo { constructor() { this.me = this } } const e = Object.create(null); e[''] = { k: e }; const g = { 1: {} }; g[1][2] = g; const h = { x: { toJSON: () => h } }; const p = new Map(); p.x = p; return [{ a: new Foo() }, e, g, h, p].map((value) => caught(() => JSON.stringify(value))) })()
(() => { const m = { a: { b: { c: {} } } }; m.a.b.c.d = m; const n = { a: { b: { c: { d: {} } } } }; n.a.b.c.d.e = n; const o = { constructor: 1 }; o.o = o; const p = new Proxy({}, {}); p.p = p; return [m, n, o, p].map((value) => caught(() => JSON.stringify(value))) })()
(() => { const o = {}; o.a = o; return [JSON.stringify(o, ['b']), JSON.stringify(o, (k, v) => k === 'a' ? 1 : v), caught(() => JSON.stringify({ o }, ['o', 'a']))] })()
(() => { const shared = { x: 1 }; let deep = shared; for (let i = 0; i < 40; i++) deep = { deep, shared }; return JSON.stringify([deep, deep, shared]).length })()
(() => { const root = {}; let deep = root; for (let i = 0; i < 40; i++) deep = deep[i % 2 ? 'a' : 'b'] = i % 3 ? {} : []; deep.push ? deep.push(root) : deep.root = root; return caught(() => JSON.stringify(root)) })()
(() => { let deep = {}; for (let i = 0; i < 20000; i++) deep = { deep }; return caught(() => JSON.stringify(deep)) })()
(() => { let deep = []; for (let i = 0; i < 2000; i++) deep = [deep]; return JSON.stringify(deep).length })()
caught(() => { const o = { toJSON: () => ({ o }) }; JSON.stringify(o) })
JSON.parse('{"a":[1,{"b":2}],"c":"x","1":true}', function (key, value) { return [key, typeof key, Array.isArray(this)].join() + ':' + (typeof value === 'object' ? JSON.stringify(value) : value) })
JSON.parse('{"a":1,"b":[1,2,3],"c":{"d":4}}', (key, value) => typeof value === 'number' && value % 2 ? undefined : value)
JSON.parse('"\\ud83d"', (key, value) => [key, value.charCodeAt(0)])
JSON.parse('["\\ud83d","\\udc00x"]', (key, value) => typeof value === 'string' ? value.length : value)
JSON.parse('{"a":1,"b":2}', function (key, value) { if (key === 'a') { this.b = { late: [1] }; delete this.c } return value })
JSON.parse('[1,2,3]', function (key, value) { if (key === '0') this.length = 1; return value })
JSON.parse('{"a":1,"b":2}', function (key, value) { if (key === 'a') Object.freeze(this); return key === 'b' ? 5 : value })
[caught(() => JSON.parse('[1]', () => { throw new Error('x') })), caught(() => JSON.parse('{', () => 1)), JSON.parse('5', () => undefined), JSON.parse('5', 'no'), JSON.parse('{"__proto__":1}', (key, value) => value)['__proto__']]
