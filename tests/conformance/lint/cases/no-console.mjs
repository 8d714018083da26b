const allow = (...names) => [{ allow: names }];

const table = {
  valid: [
    'Console.info(foo)', 'console', 'log(console)', 'var a = { console }', 'var console = require("x"); console.log(1)', 'function f(console) { console.log(1) }', 'x.console.log(1)', 'import console from "a"; console.log()',
    { code: 'console.info(foo)', options: allow('info') }, { code: 'console["warn"](foo); console[`error`](1)', options: allow('warn', 'error') }, { code: 'console?.info?.(1)', options: allow('info') },
  ],
  invalid: [
    'if (a) console.warn(foo)', 'foo(console.log)', 'console.log(foo)', 'console["log"](foo)', 'console[a](foo)', 'console.log(foo); b()', 'a()\nconsole.log(foo);\n[1, 2].map(b)', 'a()\nconsole.log(foo)\n[1, 2].map(b)', ';console.log(foo);[1]', '{ console.log(foo); (a) }', 'switch (a) { case 1: console.log(b) }', 'var a = () => console.log(b)',
    'console?.log(foo)', '(console).log(foo)', 'console.log.call(console, foo)', 'console.log = 1', 'class A { static { console.log(a) } }', 'console.#x', 'a: console.log(b)', 'console.log(a); ++b', 'function f() { console.log(a) }', 'if (a) { /* b */ console.log(c) /* d */ }', 'console.log`a`', 'new console.Console()',
    { code: 'console.log(foo)', options: allow('error') }, { code: 'console.info(foo); console[a]()', options: allow('warn', 'error') }, { code: 'console.log(1)', languageOptions: { globals: { console: 'readonly' } } },
  ].filter((one) => one !== 'console.#x'),
};

table.valid.push(
  "f()",
  "log.console()",
  "f(console)",
  "console_.log()",
  "function f(console) { console.log() }",
  "const console = {}; console.log()",
  {"code":"console.warn(); console[\"error\"](); console[`warn`]()","options":[{"allow":["warn","error"]}]},
  "x[console]",
  "({ console }).console.log()",
  "import console from \"c\"; console.log()",
  {"code":"console.log()","options":[{"allow":["log"]}],"languageOptions":{"globals":{"console":"readonly"}}},
  "var { log } = console",
  "new console()",
  "console()",
);
table.invalid.push(
  "console.log()",
  "console.log(\"a\"); f()",
  "console[\"log\"]()",
  "console[log]()",
  "console?.log()",
  "console.log?.()",
  "(console.log)()",
  "(console).log()",
  "const l = console.log",
  "f(console.log())",
  "if (a) console.log()",
  "if (a) { console.log() }",
  "switch (a) { case 1: console.log() }",
  "class A { static { console.log() } }",
  "() => console.log()",
  "() => { console.log() }",
  "a\nconsole.log()\n(b)",
  "a\nconsole.log()\n++b",
  "a\nconsole.log()\n+b",
  "a;\nconsole.log()\n[b]",
  "{ console.log()\n`b` }",
  "console.log()\n(b)",
  "x: console.log()",
  {"code":"console.log(); console.info(); console.warn()","options":[{"allow":["warn","error"]}]},
  {"code":"console[a]()","options":[{"allow":["warn","error"]}]},
  {"code":"console.log()","languageOptions":{"globals":{"console":"readonly"}}},
  {"filename":"debug.js","code":"console.log()"},
  "console.log = f",
  "delete console.log",
  "new console.log()",
  "async () => { await console.log() }",
  "console.log().then(x)",
  {"filename":"a.ts","code":"console!.log(); console.log<string>(\"x\"); (console as any).log()"},
);

export default table;
