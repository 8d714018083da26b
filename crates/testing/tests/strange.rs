//! Strange values: thrown, compared, printed. All are bounded, and none affects other tests.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::{check, run};

#[test]
fn strange_things_are_thrown() {
    check(
        "test('a', () => { throw null }); test('b', () => { throw undefined }); test('c', () => { throw 0 });
         test('d', () => { throw Symbol('s') }); test('e', () => { throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 1 }, ownKeys() { throw 1 } }) });
         test('f', () => { const e = new Error('x'); Object.defineProperty(e, 'message', { get() { throw 1 } }); throw e });
         test('g', () => { const e = new Error('x'); e.cause = e; throw e }); test('h', () => { throw '' });
         test('i', () => { throw new Error() }); test('j', () => { throw Object.create(null) });
         test('k', async () => { throw null }); test('l', () => { throw 1n });
         test('m', () => { throw class A {} }); test('n', () => {});",
        "failed a: null
         failed b: undefined
         failed c: 0
         failed d: Symbol(s)
         failed e: [Proxy]
         failed f: Error
         failed g: x
         failed h:
         failed i: Error
         failed j: [Object: null prototype] {}
         failed k: null
         failed l: 1n
         failed m: [class A]
         passed n",
    );
}

#[test]
fn strange_things_are_compared_and_shown() {
    check(
        "const revoked = () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy };
         const trap = () => new Proxy({}, { get() { throw new Error('trap') }, ownKeys() { throw new Error('trap') }, getOwnPropertyDescriptor() { throw new Error('trap') } });
         test('a', () => { expect(revoked()).toBe(1) });
         test('b', () => { expect(trap()).toBe(1) });
         test('c', () => { expect(revoked()).toEqual({}) });
         test('d', () => { expect({ get x() { throw new Error('getter') } }).toBe(1) });
         test('e', () => { expect({ get x() { throw new Error('getter') } }).toEqual({ x: 1 }) });
         test('f', () => { const o = {}; o.self = o; expect(o).toEqual(1) });
         test('g', () => { expect(Object.create(null)).toEqual(1) });
         test('h', () => { expect([1, , 3]).toEqual([1, 2, 3]) });
         test('i', () => { expect({ then() {} }).toEqual({}) });
         test('j', () => { expect(new Proxy(() => {}, {})).toBe(1) });",
        "failed a: expected [Proxy] to be 1 // Object.is equality
         failed b: expected {} to be 1 // Object.is equality
         failed c: Proxy object has empty handler and target
         failed d: expected { x: '[Throws]' } to be 1 // Object.is equality
         failed e: getter
         failed f: expected { self: [Circular] } to deeply equal 1
         failed g: expected {} to deeply equal 1
         failed h: expected [ 1, undefined, 3 ] to deeply equal [ 1, 2, 3 ]
         failed i: expected { then: [Function then] } to deeply equal {}
         failed j: expected [Function] to be 1 // Object.is equality",
    );
}

#[test]
fn depth_and_size_are_bounded() {
    check(
        "const deep = (n, end) => { let o = end; for (let i = 0; i < n; i++) o = { o }; return o };
         const list = (n, end) => { let o = end; for (let i = 0; i < n; i++) o = [o]; return o };
         const sets = (n) => { let o = 1; for (let i = 0; i < n; i++) o = new Set([o]); return o };
         test('a', () => { expect(deep(10000, 1)).toEqual(deep(10000, 1)) });
         test('b', () => { expect(deep(10000, 1)).toEqual(deep(10000, 2)) });
         test('c', () => { expect(list(10000, 1)).toStrictEqual(list(10000, 1)) });
         test('d', () => { expect(deep(10000, 1)).toMatchObject(deep(10000, 1)) });
         test('e', () => { expect(sets(1000)).toEqual(sets(1000)) });
         test('f', () => { expect(sets(10)).toEqual(sets(10)) });
         test('g', () => { expect(new Array(1e6)).toEqual(new Array(1e6)) });
         test('h', () => { expect(deep(10000, 1)).toBe(1) });",
        "passed a
         failed b: expected { o: { o: { o: { o: { …(1) } } } } } to deeply equal { o: { o: { o: { o: { …(1) } } } } }
         passed c
         passed d
         failed e: the value is too large or nests too deep to be compared
         passed f
         passed g
         failed h: expected { o: { o: { o: { o: { …(1) } } } } } to be 1 // Object.is equality",
    );
}

#[test]
fn messages_are_bounded() {
    let outcome = run("test('a', () => { throw new Error('x'.repeat(1e6)) });
         test('b', () => { expect('x'.repeat(1e6)).toBe('y'.repeat(1e6)) });
         test('c', () => { expect(Array.from({ length: 1e5 }, (_, i) => i)).toEqual([]) });
         test('d', () => { expect(1, 'm'.repeat(1e6)).toBe(2) });
         test('e', () => { expect({ toString() { return 'x' } }).toBeOneOf(Array.from({ length: 1e5 }, (_, i) => 'item' + i)) });");
    for entry in &outcome.entries {
        let size = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        assert!(
            size(&entry.error) > 0 && size(&entry.error) < 5_000,
            "{} {}",
            entry.test,
            size(&entry.error)
        );
        assert!(size(&entry.diff) < 5_000, "{} {}", entry.test, size(&entry.diff));
        assert!(size(&entry.stack) < 10_000, "{} {}", entry.test, size(&entry.stack));
    }
}

#[test]
fn names_and_texts_with_strange_characters() {
    check(
        "test('\\ud800', () => { throw new Error('\\udfff') }); test('a\\u0000b', () => {}); test('\\u202e', () => {}); test('x\\ny', () => {});",
        "failed \u{fffd}: \u{fffd}
         passed a\u{0}b
         passed \u{202e}
         passed x
         y",
    );
}

#[test]
fn places_and_stacks() {
    let outcome = run("//- /a.test.js
import { check } from './lib.js';
test('a', () => {
  const s = '😀'; expect(1).toBe(2);
});
test('b', () => { check(1); });
test('c', async () => { await expect(Promise.resolve(1)).resolves.toBe(2); });
test('d', () => { throw new TypeError('t'); });
//- /lib.js
export function check(n) {
  expect(n).toBe(3);
}");
    let places: Vec<String> = outcome
        .entries
        .iter()
        .map(|entry| {
            let at = entry.failed_at.clone().expect("a place");
            format!("{}:{}:{}", at.file, at.line, at.column)
        })
        .collect();
    assert_eq!(places, ["/a.test.js:3:29", "/lib.js:2:13", "/a.test.js:6:67", "/a.test.js:7:25"]);
    let stack = outcome.entries[1].stack.clone().expect("a stack");
    support::same(
        &stack,
        "AssertionError: expected 1 to be 3 // Object.is equality
         at check (/lib.js:2:13)
         at /a.test.js:5:19",
    );
}
