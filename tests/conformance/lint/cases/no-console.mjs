const allow = (...names) => [{ allow: names }];

export default {
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
