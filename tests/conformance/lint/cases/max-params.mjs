const table = {
  valid: ['function f(a, b, c) {}', { code: 'const f = ({ a, b, c }) => 1', options: [1] }, { code: 'function f(this: void, a: number) {}', filename: 'file.ts', options: [{ max: 1 }], rule: '@typescript-eslint/max-params' }],
  invalid: [{ code: 'function f<T extends (p: string) => number>(x: T) {}', options: [0], filename: 'a.ts' }, { code: 'class A { m<T extends (a: 1) => 2>(x: T) {} }', options: [0], filename: 'a.ts' }, { code: 'function f<T = "(", U = (1 | 2)>(x: T) {}', options: [0], filename: 'a.ts' }, { code: 'const a = { b: (c => 0), d: (/* ( */ e => 0), f: g => 0 }; class H { i = (j => 1) }', options: [0] }, { code: 'const { [(a) => 1]: b } = c; const { [function d(e) {}]: f } = c', options: [0] }, 'function f(a, b, c, d) {}', { code: 'const f = (a, ...b) => 1', options: [1] }, { code: 'class A { constructor(a, b) {} static async m(a, b = 1) {} set c(d) {} }', options: [{ max: 0 }] }, { code: 'var o = { f: function (a, b) {}, get: (a, b) => {} }', options: [{ maximum: 1 }] }, { code: 'function f(this: A, a: number) {}', filename: 'file.ts', options: [{ max: 1 }], rule: '@typescript-eslint/max-params' }],
};

table.valid.push(
  {"code":"function f(a) {}","options":[{"maximum":0}]},
  {"code":"(a) => {}","options":[1]},
);
table.invalid.push(
  {"code":"function f(a) {}","options":[0]},
  {"code":"(a, ...b) => {}","options":[{"max":1}]},
  {"code":"class A { constructor(a, b) {} static m(a, b) {} set x(v) {} }","options":[{"maximum":0,"max":1}]},
  {"code":"function f(a, b) {}","options":[{"maximum":1}]},
  {"code":"async (a) => a; const f = function (b) {}; ({ m(c) {} })","options":[0]},
  {"filename":"a.ts","code":"function f(this: void, a: any) {} type T = (a: 1) => void; declare function g(a: 1): void","options":[0]},
);

export default table;
