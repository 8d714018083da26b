export default {
  valid: [
    'var foo = { __proto__: 1, two: 2 };', 'var x = { "": 1, bar: 2 };', 'var x = { get a() {}, set a(b) {} };', 'var x = { a: 1, ...a, b: 2 };', 'var { a, a: b } = c;',
    'var x = { [a]: 1, [a]: 2 };', 'var x = { 012: 1, 12: 2 };', 'var x = { a: { a: 1 } };', 'var x = { __proto__: null, ["__proto__"]: 1 };', 'var x = { null: 1, [undefined]: 2 };',
    'var x = { get a() {} }, y = { a: 1 }', 'var x = { [`a${b}`]: 1, [`a${b}`]: 2 }',
  ].map((code) => (code.includes('012') ? { code, languageOptions: { sourceType: 'script' } } : code)),
  invalid: [
    'var x = { a: b, ["a"]: b };', 'var x = { y: 1, y: 2 };', 'var x = { "": 1, "": 2 };', 'var x = { 0x1: 1, 1: 2 };', 'var x = { 1n: 1, 1: 2 };', 'var x = { "z": 1, z: 2, get z() {} };',
    'var x = { get a() {}, get a() {} };', 'var x = { set a(b) {}, a() {}, set a(b) {} };', 'var x = { get [/(a)/]() {}, "/(a)/": 1 };', 'var x = { [`a`]: 1, a };',
    'var x = { __proto__() {}, ["__proto__"]: 1 };', 'var x = { [null]: 1, "null": 2, [(true)]: 3, true: 4 };', 'f({ async a() {}, *a() {} , "a": 1, 1e3: 1, 1000: 2, .5: 1, "0.5": 2 })',
    { code: 'var x = { 012: 1, 10: 2 };', languageOptions: { sourceType: 'script' } }, { code: 'const a = <p b={{ a: 1, a: 2 }} />;', filename: 'file.jsx' },
    { code: 'const a: A = { a: 1, "a": 2 as any };', filename: 'file.ts' },
  ],
};
