const max = (number) => [number];

const table = {
  valid: [{ code: 'function a(x) { if (x) { return x } }', options: max(2) }, 'function a() {}', { code: 'const a = (b) => b && c', options: [{ max: 2 }] }, { code: 'function f(a) { switch (a) { case 1: case 2: } }', options: [{ max: 2, variant: 'modified' }] }],
  invalid: [
    { code: 'function a(x) {}', options: max(0) }, { code: 'function a(x) { if (x) {} else if (b) {} for (;;) {} while (c) {} do {} while (d) }', options: max(1) }, { code: 'class A { b = c || d; static { e ?? f } get #g() { return h ? i : j } async *k(l = 1) {} }', options: max(1) }, { code: 'var f = () => { a && b; c ||= d; e?.f?.[g]?.() }', options: max(3) },
    { code: 'function f(a) { switch (a) { case 1: break; case 2: break; default: } }', options: max(2) }, { code: 'function f(a) { switch (a) { case 1: case 2: } try {} catch {} }', options: [{ max: 1, variant: 'modified' }] }, { code: 'export default function () { for (a in b) for (c of d) {} }', options: [{ maximum: 1 }] }, { code: 'const { a = 1, b: [c = 2] } = () => ({ d: function () { return e && f } })', options: max(1) },
  ],
};

table.valid.push(
  "function f() {}",
  {"code":"function f() { if (a) {} }","options":[2]},
  {"code":"if (a) {} else if (b) {}","options":[1]},
  {"code":"function f() { switch (a) { case 1: case 2: } }","options":[{"max":2,"variant":"modified"}]},
);
table.invalid.push(
  {"code":"function f() { if (a) {} else if (b) {} }","options":[1]},
  {"code":"const f = () => a ? b : c","options":[1]},
  {"code":"class A { m() { a || b && c; c ?? d } x = a || b; static { if (a) {} } get g() { return a?.b?.c } }","options":[1]},
  {"code":"function f(a = 1, { b = 2 } = {}) { a ||= b; for (;;) {} for (a in b); for (a of b); while (a); do {} while (a); try {} catch {} }","options":[{"max":1}]},
  {"code":"function f() { switch (a) { case 1: case 2: default: } }","options":[{"maximum":1}]},
  {"code":"function f() { switch (a) { case 1: case 2: default: } }","options":[{"max":1,"variant":"modified"}]},
  {"code":"const f = async function* g() { a && b }","options":[0]},
  {"code":"class A { #p = () => a || b; static async \"x y\"() { a || b } }","options":[1]},
  {"code":"({ m() { a || b }, get [k]() { return a || b }, f: function () { a || b } })","options":[1]},
);

export default table;
