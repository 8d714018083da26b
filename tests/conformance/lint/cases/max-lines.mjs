const skip = [{ max: 2, skipBlankLines: true, skipComments: true }];

const table = {
  valid: ['a;', { code: 'a;\nb;', options: [2] }, { code: 'a;\nb;\n', options: [2] }, { code: 'a;\n\n// c\n/* d\n e */\nb;', options: skip }],
  invalid: [{ code: '', options: [0] }, { code: 'a;\nb;\nc;', options: [2] }, { code: 'a;\n\n\nb;', options: [{ max: 2 }] }, { code: 'a;\n/* b */ c;\n// d\ne;\n\nf;', options: skip }, { code: 'a;\r\nb;\r\n\r\n', options: [1] }, { code: '\n', options: [0] }],
};

table.valid.push(
  {"code":"a\nb","options":[2]},
  {"code":"a\n\n// c\n","options":[{"max":1,"skipComments":true,"skipBlankLines":true}]},
  "",
);
table.invalid.push(
  {"code":"a\nb\nc","options":[2]},
  {"code":"a\r\n\r\nb\r\n","options":[1]},
  {"code":"a\n\n\nb","options":[{"max":1,"skipBlankLines":true}]},
  {"code":"// a\n/* b\nc */ d\ne // f\n","options":[{"max":1,"skipComments":true}]},
);

export default table;
