import { expect, test } from 'vitest';

test('equal', () => expect(new URL('http://a/b')).toEqual(new URL('http://a/b')));
test('other', () => expect(new URL('http://a/b')).toEqual(new URL('http://a/c')));
test('strictly equal', () => expect({ url: new URL('http://a/b') }).toStrictEqual({ url: new URL('http://a/b') }));
test('a URL and its text', () => expect(new URL('http://a/b')).toEqual('http://a/b'));
test('parameters', () => expect(new URLSearchParams('a=1')).toEqual(new URLSearchParams('a=1')));
test('parameters that differ', () => expect(new URLSearchParams('a=1')).toEqual(new URLSearchParams('a=2')));
test('headers', () => expect(new Headers({ a: '1' })).toEqual(new Headers({ a: '1' })));
test('form data', () => expect([...new FormData()]).toEqual([]));
test('iterated by a matcher', () => expect(new URLSearchParams('a=1&b=2')).toContainEqual(['b', '2']));
