const table = {
  valid: [{ code: 'function f() {\n}', options: [2] }, { code: '(function () {\n\n\n})()', options: [2] }, { code: 'function f() {\n\n// a\n}', options: [{ max: 2, skipBlankLines: true, skipComments: true }] }, 'var a = 1;'],
  invalid: [{ code: 'function f() {\n\n}', options: [2] }, { code: '(function () {\n\n\n})()', options: [{ max: 2, IIFEs: true }] }, { code: 'class A {\n get b() {\n return 1\n }\n static async *[c]() {\n\n }\n d = () => {\n\n}\n}', options: [2] }, { code: 'export default () =>\n\n1', options: [1] }, { code: 'var o = { m() {\n// a\n\n}, "n": function () {\nb\n} }', options: [{ max: 1, skipComments: true, skipBlankLines: true }] }],
};

table.valid.push(
  {"code":"(function () {\n\n})()","options":[1]},
);
table.invalid.push(
  {"code":"(() => {\n\n})()","options":[{"max":1,"IIFEs":true}]},
  {"code":"class A {\n m() {\n a\n }\n get b() {\n // x\n\n }\n}","options":[{"max":2}]},
  {"code":"const f = () => {\n// a\n\nb\n}","options":[{"max":2,"skipComments":true,"skipBlankLines":true}]},
  {"code":"({ async f() {\n\n} })","options":[1]},
);

export default table;
