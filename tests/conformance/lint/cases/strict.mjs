const script = { sourceType: 'script' };
const commonjs = { sourceType: 'commonjs' };
const by = (code, options = [], languageOptions = script) => ({ code, options, languageOptions });

const table = {
  valid: [
    by('foo();', ['never']), by('function foo() {}', ['never']), by('"use strict"; foo();', ['global']), by('foo() ;', [], {}), by('function foo() { "use strict"; return; }', ['function']), by('var f = function () { "use strict"; function g() {} };', ['function']), by('class A { constructor() {} }', ['function']), by('function f() { "use strict"; } (() => { "use strict"; })', ['function']), by(';', ['function']), by('', ['global']),
    by('"use strict"; a()', [], commonjs), by('function f() { "use strict" }'), by('function foo() { return; }', [], { ...script, parserOptions: { ecmaFeatures: { impliedStrict: true } } }), by('"a"; "use strict"; b()', ['never']),
  ],
  invalid: [
    by('("use strict")\nfoo()'), by('function f() { ("use strict"); ("use strict"); g() }'),
    by('"use strict"; foo();', ['never']), by('function foo() { "use strict"; return; }', ['never']), by('"use strict"; "use strict"; a()', ['never']), by('foo();', ['global']), by('/* a */ foo(); b() /* c */', ['global']), by('function foo() { "use strict"; }', ['global']), by('"a"; b()', ['global']), by('"use strict"; "use strict";', ['global']), by('"use strict"; foo()', ['function']), by('function f() {}', ['function']), by('function f(a = 1) {}', ['function']), by('(function () { "use strict"; function g() { "use strict"; } })', ['function']),
    by('function f() { "use strict"; "use strict"; }', ['function']), by('class A { m() { "use strict"; } }', ['function']), by('() => {}; async (...a) => {}; function* g({ b }) {}', ['function']), by('"use strict"; export {}', [], {}), by('function f() { "use strict" } a', [], {}), by('a()', [], commonjs), by('function f() {}'), by('"use strict"; a()', [], { ...script, parserOptions: { ecmaFeatures: { impliedStrict: true } } }), by('var a = { b() {}, get c() { return 1 } }', ['function']), by('x = y => y', ['function']),
  ],
};

table.valid.push(
  {"code":"f()","options":["never"],"languageOptions":{"sourceType":"script"}},
  {"code":"function f() { f() }","options":["never"],"languageOptions":{"sourceType":"script"}},
  {"code":"\"use strict\"; f()","options":["global"],"languageOptions":{"sourceType":"script"}},
  {"code":"'use strict'; function f() {}","options":["global"],"languageOptions":{"sourceType":"script"}},
  {"code":"// c","options":["global"],"languageOptions":{"sourceType":"script"}},
  {"code":"function f() { \"use strict\" }","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"f()","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"(() => { \"use strict\"; })","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"class A { m() {} }","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"function f() { \"use strict\"; function g() {} }","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"function f() { \"use strict\" }","options":["safe"],"languageOptions":{"sourceType":"script"}},
  {"code":"\"use strict\"; f()","languageOptions":{"sourceType":"commonjs"}},
  "f()",
  {"code":"function f() { \"x\"; \"use strict\" }","options":["never"],"languageOptions":{"sourceType":"script"}},
  {"code":"class A { x = () => {}; static { function f() {} } }","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"\"use strict\"; class A {}","options":["global"],"languageOptions":{"sourceType":"commonjs"}},
);
table.invalid.push(
  {"code":"\"use strict\"; function f() { \"use strict\" }","languageOptions":{"sourceType":"script","parserOptions":{"ecmaFeatures":{"impliedStrict":true}}}},
  "\"use strict\"; f()",
  "function f() { \"use strict\" }",
  "\"use strict\"; \"use strict\"; () => { \"use strict\" }",
  {"code":"\"use strict\"; f()","options":["never"],"languageOptions":{"sourceType":"script"}},
  {"code":"function f() { \"use strict\"; }","options":["never"],"languageOptions":{"sourceType":"script"}},
  {"code":"function f(a = 1) { f() } function g() { \"use strict\"; \"use strict\" }","options":["never"],"languageOptions":{"sourceType":"script"}},
  {"code":"f()","options":["global"],"languageOptions":{"sourceType":"script"}},
  {"code":"f();\ng()","options":["global"],"languageOptions":{"sourceType":"script"}},
  {"code":"\"x\"","options":["global"],"languageOptions":{"sourceType":"script"}},
  {"code":"function f() { \"use strict\" }","options":["global"],"languageOptions":{"sourceType":"script"}},
  {"code":"\"use strict\"; \"use strict\"; f()","options":["global"],"languageOptions":{"sourceType":"script"}},
  {"code":"\"use strict\"; function f() { \"use strict\"; }","options":["global"],"languageOptions":{"sourceType":"script"}},
  {"code":"\"use strict\"; f()","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"var f = function () {}","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"var f = () => {}","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"var f = (a) => a","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"function f() { \"use strict\"; function g() { \"use strict\" } }","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"function f() { \"use strict\"; \"use strict\" }","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"class A { m() { \"use strict\" } }","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"function f() { class A { m() { \"use strict\" } } }","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"var o = { m({ a }) {}, get g() { return 1 } }","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"class A extends function () {} {}","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"f(); function g() {}","options":["safe"],"languageOptions":{"sourceType":"script"}},
  {"code":"f()","languageOptions":{"sourceType":"commonjs"}},
  {"code":"f(); function g() { \"use strict\" }","languageOptions":{"sourceType":"commonjs"}},
  {"code":"function g() { \"use strict\" }","filename":"a.cjs"},
  {"code":"/* c */ \"y\"; f() // d","options":["global"],"languageOptions":{"sourceType":"script"}},
  {"code":"function f() { function g(a = 1) {} }","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"async function* f(...a) {}","options":["function"],"languageOptions":{"sourceType":"script"}},
  {"code":"\"use strict\"","languageOptions":{"sourceType":"script"},"options":["safe"]},
  {"code":"\"use\\x20strict\"; f()"},
  {"code":"class A { constructor(public a: 1) { 'use strict' } }","filename":"a.ts"},
  {"code":"function f() { 'use strict' }","filename":"a.cts","languageOptions":{"sourceType":"module"}},
);

export default table;
