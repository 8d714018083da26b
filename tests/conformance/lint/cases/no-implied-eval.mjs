const g = { globals: { window: 'readonly', setTimeout: 'readonly', setInterval: 'readonly', execScript: 'readonly', self: 'readonly', global: 'readonly' } };
const l = (code) => ({ code, languageOptions: g });
export default {
  valid: ['setTimeout(() => {}, 1)', 'setTimeout(f)', 'setTimeout()', 'clearTimeout("a")', 'foo.setTimeout("a")', 'function f(setTimeout) { setTimeout("a") }', 'setTimeout(1 + 2)', 'setTimeout(f, "a")', 'window.foo.setTimeout("a")', 'new setTimeout("a")'].map(l),
  invalid: ['setTimeout("a")', 'setTimeout(`a${b}`)', 'setInterval("a" + b)', 'setInterval(a + `b`)', 'execScript("a")', 'window.setTimeout("a")', 'window["setTimeout"]("a")', 'globalThis.setInterval("a")', 'self.execScript("a")', 'window.window.setTimeout("a")', 'window?.setTimeout?.("a")', '(window?.setTimeout)("a")', 'const s = "a"; setTimeout(s)', 'setTimeout((1, "a"))', 'global.setTimeout("a")'].map(l),
};
