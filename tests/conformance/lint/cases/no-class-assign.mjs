export default {
  valid: [
    'class A { } foo(A);', 'let A = class A { }; foo(A);', 'class A { b(A) { A = 0; } }', 'class A { b() { let A; A = 0; } }', 'let A = class { b() { A = 0; } }', 'var x = 0; x = 1;', 'let x = 0; x = 1;', 'const x = 0; x = 1;', 'function x() {} x = 1;', 'function foo(x) { x = 1; }', 'try {} catch (x) { x = 1; }',
    'if (foo) { class A {} } else { class A {} } A = 1;', { code: 'interface A {} class B { a: A } new B()', filename: 'file.ts' },
  ],
  invalid: [
    'class A { } A = 0;', 'class A { } ({A} = 0);', 'class A { } ({b: A = 0} = {});', 'A = 0; class A { }', 'class A { b() { A = 0; } }', 'let A = class A { b() { A = 0; } }', 'class A { } A = 0; A = 1;', 'class A { static { A++; } }', 'if (foo) { class A {} A = 1; }',
    'export default class A {} A = 1', 'export class A { [A = 1] = 2 }', { code: 'abstract class A {} A = 1 as any', filename: 'file.ts' }, { code: 'class A {} namespace A { export const b = 1 } A = 1', filename: 'file.ts' }, '(class A { static x = A = 1; })',
  ],
};
