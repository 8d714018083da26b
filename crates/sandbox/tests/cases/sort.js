// What is compared, and in which order: a comparator may contradict itself
[0, 1, 2, 3, 5, 10, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 200, 500, 1000].map((n) => told(numbers(n), (a, b) => a - b))
[2, 10, 64, 100, 500, 1000].map((n) => told(numbers(n).map((x) => x % 10), (a, b) => a - b))
[2, 10, 64, 100, 500, 1000].map((n) => told(Array.from({ length: n }, (_, i) => i), (a, b) => a - b))
[2, 10, 64, 100, 500, 1000].map((n) => told(Array.from({ length: n }, (_, i) => n - i), (a, b) => a - b))
[10, 100, 300, 1000].map((n) => told(Array.from({ length: n }, (_, i) => i % 100), (a, b) => a - b))
[10, 100, 300, 1000, 3000].map((n) => told(Array.from({ length: n }, (_, i) => (i < n / 2 ? i * 2 : (i - n / 2) * 2 + 1)), (a, b) => a - b))
[100, 300, 1000, 3000].map((n) => told(Array.from({ length: n }, (_, i) => (i % 7 < 5 ? i : n - i)), (a, b) => a - b))
[200, 1000, 3000].map((n) => told(Array.from({ length: n }, (_, i) => (i < n * 0.8 ? i : i - n * 0.8 + 50)), (a, b) => a - b))
[200, 1000, 3000].map((n) => told(Array.from({ length: n }, (_, i) => (i < n * 0.2 ? i + n * 0.5 : i - n * 0.2)), (a, b) => a - b))
[10, 50, 100, 500, 1000].map((n) => told(numbers(n), (a, b) => a < b))
[10, 50, 100, 500, 1000].map((n) => told(numbers(n), (a, b) => a > b))
[10, 50, 100, 500, 1000].map((n) => told(numbers(n), () => 1))
[10, 50, 100, 500, 1000].map((n) => told(numbers(n), () => -1))
[10, 50, 100, 500, 1000].map((n) => told(numbers(n), () => 0))
[10, 50, 100, 500, 1000, 3000].map((n) => told(numbers(n), (a, b, call) => ((call * 2654435761) >>> 5) % 3 - 1))
[10, 50, 100, 500, 1000, 3000].map((n) => told(numbers(n), (a, b, call) => (call % 50 < 40 ? -1 : 1)))
[10, 50, 100, 500, 1000, 3000].map((n) => told(numbers(n), (a, b, call) => (call % 97 < 20 ? b - a : a - b)))
[30, 300].map((n) => told(numbers(n), () => NaN))
[30, 300].map((n) => told(numbers(n), (a, b) => String(a - b)))
[30, 300].map((n) => told(numbers(n), (a, b) => ({ valueOf: () => b - a })))
[30, 300].map((n) => told(numbers(n), (a, b) => (a === b ? undefined : a < b ? null : true)))
(() => { const seen = []; [3, 1, 2].sort((...all) => { seen.push(all); return all[0] - all[1] }); return seen })()
(function () { 'use strict'; const seen = []; [2, 1].sort(function () { seen.push(this === undefined, arguments.length); return 0 }); return seen })()
// Without a comparator
[[3, 20, 100, 1], ['b', 'a', 'C', ''], [10, 9, 1, -1, -10], [true, false, null, 'n'], ['\u{1f600}', '\ufb01', 'z'], [1n, 10n, 2n], [undefined, 3, undefined, 1], [NaN, Infinity, -Infinity, 0, -0], ['ж', 'a', 'é', 'e']].map((list) => list.sort().map(String))
(() => { const seen = []; const make = (name) => ({ toString() { seen.push(name); return name } }); const list = ['d', 'a', 'c', 'b'].map(make); list.sort(); return [seen, list.map(String)] })()
caught(() => [1, Symbol(), 2].sort()).replace(/:.*/, '')
caught(() => [{ toString() { throw new RangeError('own') } }, 1].sort())
(() => { const list = numbers(200).map((x, i) => ({ k: x % 5, i })); list.sort((a, b) => a.k - b.k); return list.every((x, i) => i === 0 || list[i - 1].k < x.k || list[i - 1].i < x.i) })()
// Holes, undefined and what is no array
(() => { const list = [3, , 1, undefined, , 2]; list.sort(); return [list.length, Object.keys(list), list] })()
(() => { const list = [3, , 1, undefined, 2]; const seen = []; list.sort((a, b) => { seen.push(a, b); return b - a }); return [seen.includes(undefined), list, 4 in list] })()
(() => { Array.prototype[1] = 9; try { const list = [3, , 1]; list.sort(); return [list, Object.keys(list)] } finally { delete Array.prototype[1] } })()
(() => { const like = { 0: 'b', 1: 'a', 3: 'c', length: 4 }; Array.prototype.sort.call(like); return like })()
(() => { const log = []; const like = new Proxy({ 0: 2, 2: 1, length: 3 }, { has(t, k) { log.push('has ' + k); return k in t }, get(t, k) { log.push('get ' + String(k)); return t[k] }, set(t, k, v) { log.push('set ' + k + ' ' + v); t[k] = v; return true }, deleteProperty(t, k) { log.push('delete ' + k); return delete t[k] }, getOwnPropertyDescriptor(t, k) { return Reflect.getOwnPropertyDescriptor(t, k) } }); Array.prototype.sort.call(like); return [log.filter((x) => !x.startsWith('has 1')), like] })()
(() => { const list = [3, 2, 1]; list.sort((a, b) => { list.length = 0; return a - b }); return list })()
(() => { const list = [3, 2, 1]; list.sort((a, b) => { list[5] = 9; return a - b }); return list })()
(() => { const list = [3, 2, 1]; try { list.sort(() => { throw new RangeError('own') }) } catch (e) { return [e.message, list] } })()
[1, null, {}, 'x', Symbol()].map((compare) => caught(() => [].sort(compare)))
[caught(() => [2, 1].sort(undefined)), caught(() => Array.prototype.sort.call(null)).replace(/:.*/, ''), caught(() => Object.freeze([2, 1]).sort()).replace(/:.*/, ''), caught(() => Array.prototype.sort.call('ba')).replace(/:.*/, ''), Array.prototype.sort.call(5) instanceof Number]
[Array.prototype.sort.length, Array.prototype.sort.name, Array.prototype.toSorted.length, Array.prototype.toSorted.name, 'prototype' in Array.prototype.sort, Object.getOwnPropertyDescriptor(Array.prototype, 'sort').enumerable]
(() => { class List extends Array {} const list = List.from([2, 1]); return [list.sort() === list, list instanceof List, list.toSorted() instanceof List, list] })()
// toSorted
[[3, 1, 2].toSorted(), [3, , 1].toSorted(), [3, undefined, 1].toSorted((a, b) => b - a), Array.prototype.toSorted.call({ length: 2, 0: 'b', 1: 'a' }), caught(() => [].toSorted(1)), caught(() => Array.prototype.toSorted.call({ length: 2 ** 32 }))]
(() => { const list = [3, 1, 2]; const sorted = list.toSorted(); return [list, sorted, sorted === list, Object.keys([, 1].toSorted())] })()
// Typed arrays
[0, 1, 2, 3, 7, 10, 100, 1000].map((n) => [Int32Array, Uint8Array, Float64Array].map((Type) => toldTyped(Type, n, (a, b) => a - b)))
[10, 100, 1000].map((n) => [toldTyped(Int32Array, n, (a, b) => a < b), toldTyped(Int32Array, n, () => 1), toldTyped(Int32Array, n, () => -1), toldTyped(Int32Array, n, (a, b, call) => ((call * 2654435761) >>> 5) % 3 - 1)])
[Array.from(Float64Array.of(3, NaN, -0, 0, -Infinity, 1).sort(), (x) => Object.is(x, -0) ? '-0' : String(x)), Array.from(Int8Array.of(3, -1, 2).sort((a, b) => b - a)), Array.from(BigInt64Array.of(3n, -1n).sort((a, b) => (a < b ? -1 : 1)), String)]
(() => { const list = Int32Array.of(3, 1, 2); const during = []; const sorted = list.toSorted((a, b) => { during.push([...list]); return b - a }); return [[...list], [...sorted], sorted instanceof Int32Array, sorted !== list, during.length] })()
(() => { const list = Int32Array.of(3, 1, 2); const during = []; list.sort((a, b) => { during.push([...list]); return a - b }); return [during, [...list]] })()
[caught(() => new Uint8Array(1).sort(1)), caught(() => new Uint8Array(1).toSorted('x')), caught(() => Uint8Array.prototype.sort.call([])).replace(/:.*/, ''), caught(() => Uint8Array.of(2, 1).sort(() => { throw new RangeError('own') })), Uint8Array.prototype.sort.length, Uint8Array.prototype.sort.name]
