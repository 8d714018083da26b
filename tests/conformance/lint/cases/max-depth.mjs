const table = {
  valid: [{ code: 'function f() { if (a) { if (b) {} } }', options: [2] }, { code: 'if (a) {} else if (b) {} else if (c) {}', options: [1] }, 'if (a) { if (b) { if (c) { if (d) {} } } }', { code: 'if (a) { function f() { if (b) {} } }', options: [1] }],
  invalid: [{ code: 'if (a) { if (b) {} }', options: [1] }, { code: 'while (a) { for (;;) { do { switch (b) { case 1: try {} catch { with_ } } } while (c) } }', options: [{ max: 2 }] }, { code: 'class A { static { if (a) { for (b of c) {} } } m() { for (d in e) if (f) {} } }', options: [1] }, { code: 'if (a) { if (b) {} else if (c) { if (d) {} } else { if (e) {} } }', options: [{ maximum: 1 }] }],
};

table.valid.push(
  {"code":"if (a) {} else if (b) {}","options":[1]},
  {"code":"if (a) { () => { if (b) {} } }","options":[1]},
);
table.invalid.push(
  "if (a) { if (b) { if (c) { if (d) { if (e) {} } } } }",
  {"code":"for (;;) { while (a) { do { } while (b) } }","options":[1]},
  {"code":"function f() { if (a) { switch (b) { case 1: try {} catch { for (c of d) {} } } } }","options":[{"max":1}]},
  {"code":"class A { static { if (a) { if (b) {} } } }","options":[{"maximum":1}]},
  {"code":"if (a) { if (b) {} else if (c) {} }","options":[1]},
);

export default table;
