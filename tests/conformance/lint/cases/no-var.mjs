export default {
  valid: ['const a = 1;', 'let a = 1;', 'const variable = "var a"', { code: 'declare global { var a: number } export {}', filename: 'file.ts' }],
  invalid: [
    'var foo = "bar";', 'var a, b = 1;', 'for (var i = 0; i < 1; i++) {}', 'for (var a of b) { c(a) }', 'for (var a in b) {}', 'export var a = 1;', 'function f() { if (a) { var b = 1; } return b }', 'var a = 1; var a = 2;', 'a = 1; var a;', 'for (;;) { var a; }', 'for (;;) { var a = 1; f(() => a) }', 'switch (a) { case 1: var b = 1; }', 'var a = a;', 'var { b = b } = {};', 'if (a) var b = 1;', 'var let_ = 1;', 'f(); var a = 1; function f() { a }', 'function f() { var a = 1; return () => a }', 'var f = function () { f() };', 'var a = b, c = () => c', 'try {} catch (a) { var a = 1 }',
    { code: 'var a = 1;', languageOptions: { sourceType: 'script' } }, { code: 'var let = 1;', languageOptions: { sourceType: 'script' } }, { code: 'var a: number = 1; declare var b: string;', filename: 'file.ts' }, { code: '{ var a = 1; b(a) }' }, { code: 'class A { static { var a = 1 } }' }, 'while (a) { var b = 1; c(b) }', 'label: var a = 1',
  ],
};
