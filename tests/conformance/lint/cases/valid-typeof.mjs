const strict = [{ requireStringLiterals: true }];
const loose = [{ requireStringLiterals: false }];
export default {
  valid: [
    "typeof foo === 'string'", "typeof foo === 'object'", "typeof foo === 'function'", "typeof foo === 'undefined'", "typeof foo === 'boolean'", "typeof foo === 'number'", "typeof foo === 'bigint'", "typeof foo === 'symbol'", "'string' === typeof foo", "typeof foo === typeof bar", 'typeof foo === baz', 'typeof foo !== someType', 'typeof bar != someType', 'someType === typeof bar', 'someType == typeof bar', "typeof foo == 'string'", "typeof(foo) === 'string'",
    "typeof(foo) !== 'string'", "typeof(foo) == 'string'", "var oddUse = typeof foo + 'thing'", "function f(undefined) { typeof x === undefined }", { code: 'typeof foo === undefined', languageOptions: { globals: { undefined: 'off' } } }, { code: "typeof foo === 'number'", options: strict }, { code: 'typeof foo === `number`', options: strict }, { code: "typeof foo === \"number\"", options: strict }, { code: "var baz = typeof foo + 'thing'", options: strict }, { code: 'typeof foo === typeof bar', options: strict },
    { code: 'typeof foo === `str${somethingElse}`' }, 'typeof foo === `undefined`', "typeof a < 'x'", 'switch (typeof a) { case "strnig": }', '(typeof a) === ("string")', 'typeof a.b === (c, "x")', { code: 'typeof a === ((typeof b))', options: strict }, "typeof foo === '\\u0073tring'", "-typeof a === 'x'", { code: "typeof a === ('x' as string)", filename: 'file.ts' }, { code: "let x: typeof a; typeof x === 'string'", filename: 'file.ts' },
  ],
  invalid: [
    "typeof foo === 'strnig'", "'strnig' === typeof foo", "if (typeof bar === 'umdefined') {}", "typeof foo !== 'strnig'", "'strnig' !== typeof foo", "if (typeof bar !== 'umdefined') {}", "typeof foo != 'strnig'", "'strnig' != typeof foo", "typeof foo == 'strnig'", "if (typeof bar == `umdefined`) {}", 'typeof foo === null', 'typeof foo === 1', 'typeof foo === /a/', 'typeof foo === true', 'typeof foo === 1n', "typeof foo === ''", 'typeof foo === undefined', 'undefined === typeof foo', 'undefined == typeof foo',
    { code: 'typeof foo == Object', options: strict }, { code: 'typeof foo === undefined', options: strict }, { code: 'undefined == typeof foo', options: strict }, { code: 'typeof foo === `undefined${foo}`', options: strict }, { code: "typeof foo === `${string}`", options: strict }, { code: 'typeof foo === (a, "string")', options: strict }, { code: 'typeof foo === (undefined)', options: loose }, { code: "(typeof foo) === ('strnig')", options: loose }, "typeof foo === 'String'", 'typeof typeof a === "x"', 'typeof a === typeof b === "x"'.replace('=== "x"', '!== "x"').replace('typeof a === ', 'a || '),
    { code: "typeof foo === ('string' as any)", filename: 'file.ts', options: strict },
  ],
};
