const script = (code) => ({ code, languageOptions: { sourceType: 'script' } });

export default {
  valid: [
    script('function foo() { var foo = bar; }'), 'function foo(foo) { foo = bar; }', 'function foo() { var foo; foo = bar; }', 'var foo = () => {}; foo = bar;', 'var foo = function() {}; foo = bar;', 'var foo = function() { foo = bar; };', "import bar from 'bar'; function foo() { var foo = bar; }",
    script('var foo; function foo() {}; foo = 1'), '(function foo(foo) { foo = 1 })', '(function foo() { var foo; foo = 1 })', script('(function foo() { function foo() {} })'), 'function f() { let f = 1; f = 2 }',
  ],
  invalid: [
    { code: 'function a() {} function a() {} a = 1', languageOptions: { sourceType: 'script' } },
    { code: 'function a() {} var a; a = 1', languageOptions: { sourceType: 'script' } },
    'function foo() {}; foo = bar;', 'function foo() { foo = bar; }', 'foo = bar; function foo() { };', '[foo] = bar; function foo() { };', '({x: foo = 0} = bar); function foo() { };', 'function foo() { [foo] = bar; }', '(function() { ({x: foo = 0} = bar); function foo() { }; })();', 'var a = function foo() { foo = 123; };',
    "let a = function hello() { hello = 123;};", script('function foo() {} var foo; foo = 1;'), 'async function* f() {} f = 1; f++', 'export default function f() { f = 1 }', script('{ function f() {} f = 1; } f = 2'), { code: 'function f(): void; function f(a?: any) {} f = 1 as any;', filename: 'file.ts' }, 'for (f of a) {} function f() {}', script('if (a) function f() { f = 1 }'),
  ],
};
