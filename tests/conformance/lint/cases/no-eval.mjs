const indirect = [{ allowIndirect: true }];
const browser = { globals: { window: false } };

const table = {
  valid: [
    { code: "function f() { this.eval('a'); }", languageOptions: { sourceType: 'script', parserOptions: { ecmaFeatures: { impliedStrict: true } } } },
    'Eval(foo)', 'setTimeout("foo")', 'window.eval("a")', 'globalThis.noEval("a")', 'a.eval("b")', 'var o = { eval: 1 }; o.eval', 'class A { eval() {} }', { code: '(0, eval)("a")', options: indirect }, { code: 'var EVAL = eval; EVAL("a")', options: indirect }, { code: 'window.eval("a")', options: indirect, languageOptions: browser }, { code: 'globalThis.eval("a")', options: indirect }, { code: 'eval?.("a")', options: indirect },
    'function f(window) { window.eval("a") }', 'this.eval("a")', { code: 'window.globalThis.eval("a")', languageOptions: browser },
  ],
  invalid: [
    { code: 'var eval = 1; a(eval)', languageOptions: { sourceType: 'script' } }, { code: 'function eval() {} a(eval); (0, eval)(1)', languageOptions: { sourceType: 'script' } }, { code: 'let eval = 1; a(eval)', languageOptions: { sourceType: 'script' } }, { code: 'for (var eval of a); eval++; (function () { var eval = 1; a(eval) })()', languageOptions: { sourceType: 'script' } },
    'eval(foo)', 'eval("foo")', 'function foo(eval_) { eval("foo") }', '(0, eval)("foo")', 'var EVAL = eval; EVAL("foo")', '(0, eval)', 'globalThis.eval("foo")', 'globalThis.globalThis["eval"]("foo")', 'var a = globalThis.eval', 'globalThis[`eval`]("a")', 'globalThis?.eval("a")', '(globalThis?.eval)("a")', 'eval?.("a")', '({ eval })', '[eval]',
    { code: 'window.eval("foo")', languageOptions: browser }, { code: 'window.window.eval("foo")', languageOptions: browser }, { code: 'var a = window["eval"]', languageOptions: browser }, { code: 'eval(foo)', options: indirect }, { code: 'global.eval("a")', languageOptions: { globals: { global: false } } }, { code: 'this.eval("a")', languageOptions: { sourceType: 'script' } }, { code: 'function f(eval) { eval("a") }', languageOptions: { sourceType: 'script' } },
  ],
};

table.valid.push(
  {"code":"Eval(a)","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"foo.eval(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"function f(eval) {}","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"var o = { eval: 1 }; o.eval","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"(0, eval)(\"a\")","options":[{"allowIndirect":true}],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"window.eval(\"a\")","options":[{"allowIndirect":true}],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"var e = eval","options":[{"allowIndirect":true}],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"this.eval(\"a\")","options":[{"allowIndirect":true}],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"class A { m() { this.eval() } static { this.eval() } x = this.eval }","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"var o = { f() { this.eval() } }","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"window[eval_](\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"window.foo.eval(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"eval?.(\"a\")","options":[{"allowIndirect":true}],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
);
table.invalid.push(
  {"code":"\"use strict\"; this.eval(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"function f(eval) { eval(\"a\") }","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"var f = function () { this.eval() }; var F = function () { this.eval() }; a.b = function () { this.eval() }; (function () { this.eval() }).call(x); (function () { this.eval() }).call(null); (function () { this.eval() })()","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"this.eval(\"a\"); function f() { this.eval() }; eval(1)","languageOptions":{"sourceType":"commonjs"}},
  {"code":"eval(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"eval(\"a\")","options":[{"allowIndirect":true}],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"eval?.(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"(0, eval)(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"var e = eval; e(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"(0, window.eval)(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"window.eval(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"window[\"eval\"](\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"window?.eval(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"window.window.eval(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"global.eval(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"globalThis.eval(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"this.eval(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"function f() { this.eval(\"a\") }","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"(0, this.eval)(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"() => this.eval(\"a\")","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"eval(\"a\"); (0, eval)(\"b\")"},
  {"code":"[1].map(eval)","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
  {"code":"function f() { \"use strict\"; this.eval(\"a\") } this?.eval","options":[],"languageOptions":{"sourceType":"script","globals":{"window":"readonly","global":"readonly","globalThis":"readonly"}}},
);

export default table;
