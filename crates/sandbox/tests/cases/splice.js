// splice
[[], [0], [1], [1, 1], [-2], [-9, 1], [9], [1, 0, 'x', 'y'], [1, 2, 'x'], [0, 5], [2, -1, 'x'], [undefined, 1], [NaN, 1], [Infinity, 1], [-Infinity, 1], [1, Infinity], [1.9, 1.9], [1, undefined], [0, 0], [4, 0, 'end'], [0, 0, 'start'], [1, 1, undefined], [1, 2, 1.5, 'a', {}, null, 7]].map((args) => { const list = [1, 2, 3, 4]; return [list.splice(...args), list, list.length] })
[[[1, 2, 3], 1, 1, 'x'], [[1.5, 2.5], 0, 1, 'x'], [[{}, 'a'], 1, 1, 2], [[], 0, 0, 1], [[], 0, 1], [[1, , 3], 0, 1], [[1, , 3], 1, 1, 'x'], [[, ,], 0, 0, 'x'], [Object.assign([1, 2], { length: 5 }), 1, 1], [Object.assign([1, 2], { x: 1 }), 0, 1]].map(([list, ...args]) => [list.splice(...args), list, list.length, Object.keys(list)])
[['1', '1'], [null, 1], [true, 1], [{ valueOf: () => 1 }, 1], [1, { valueOf: () => 2 }, 'x'], ['x', 'y']].map((args) => { const list = [1, 2, 3, 4]; return [list.splice(...args), list] })
(() => { const list = [1, 2, 3]; const gone = list.splice({ valueOf() { list.push(9); return 1 } }, 1); return [list, gone] })()
(() => { const list = [1, 2, 3, 4]; return [list.splice(1, 2) instanceof Array, Object.getOwnPropertyDescriptors(list), Object.getOwnPropertyDescriptors(list.splice(0, 1))] })()
[caught(() => Object.freeze([1]).splice(0, 1)).replace(/:.*/, ''), caught(() => Object.freeze([1]).splice(0, 0)).replace(/:.*/, ''), caught(() => Object.seal([1]).splice(0, 1)).replace(/:.*/, ''), caught(() => Object.preventExtensions([1, 2]).splice(0, 1, 'x')), caught(() => Object.preventExtensions([1]).splice(0, 0, 'x')).replace(/:.*/, ''), caught(() => Object.defineProperty([1], 'length', { writable: false }).splice(0, 1)).replace(/:.*/, '')]
(() => { class List extends Array {} const list = List.from([1, 2, 3]); const gone = list.splice(1, 1); return [gone instanceof List, gone, list instanceof List, list] })()
(() => { const list = [1, 2, 3]; list.constructor = { [Symbol.species]: function (n) { return { made: n } } }; return [list.splice(1, 2), list] })()
(() => { const list = [1, 2, 3]; list.constructor = undefined; return [list.splice(1, 1), list] })()
(() => { const before = Object.getOwnPropertyDescriptor(Array, Symbol.species); Object.defineProperty(Array, Symbol.species, { get: () => function () { return { own: true } }, configurable: true }); try { return [1, 2].splice(0, 1) } finally { Object.defineProperty(Array, Symbol.species, before) } })()
(() => { const before = Array.prototype.constructor; Array.prototype.constructor = { [Symbol.species]: function () { return { own: true } } }; try { return [1, 2].splice(0, 1) } finally { Array.prototype.constructor = before } })()
(() => { const seen = []; Object.defineProperty(Array.prototype, '2', { set(v) { seen.push(v) }, get: () => 'p', configurable: true }); try { const list = [1, 2]; list.splice(0, 0, 'x'); return [seen, list.length] } finally { delete Array.prototype[2] } })()
(() => { const seen = []; Object.defineProperty(Object.prototype, '2', { set(v) { seen.push(v) }, configurable: true }); try { const list = [1, 2]; list.unshift('x'); return [seen, list.length] } finally { delete Object.prototype[2] } })()
(() => { const like = { 0: 'a', 1: 'b', length: 2 }; return [Array.prototype.splice.call(like, 0, 1, 'x', 'y'), like] })()
(() => { const log = []; const list = new Proxy([1, 2], { set(t, k, v) { log.push(k + '=' + v); t[k] = v; return true } }); list.splice(0, 1, 'x', 'y'); list.unshift('z'); return log })()
(() => { const list = Object.setPrototypeOf([1, 2], { __proto__: Array.prototype }); return [Array.isArray(list.splice(0, 1)), list.length] })()
(() => { const list = Object.setPrototypeOf([1, 2], null); return [Array.prototype.splice.call(list, 0, 1), Array.prototype.unshift.call(list, 'x'), list.length, list[0]] })()
// unshift
[[], [0], ['a', 'b'], [undefined], [1.5]].map((args) => { const list = [1, 2]; return [list.unshift(...args), list] })
[[1.5], ['a', {}], [], [, 1], [1, ,], Object.assign([1], { length: 3 })].map((list) => [list.unshift('x', 'y'), list, Object.keys(list)])
[caught(() => Object.freeze([1]).unshift()).replace(/:.*/, ''), caught(() => Object.freeze([1]).unshift(2)).replace(/:.*/, ''), caught(() => Object.preventExtensions([1]).unshift(2)).replace(/:.*/, ''), caught(() => Array.prototype.unshift.call(null, 1)).replace(/:.*/, ''), Array.prototype.unshift.call({ length: 1, 0: 'a' }, 'b')]
[Array.prototype.splice.length, Array.prototype.splice.name, Array.prototype.unshift.length, Array.prototype.unshift.name, Object.getOwnPropertyDescriptor(Array.prototype, 'splice').enumerable, 'prototype' in Array.prototype.splice]
(() => { const list = []; for (let i = 0; i < 500; i++) { list.unshift(i); list.splice(i >> 1, i % 3 ? 0 : 1, 'k' + i); if (i % 5 === 0) list.splice(-3, 2) } return [list.length, list.join()] })()
(() => { const list = []; for (let i = 0; i < 2000; i++) list.unshift(i); while (list.length > 5) list.splice(0, 3); return list })()
(() => { const list = [1, 2, 3]; for (const x of list) { if (list.length < 8) list.splice(1, 0, x * 10) } return list })()
