const indirect = [{ allowIndirect: true }];
const browser = { globals: { window: false } };

export default {
  valid: [
    'Eval(foo)', 'setTimeout("foo")', 'window.eval("a")', 'globalThis.noEval("a")', 'a.eval("b")', 'var o = { eval: 1 }; o.eval', 'class A { eval() {} }', { code: '(0, eval)("a")', options: indirect }, { code: 'var EVAL = eval; EVAL("a")', options: indirect }, { code: 'window.eval("a")', options: indirect, languageOptions: browser }, { code: 'globalThis.eval("a")', options: indirect }, { code: 'eval?.("a")', options: indirect },
    'function f(window) { window.eval("a") }', 'this.eval("a")', { code: 'window.globalThis.eval("a")', languageOptions: browser },
  ],
  invalid: [
    'eval(foo)', 'eval("foo")', 'function foo(eval_) { eval("foo") }', '(0, eval)("foo")', 'var EVAL = eval; EVAL("foo")', '(0, eval)', 'globalThis.eval("foo")', 'globalThis.globalThis["eval"]("foo")', 'var a = globalThis.eval', 'globalThis[`eval`]("a")', 'globalThis?.eval("a")', '(globalThis?.eval)("a")', 'eval?.("a")', '({ eval })', '[eval]',
    { code: 'window.eval("foo")', languageOptions: browser }, { code: 'window.window.eval("foo")', languageOptions: browser }, { code: 'var a = window["eval"]', languageOptions: browser }, { code: 'eval(foo)', options: indirect }, { code: 'global.eval("a")', languageOptions: { globals: { global: false } } }, { code: 'this.eval("a")', languageOptions: { sourceType: 'script' } }, { code: 'function f(eval) { eval("a") }', languageOptions: { sourceType: 'script' } },
  ],
};
