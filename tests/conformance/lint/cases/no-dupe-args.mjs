const script = { sourceType: 'script' };
const s = (code) => ({ code, languageOptions: script });
export default {
  valid: ['function a(a, b, c){}', 'var a = function(a, b, c){}', 'function a({a, b}, {c, d}){}', 'function a([ , a]) {}', 'function foo([[a, b], [c, d]]) {}', 'function f(a) { function g(a) {} }', s('function f(a, b) { var a; }'), s('function a(a, b, c){}'), '(a, b) => {}', 'class A { m(a, b) {} set c(d) {} }', { code: 'declare function f(a: number, b: string): void', filename: 'file.ts' }, { code: 'function f(this: A, a: B) {}', filename: 'file.ts' }, { code: 'type A = (a: number, b: number) => void', filename: 'file.ts' }, s('function f(a) { a(function (b) { var a, b }) }'), { code: 'function f(a, b) {}', filename: 'file.cjs' }],
  invalid: [
    { code: 'function f(a, [a, b], { c: b }) {}', filename: 'a.ts' },
    { code: 'function f([a, a]) {}', filename: 'a.ts' },
    { code: 'function f(a?: 1, ...a: 2[]) {}', filename: 'a.ts' },
    { code: 'function f(a: number, a: string) {}', filename: 'file.ts' },
    s('function a(a, b, b) {}'), s('function a(a, a, a) {}'), s('function a(a, b, a) {}'), s('function a(a, b, a, b) {}'), s('var a = function(a, b, b) {}'), s('var a = function(a, a, a) {}'), s('var a = function(a, b, a) {}'), s('var a = function(a, b, a, b) {}'), s('(function (\n a,\n a /* b */\n) /* c */ {})'), s('function toString(__proto__, __proto__, constructor, constructor) {}'), s('async function f(a, a) {} function* g(b, b) {}'), { code: 'function a(b, b) {}', languageOptions: { sourceType: 'commonjs' } }, { code: 'function f(a, a) {}', filename: 'file.cjs' }, s('function f(a, \\u0061) {}'), s('function a(b, b) { return function c(d, e, d) {} }')],
};
