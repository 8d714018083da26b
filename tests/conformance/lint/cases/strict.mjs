const script = { sourceType: 'script' };
const commonjs = { sourceType: 'commonjs' };
const by = (code, options = [], languageOptions = script) => ({ code, options, languageOptions });

export default {
  valid: [
    by('foo();', ['never']), by('function foo() {}', ['never']), by('"use strict"; foo();', ['global']), by('foo() ;', [], {}), by('function foo() { "use strict"; return; }', ['function']), by('var f = function () { "use strict"; function g() {} };', ['function']), by('class A { constructor() {} }', ['function']), by('function f() { "use strict"; } (() => { "use strict"; })', ['function']), by(';', ['function']), by('', ['global']),
    by('"use strict"; a()', [], commonjs), by('function f() { "use strict" }'), by('function foo() { return; }', [], { ...script, parserOptions: { ecmaFeatures: { impliedStrict: true } } }), by('"a"; "use strict"; b()', ['never']),
  ],
  invalid: [
    by('"use strict"; foo();', ['never']), by('function foo() { "use strict"; return; }', ['never']), by('"use strict"; "use strict"; a()', ['never']), by('foo();', ['global']), by('/* a */ foo(); b() /* c */', ['global']), by('function foo() { "use strict"; }', ['global']), by('"a"; b()', ['global']), by('"use strict"; "use strict";', ['global']), by('"use strict"; foo()', ['function']), by('function f() {}', ['function']), by('function f(a = 1) {}', ['function']), by('(function () { "use strict"; function g() { "use strict"; } })', ['function']),
    by('function f() { "use strict"; "use strict"; }', ['function']), by('class A { m() { "use strict"; } }', ['function']), by('() => {}; async (...a) => {}; function* g({ b }) {}', ['function']), by('"use strict"; export {}', [], {}), by('function f() { "use strict" } a', [], {}), by('a()', [], commonjs), by('function f() {}'), by('"use strict"; a()', [], { ...script, parserOptions: { ecmaFeatures: { impliedStrict: true } } }), by('var a = { b() {}, get c() { return 1 } }', ['function']), by('x = y => y', ['function']),
  ],
};
