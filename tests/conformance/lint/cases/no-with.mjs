const s = (code, sourceType = 'script') => ({ code, languageOptions: { sourceType } });
export default {
  valid: ['foo.bar()', 'a.with(b)', s('var with_ = 1'), s('({ with: 1 })')],
  invalid: [s('with(foo) { bar() }'), s('with (a) b'), s('function f() { with (a) { with (b) {} } }'), s('with\n(a) {\n}', 'commonjs'), { code: 'if (a) with (b) c', filename: 'file.cjs' }, s('with /* a */ (b) ;')],
};
