const flags = (code, ...allowConstructorFlags) => ({ code, options: [{ allowConstructorFlags }] });
const pattern = (text, flags) => `new RegExp(${JSON.stringify(text)}${flags === undefined ? '' : `, '${flags}'`})`;

export default {
  valid: [
    '[RegExp(\'.\'),new RegExp(\'.\', \'im\')];', "RegExp()", 'RegExp(\'.\', \'g\')', "new RegExp('.')", "new RegExp", "new RegExp('.', 'im')", "global.RegExp('\\\\')", "new RegExp('.', y)", "new RegExp('.', 'y')", "new RegExp('.', 'u')", "new RegExp('.', 'yu')", "new RegExp('/', 'yu')", "new RegExp('\\/', 'yu')", "new RegExp('\\\\u{65}', 'u')", "new RegExp('\\\\u{65}*', 'u')", "new RegExp('[\\\\u{0}-\\\\u{1F}]', 'u')", "new RegExp('.', 's')", "new RegExp('(?<=a)b')", "new RegExp('(?<!a)b')", "new RegExp('(?<a>b)\\k<a>')", "new RegExp('(?<a>b)\\k<a>', 'u')", "new RegExp('\\\\p{Letter}', 'u')", "RegExp('{', flags)", "new RegExp('{')", "new RegExp('[\\\\u{0}-\\\\u{1F}]'.replace('a'))", "new RegExp('\\\\c')", "new RegExp('\\\\a')", "new RegExp(']')", "new RegExp('}')", "new RegExp('\\\\1')", "new RegExp('\\\\k<a>')", "new RegExp('\\\\8')", "new RegExp('(?=a)*')",
    flags("new RegExp('.', 'a')", 'a'), flags("new RegExp('.', 'agz')", 'a', 'z'), flags("new RegExp('.', 'u')", 'u'), flags("new RegExp('.', 'az')", 'az'), "let RegExp; new RegExp('[')", "new RegExp(pattern)", "new RegExp('\\\\d{2,1}'.length)", "new RegExp('.', 'd')", "new RegExp('[A--B]', 'v')", "new RegExp('[[A--[0-9]]&&b]'.a, 'v')", "new RegExp('(?i:a)')", "new RegExp('(?-i:a)b')", "new RegExp('(?<k>a)|(?<k>b)')", "var foo = new RegExp('(a)bc[de]', '')", "new RegExp(`[`)", "new RegExp('\\\\p{Script=Nandinagari}', 'u')",
  ],
  invalid: [
    "RegExp('[');", "RegExp('.', 'z');", flags("RegExp('.', 'a');"), flags("new RegExp('.', 'aa');", 'a'), flags("new RegExp('.', 'aa');", 'a', 'a').slice === undefined ? flags("new RegExp('.', 'az');", 'z') : '', "RegExp(')');", String.raw`new RegExp('\\a', 'u');`, String.raw`RegExp('\\u{0}*');`.replace('*', '*)'), "new RegExp('.', 'gg')", "new RegExp('.', 'ggi')", "new RegExp('.', 'uv')", "new RegExp('.', 'uvg')", "new RegExp('[', 'g' + x); RegExp('(?<=a', y)", "new RegExp('.', 'a'); new RegExp('.', 'A')", flags("new RegExp('.', 'az');", 'z'), flags("new RegExp('.', 'gxx');", 'x'),
    ...['\\', '(', '(?', '(?<', '(?<a', '(?a)', '(?:', '(?=a', '(?<!a', 'a)', '*', '+a', '?', '{1}', 'a{2,1}', 'a**', 'a|*', '(*)', '[a', '[b-a]', '[\\', '[^', '(?<a>b)(?<a>c)', '(?<1>a)', '(?<>a)', '(?<a>b)\\k<c>', '(?<a>b)\\k', '(?<=a)*', '(?ii:a)', '(?i-i:a)', '(?-:a)', '(?x:a)', '(?i', '(?<a>', '[\\d-a]'.replace('[\\d-a]', '[z-a]')].map((text) => pattern(text)),
    ...['{', '}', ']', 'a{', 'a{1', '\\-', '\\1', '\\c', '\\u', '\\u{110000}', '\\uD8', '\\x1', '\\p', '\\p{Foo}', '\\p{Script=Foo}', '[\\d-a]', '(?=a)*', '\\8', '\\k', '\\k<a>', '[\\a]', '{1}', '\\p{Emoji_Keycap_Sequence}', '\\00'].map((text) => pattern(text, 'u')),
    ...['[a--', '[(]', '[a&&&b]', '[a--b&&c]', '[^\\p{Emoji_Keycap_Sequence}]', '[\\q{a]', '[!!]', '[a-]'].map((text) => pattern(text, 'v')),
    'RegExp?.("[")', { code: 'new RegExp("[") as any', filename: 'file.ts' },
  ].filter(Boolean),
};
