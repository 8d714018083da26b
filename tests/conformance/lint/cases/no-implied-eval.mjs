const browser = { globals: { window: false, self: false, global: false, setTimeout: false, setInterval: false, execScript: false } };
const by = (code) => ({ code, languageOptions: browser });

const table = {
  valid: [
    'setTimeout("x")', ...['setInterval(() => {}, 1)', 'setTimeout(f, "x")', 'setTimeout()', 'setTimeout(...["x"])', 'clearTimeout("x")', 'foo.setTimeout("x")', 'function setTimeout() {} setTimeout("x")', 'window.foo("x")', 'window[setTimeout]("x")', 'function f(window) { window.setTimeout("x") }', 'setTimeout(a + b)', 'window.self.setTimeout("x")', 'setTimeout`x`', 'new setTimeout("x")', 'setTimeout(1)', 'let s = f(); setTimeout(s)', 'setTimeout(tag`x`)', 'window.setTimeout.call(window, "x")'].map(by),
  ],
  invalid: [
    ...['setTimeout("x = 1;")', 'setTimeout("x = 1;", 100)', 'setInterval(`x`)', 'execScript("x")', 'setTimeout("a" + b)', 'setTimeout(a + ("b" + c))', 'setTimeout(`a${b}`)', 'window.setTimeout("x")', 'window["setInterval"]("x")', 'window?.setTimeout("x")', '(window?.setTimeout)("x")', 'window.window.setTimeout("x")', 'self.execScript("x")', 'global[`setTimeout`]("x")', 'const s = "x"; setTimeout(s)', 'setTimeout?.("x")', 'setTimeout(("x"))', 'globalThis.setTimeout("x")', 'const s = "a", t = s + "b"; setTimeout(t)', 'setTimeout((1, "x"))'].map(by),
  ],
};

table.valid.push(
  {"code":"setTimeout(() => {}, 1)","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"setTimeout(f)","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"setTimeout()","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"clearTimeout(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"foo.setTimeout(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"function f(setTimeout) { setTimeout(\"a\") }","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"setTimeout(1 + 2)","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"setTimeout(f, \"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"window.foo.setTimeout(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"new setTimeout(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
);
table.invalid.push(
  {"code":"setTimeout(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"setTimeout(`a${b}`)","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"setInterval(\"a\" + b)","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"setInterval(a + `b`)","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"execScript(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"window.setTimeout(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"window[\"setTimeout\"](\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"globalThis.setInterval(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"self.execScript(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"window.window.setTimeout(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"window?.setTimeout?.(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"(window?.setTimeout)(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"const s = \"a\"; setTimeout(s)","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"setTimeout((1, \"a\"))","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
  {"code":"global.setTimeout(\"a\")","languageOptions":{"globals":{"window":"readonly","setTimeout":"readonly","setInterval":"readonly","execScript":"readonly","self":"readonly","global":"readonly"}}},
);

export default table;
