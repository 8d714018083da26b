const top = [1, { ignoreTopLevelFunctions: true }];

const table = {
  valid: [{ code: 'function f() { a; b; }', options: [2] }, { code: 'a; b; c;', options: [1] }, { code: 'function f() { a; b; }', options: top }, { code: 'class A { static { a; b; } }', options: [1] }],
  invalid: [{ code: 'function f() { a; b; }', options: [1] }, { code: 'const f = () => { if (a) { b; c } function g() { d; e } }', options: [{ max: 1 }] }, { code: 'function f() { a; b } function g() { c; d; function h() { e; f } }', options: top }, { code: 'class A { m() { "use strict"; a; b } n = function () { c; d } }', options: [1] }, { code: 'function f() { for (;;) { a; b } class A { static { c; d } } }', options: [1] }],
};

table.valid.push(
  "function f() { a; b; c }",
  {"code":"function f() { a }","options":[1]},
  {"code":"a; b; c","options":[0]},
  {"code":"function f() { a; b }","options":[1,{"ignoreTopLevelFunctions":true}]},
);
table.invalid.push(
  {"code":"function f() { a; b }","options":[1]},
  {"code":"function f() { if (a) { b; c } }","options":[{"max":2}]},
  {"code":"const f = () => { function g() { a; b } c }","options":[1]},
  {"code":"class A { m() { \"use strict\"; a } static { a; b } }","options":[{"maximum":1}]},
  {"code":"function f() { a; b; } function g() { function h() { a; b } }","options":[1,{"ignoreTopLevelFunctions":true}]},
);

export default table;
