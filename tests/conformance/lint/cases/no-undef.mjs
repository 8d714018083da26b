const ts = (code) => ({ code, filename: 'file.ts' });
const jsx = (code) => ({ code, filename: 'file.jsx' });
const script = (code) => ({ code, languageOptions: { sourceType: 'script' } });
const typeOf = (code) => ({ code, options: [{ typeof: true }] });
const globals = (code, globals) => ({ code, languageOptions: { globals } });

export default {
  valid: [
    { code: 'arguments; (() => arguments)()', languageOptions: { sourceType: 'commonjs' } },
    ts('class A { constructor(a: 1); m(): void }'),
    ts('declare module "a" { module "b" { const c: 1 } }'),
    ts('let a = [1] as const; let b = <const>[2]; a; b'),
    ts('namespace N { export interface I {} } class A implements N.I {} interface B extends N.I {} let c: N.I; c; N'),
    ts('namespace N { namespace M {} M.a = 1 }'),
    ts('import type { A } from "a"; import type B, * as C from "b"; A; new B(); C.d; ({ [A]: 1 })'.replace('B, * as C', 'B').replace('C.d; ', '')),
    ts('interface A {} let a: A.b; function f<T>(b: T.c) { return b } a'),
    ts('var v = 1; import w = v; w'),
    'let a = 1; function f(b = a) { var a }',
    'function f(b = () => f, c = b) { let a; a(c) }',
    'class A extends B { m() { return super.a } } function B() {}',
    jsx('class A extends Object { m() { return <super.a /> } }'),
    'var a = 1, b = 2; a;', '/* a */ function f() { b; } var b', globals('b++;', { b: true }), globals('window;', { window: false }), globals('require("a");', { require: 'readonly' }), 'function f(a) { a; }', 'isNaN(x => x)', 'typeof a', 'typeof (b)', "if (typeof a === 'string') {}", script('var foo = function() { arguments }'), 'function f() { () => arguments }', 'Object; isNaN(); Promise; globalThis; BigInt; WeakRef',
    'toString()'.replace('toString()', 'hasOwnProperty()'), 'function evilEval(stuffToEval) { var ultimateAnswer; ultimateAnswer = 42; eval(stuffToEval); }', 'class A { constructor() { new.target; } static { A } }', 'var { bacon, ...others } = stuff2(others); function stuff2() {}', 'export * as ns from "source"', 'import.meta', 'let a; [a] = [0];', 'try {} catch (e) { e }', 'a: for (;;) { break a }', 'undefined; NaN; Infinity',
    jsx('const App = () => null; const a = <App a="b" />;'), jsx('const a = <div><span a-b="c"/></div>'), jsx('const a = <a:b />'), jsx('const A = {}; const b = <A.B.c />'), jsx('const c = <this.b />'), { code: 'require("a"); module.exports = exports', languageOptions: { sourceType: 'commonjs' } }, { code: 'module.exports = require("a")', filename: 'file.cjs' },
    ts('type A = string; let a: A; interface B extends Array<A> {} let b: Promise<B>; a; b'), ts('let a: Record<string, Partial<A>>; interface A {}'), ts('function f<T>(a: T): asserts a is T { return a }'), ts('enum E { A, B = A } E.A'), ts('namespace N { export const a = 1 } N.a'), ts('import A = require("a"); A'), ts('declare const a: number; a'), ts('type A<T> = T extends (infer U)[] ? U : never'), ts('type M = { [K in keyof A]: A[K] }; interface A {}'),
    ts('abstract class A<T> implements B { constructor(private a: T) {} } interface B {}'), ts('let a: typeof import("a"); a'), ts('export type { A } from "a"; export = B; class B {}'.replace('export type { A } from "a"; ', '')), ts('declare global { interface Window { a: 1 } } export {}'), ts('let x: [first: string, second?: number]; x'), ts('function f(this: Array<number>) { return this }'),
  ],
  invalid: [
    'function f(a = b) { var b; b }',
    'const f = (a = () => b) => { let b; b }',
    'function f({ [b]: a }) { function b() {} }',
    ts('function f(): typeof b { const b = 1; return b }'),
    ts('function f(x: T) { interface T {} }'),
    '[[a] = []] = c',
    '[[a = 1] = [], ...[b]] = c',
    '({ a: [b, { c = 1 }] = d, e: f.g = 1 } = {})',
    'for ([[a] = []] of b) ;',
    ts('[(a as any) = 1, b! = 2] = [1]'.replace(', b! = 2', '')),
    { code: 'require("a"); return', languageOptions: { sourceType: 'script', parserOptions: { ecmaFeatures: { globalReturn: true } } } }, { code: '<><A.b></A.b><B></B><c></c></>', filename: 'file.jsx' }, { code: '<><A.b></A.b><B></B><c></c></>', filename: 'file.tsx' },
    'a = 1;', "if (typeof anUndefinedVar === 'string') {} anUndefinedVar", typeOf("if (typeof anUndefinedVar === 'string') {}"), 'var a = b;', 'function f() { b; }', 'window;', 'require("a");', "var React; React.render(<a/>)".replace('<a/>', 'a'), '[a] = [0];', '({a} = {});', '({b: a} = {});', '[obj.a, obj.b] = [0, 1];', 'const c = 0; const a = {...b, c};', '[a = 1] = b', '({ a = 1, b: c = 2 } = {})', 'class A { [b] = c }', 'foo++; for (x of y); for (z in y);',
    script('{ function f() {} f() } f(); typeof f'), script('if (a) { function g() { g() } } var a; a = g; switch (a) { case 1: function h() {} } h'), 'arguments', '() => arguments', 'export default a', 'a?.b; a(); new a; a`b`', 'typeof a.b; delete c.d', 'class A extends B {}', 'function f(a = b) {}', 'label: c', '`${d}`', script('with (a) { b }'), 'let a = () => { \\u0062c }', jsx('const a = <App />'), jsx('const a = <Foo.Bar b={c} {...d} />'), jsx('const a = <foo.bar />'), globals('a', { a: 'off' }), globals('Array; isNaN', { Array: 'off' }), { code: 'require("a"); exports', filename: 'file.js' },
    ts('let a: A; let b: B.C; a; b'), ts('interface A extends B<C> {}'), ts('let x: HTMLElement; x'), ts('class A implements B {}'), ts('type T = typeof x; type U = keyof V'), ts('foo<Bar>(baz as Qux)'), ts('let a: Promise<Foo>; a; PromiseLike'), ts('@dec class A { @b c(@d e) {} }'), ts('enum E { A = B, C = A }'), ts('function f(a: unknown): a is B { return true }'),
    { code: 'const a = <Foo<Bar> b={c} />', filename: 'file.tsx' }, ts('export { a, type B }; let a'.replace('let a', 'let b')), ts('export = foo'), ts('import a = b.c; a'), ts('Partial; Record'), 'BigInt64Array; FinalizationRegistry; foo',
  ],
};
