export default {
  valid: [
    'var foo = { __proto__: 1, two: 2 };', 'var x = { "": 1, bar: 2 };', 'var x = { get a() {}, set a(b) {} };', 'var x = { a: 1, ...a, b: 2 };', 'var { a, a: b } = c;',
    'var x = { [a]: 1, [a]: 2 };', 'var x = { 012: 1, 12: 2 };', 'var x = { a: { a: 1 } };', 'var x = { __proto__: null, ["__proto__"]: 1 };', 'var x = { null: 1, [undefined]: 2 };',
    'var x = { get a() {} }, y = { a: 1 }', '({ a: 1, b: { a: 2 }, ...{ a: 3 } })', '({ "__proto__": null, __proto__() {} })', '({ __proto__, "__proto__": 1 })', '({ a, ["b"]: 1, "c": 2, [`d`]: 3, 5: 4 })', '({ "1_0": 1, 1_0: 2 })', '({ get a() {}, set ["a"](b) {} })', '({ [a.b]: 1, [a.b]: 2, [-1]: 1, [-1]: 2 })', '({ NaN: 1, [NaN]: 2, 0: 1, "-0": 2 })', '(class { a = { b: 1 }; b = { a: 1 } })', 'var x = { [`a${b}`]: 1, [`a${b}`]: 2 }',
  ].map((code) => (code.includes('012') ? { code, languageOptions: { sourceType: 'script' } } : code)),
  invalid: [
    'var x = { a: b, ["a"]: b };', 'var x = { y: 1, y: 2 };', '({ a: 1, a: 2, a: 3 })', '({ a() {}, get a() {}, set a(b) {} })', '({ get a() {}, set a(b) {}, a: 1 })', '({ 1_0: 1, 10: 2 })', '({ 0b11: 1, 0o3: 2, 3: 3 })', '({ [1n]: 1, 1: 2 })', '({ [undefined]: 1, [/a/g]: 2, "/a/g": 3 })', '({ "\\u0061": 1, a: 2, \\u0061: 3 })', '({ __proto__, ["__proto__"]: 1 })', '({ __proto__() {}, get __proto__() {} })', '({ a: 1, ...b, a: 2 })', '({ [("a")]: 1, a: 2, [((`a`))]: 3 })', '({ a: function () { return { b: 1, b: 2 } }, a: 2 })', '({ toString: 1, toString: 2, constructor: 1, "constructor": 2 })', '({ 1e21: 1, 1000000000000000000000: 2, 0.1: 1, .1: 2, 0x10: 1, 16.0: 2 })', '({ async *a() {}, "a"() {} })', '({ a, a })', '({ 9007199254740993: 1, 9007199254740992: 2 })', 'var x = { "": 1, "": 2 };', 'var x = { 0x1: 1, 1: 2 };', 'var x = { 1n: 1, 1: 2 };', 'var x = { "z": 1, z: 2, get z() {} };',
    'var x = { get a() {}, get a() {} };', 'var x = { set a(b) {}, a() {}, set a(b) {} };', 'var x = { get [/(a)/]() {}, "/(a)/": 1 };', 'var x = { [`a`]: 1, a };',
    'var x = { __proto__() {}, ["__proto__"]: 1 };', 'var x = { [null]: 1, "null": 2, [(true)]: 3, true: 4 };', 'f({ async a() {}, *a() {} , "a": 1, 1e3: 1, 1000: 2, .5: 1, "0.5": 2 })',
    { code: 'var x = { 012: 1, 10: 2 };', languageOptions: { sourceType: 'script' } }, { code: 'const a = <p b={{ a: 1, a: 2 }} />;', filename: 'file.jsx' },
    { code: 'const a: A = { a: 1, "a": 2 as any };', filename: 'file.ts' },
  ],
};
