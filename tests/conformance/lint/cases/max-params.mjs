export default {
  valid: ['function f(a, b, c) {}', { code: 'const f = ({ a, b, c }) => 1', options: [1] }, { code: 'function f(this: void, a: number) {}', filename: 'file.ts', options: [{ max: 1 }], rule: '@typescript-eslint/max-params' }],
  invalid: ['function f(a, b, c, d) {}', { code: 'const f = (a, ...b) => 1', options: [1] }, { code: 'class A { constructor(a, b) {} static async m(a, b = 1) {} set c(d) {} }', options: [{ max: 0 }] }, { code: 'var o = { f: function (a, b) {}, get: (a, b) => {} }', options: [{ maximum: 1 }] }, { code: 'function f(this: A, a: number) {}', filename: 'file.ts', options: [{ max: 1 }], rule: '@typescript-eslint/max-params' }],
};
