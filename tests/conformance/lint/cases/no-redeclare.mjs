const script = (code, ...options) => ({ code, options, languageOptions: { sourceType: 'script' } });
const ts = (code, ...options) => ({ rule: '@typescript-eslint/no-redeclare', code, options, filename: 'file.ts' });
const cjs = (code) => ({ code, languageOptions: { sourceType: 'commonjs' } });
const noBuiltins = { builtinGlobals: false };

export default {
  valid: [
    ts('export declare function f<K, M>(T: K, M: M): 1'),
    ts('declare class A { m<M>(M: M): void }'),
    ts('function f<M>(M: M): M; function f(M: any) { return M }'),
    ts('namespace N { var a; var a; interface B {} var B }'),
    ts('class A<T, T> {} interface B<T, T> {}'),
    ts('declare module "a" { export var b; export type b = typeof b }'),
    { code: 'var Object = 0', languageOptions: { sourceType: 'script', parserOptions: { ecmaFeatures: { globalReturn: true } } } }, { rule: '@typescript-eslint/no-redeclare', filename: 'a.ts', code: 'export type A<T> = T extends (infer B)[] | infer B ? B : never' },
    script('/*global a*/', noBuiltins), '/*global a*/ var a = 1', '/* global a: off, b */ var c', script('/*globals a, b:writable, a */ var c'), script('// global a\nvar a'), 'var a = 3; var b = function() { var a = 10; };', 'var a = 3; a = 10;', 'if (true) { let b = 2; } else { let b = 3; }', 'class C { static { var a; } static { var a; } }', 'var a; class C { static { var a; } }', 'class C { static { { let a; } { let a; } } }', script('var Object = 0;', noBuiltins), 'var Object = 0;', cjs('var Object = 0;'), script('function a() { var Object = 0; }'),
    script('(function a() { var a })'), script('try {} catch (e) { var e }', noBuiltins), script('{ function a() {} } var a;'), script('var a; { function a() {} }'), 'var [a] = [1]; function b(a) {}', script('var top = 0'), 'for (let i; ;) { let i }', { code: 'var a', languageOptions: { sourceType: 'script', globals: { b: true } } },
    ts('type A = 1; type B = 2; let a: A, b: B'), ts('function a(b: 1): 1; function a(b: 2): 2; function a(b: any) { return b }'), ts('interface A {} interface A {}'), ts('interface A {} class A {}'), ts('class A {} namespace A {}'), ts('interface A {} class A {} namespace A {}'), ts('enum A {} namespace A {}'), ts('function A() {} namespace A {}'), ts('namespace A {} namespace A {}'), ts('type A = string; namespace B { type A = 1 }'),
    ts('declare function f(a: 1): 1; declare function f(a: 2): 2;'), ts('class A { a(): void; a(b?: 1) {} }'), ts('const a = 1; function f(a: typeof a) {}'),
  ],
  invalid: [
    ts('export function f<K, M>(T: K, M: M): 1 { return 1 }'),
    ts('export const f = <M>({ M }: M) => 1'),
    ts('function f<a>(b: a) { const a = 1 }'),
    ts('class A { m<M>(M: M) { var M } }'),
    ts('export function f<T, T>() {}'),
    ts('try {} catch (e) { var a; var a }'),
    ts('for (;;) { var a; var a }'),
    script('function c() {} { var c }'), script('function f() { function c() {} for (var c of f) {} }'),
    { code: '/* globals a */', languageOptions: { sourceType: 'script', globals: { a: true } } }, { code: '/* globals a */ var a = 0', languageOptions: { sourceType: 'script', globals: { a: false } } },
    script('var a = 3; var a = 10;'), script('switch(foo) { case a: var b = 3;\ncase b: var b = 4}'), script('var a = 3; var a = 10; var a = 15;'), 'var a = 3; var a = 10;', 'export var a; var a;', 'class C { static { var a; var a; } }', 'class C { static { var a; { var a; } } }', 'class C { static { { var a; } { var a; } } }', script('var Object = 0;', { builtinGlobals: true }), script('var top = 0; var top = 1'), script('var a; var {a = 0, b: Object = 0} = {};'),
    { code: 'var globalThis = 0; var top', languageOptions: { sourceType: 'script', globals: { top: false } } }, script('function f() { var a; var a; }'), script('function f(a) { var a; }'), script('function f(a, a) {}'), script('function f() { var a; if (test) { var a; } }'), script('for (var a, a;;);'), script('for (var a; ;) {} for (var a in b);'), script('function f() {} function f() {}'), script('function f() {} var f;'), script('{ function f() {} function f() {} }'), script('var Object; var Object;', noBuiltins),
    script('/*global b:false*/ var b = 1;'), '/*global Object*/', '/* global a */ /*global a, b*/ a; b', script('/*global Array*/ var Array'), cjs('var a; var a;'), script('function Object() {} let Array;'), script('switch (a) { case 1: function b() {} case 2: function b() {} }'), '(a, b) => { var a; var b }', script('(function () { var arguments; var arguments })'), 'var a = 1; { var a = 2; { var a } }',
    ts('var a = 1; var a: number = 2;'), ts('function f(a: 0, b?: 1) { var a; var b: 2 }'), ts('interface A {} interface A {}', { ignoreDeclarationMerge: false }), ts('namespace A {} namespace A {}', { ignoreDeclarationMerge: false }), ts('class A {} namespace A {}', { ignoreDeclarationMerge: false }), ts('enum A {} namespace A {} enum A {}'), ts('function A() {} namespace A {} function A() {}'), ts('function A() {} namespace A {}', { ignoreDeclarationMerge: false }), ts('type A = 1; type A = 2;'), ts('class A {} class A {} namespace A {}'), ts('type A = 1; interface A {}'), ts('type T = 1; namespace T {}'), ts('function f(): void; function f() {} function f() {}'),
  ],
};
