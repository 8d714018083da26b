const script = (code) => ({ code, languageOptions: { sourceType: 'script' } });

export default {
  valid: [
    'const x = 0; { let x; x = 1; }', 'const x = 0; function a(x) { x = 1; }', 'const x = 0; foo(x);', 'for (const x in [1,2,3]) { foo(x); }', 'for (const x of [1,2,3]) { foo(x); }', "const x = {key: 0}; x.key = 1;",
    script('var x = 0; x = 1;'), 'let x = 0; x = 1;', 'function x() {} x = 1;', 'function foo(x) { x = 1; }', 'class X {} X = 1;', 'try {} catch (x) { x = 1; }', 'const a = 1; { let a = 2; { a += 1; } }', 'const foo = 1;let bar;bar[foo ?? foo] = 42;',
    'const FOO = 1; ({ files = FOO } = arg1); ', 'if (foo) {} else {const {a} = b; a;}', 'using x = foo();', 'await using x = foo();', 'using x = foo(); bar(x);',
  ],
  invalid: [
    'const x = 0; x = 1;', 'const {a: x} = {a: 0}; x = 1;', 'const x = 0; ({x} = {x: 1});', 'const x = 0; ({a: x = 1} = {});', 'const x = 0; x += 1;', 'const x = 0; ++x;', 'for (const i = 0; i < 10; ++i) { foo(i); }', 'const x = 0; x = 1; x = 2;',
    'const x = 0; function foo() { x = x + 1; }', 'const x = 0; function foo(a) { x = a; }', 'const x = 0; for (x of y) {} for (x in y) {}', 'const x = 0; while (true) { x = x + 1; }', 'const x = 0; function foo(a) { function bar(b) { x = b; } bar(123); }',
    'using x = foo(); x = 1;', 'await using x = foo(); [x = 1] = y;', 'using x = foo(); x ||= bar; x &&= 1; x ??= 2', 'const [a, b, ...[c, ...d]] = d; [d = 0, ...b] = e', 'const x = 0; ({ x = 1 } = y); [...x] = y; (x) = 1; (((x)))++',
    'const {a = 1, ...b} = c; b = 1; a--', { code: 'const x: number = 0; x! = 1; (x as any) = 2;', filename: 'file.ts' }, { code: 'declare const x: number; x = 1;', filename: 'file.ts' }, script('const x = 0; function f() { eval("x"); x = 1 }'),
    'class C { static { const a = 1; a = 2; } }', 'switch (a) { case 1: const b = 1; b = 2 }', 'const \\u0061bc = 1; abc = 2; \\u{61}bc = 3',
  ],
};
