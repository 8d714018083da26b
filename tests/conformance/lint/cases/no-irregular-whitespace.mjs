const o = (options, code, filename = 'file.js') => ({ code, filename, options: [options] });
const c = (code) => Function(`return \`${code.replace(/`/g, '\\`').replace(/\$\{/g, '\\${')}\``)();
const every = ['\\u000B', '\\u000C', '\\u0085', '\\u00A0', '\\u1680', '\\u180E', '\\ufeff', '\\u2000', '\\u2001', '\\u2005', '\\u200a', '\\u200B', '\\u2028', '\\u2029', '\\u202F', '\\u205f', '\\u3000'].map((code) => c(code));
const strings = every.filter((space) => !/[\u2028\u2029]/.test(space));
// What the parsers take for white space.
const spaces = every.filter((space) => !/[\u0085\u180e\u200b]/.test(space));
export default {
  valid: [
    { code: "<div>\u00a0{\" \"}</div>", options: [{ skipJSXText: true }], filename: 'file.tsx' }, { code: "type A = `\u00a0${B}`", options: [{ skipTemplates: true }], filename: 'file.ts' },
    "'\\u000B';", "'\\u00A0'", "'\\u2028'", ...every.map((space) => `'${space}';`), ...strings.map((space) => o({ skipComments: true }, `// ${space}`)), o({ skipComments: true }, '/* \u2028 \u00a0 */ /*\n\u3000\n*/ a'), ...every.map((space) => o({ skipComments: true }, `/* ${space} */`)), ...strings.map((space) => o({ skipRegExps: true }, `/${space}/`)), ...every.map((space) => o({ skipTemplates: true }, `\`${space}\``)),
    o({ skipTemplates: true }, '`\u3000${foo}\u3000`'), o({ skipTemplates: true }, 'const error = ` \u3000 `;'), o({ skipTemplates: true }, 'const error = `\n\u3000`;'), o({ skipTemplates: true }, 'const error = `foo\u3000bar\nfoo\u3000bar`;'), o({ skipJSXText: true }, '<div>\u3000</div>;', 'file.jsx'), o({ skipJSXText: true }, '<div>\n a\u3000b\n</div>;', 'file.jsx'), '\ufeffconsole.log("hello BOM");', '\ufeff', '"use\u00a0strict"', 'import a from "\u00a0"', '({ "\u00a0": 1 })', { code: '<a b="\u00a0" />', filename: 'file.jsx' },
    { code: "type A = '\u00a0'", filename: 'file.ts' }, o({ skipComments: true }, '#!/usr/bin/\u00a0node\na'), o({}, 'a'), "'a\u00a0b' + \"\u3000\"", '/* é ü */ "ü"', 'const a = 1\t\r\n',
  ],
  invalid: [
    { code: "// \u00a0\r\n/* \u2028 */ a\u2029", options: [{ skipComments: true }] },
    ...spaces.map((space) => `var any ${space} = 'thing';`), 'var a = \'b\',\u2028c = \'d\',\ne = \'f\'\u2028', 'var any \u3000 = \'thing\', other \u3000 = \'thing\';\nvar third \u3000 = \'thing\';', '// \u00a0', '/* \u00a0 */', ...every.map((space) => `/*${space}*/`), '// \u00a0\u3000\u00a0 \u2003', 'var any = /\u3000/, other = /\u000B/;', "var any = '\u3000', other = /\u000B/", 'var any = `\u3000`, other = `\u000B`;', '`something ${\u3000 10} another thing`', '`something ${10\u3000} another thing`',
    o({ skipTemplates: true }, '\u3000\n`\u3000template`'), o({ skipTemplates: true }, '\u3000\n`\u3000multiline\ntemplate`'), o({ skipTemplates: true }, '\u3000`\u3000template`'), o({ skipTemplates: true }, '\u3000`\u3000multiline\ntemplate`'), o({ skipTemplates: true }, '`\u3000template`\u3000'), o({ skipTemplates: true }, '`\u3000multiline\ntemplate`\u3000'), o({ skipTemplates: true }, '`\u3000template`\n\u3000'), o({ skipTemplates: true }, '`${\u3000a}\u3000`'), 'var foo = \u000B bar;', 'var foo =\u000Bbar;', 'var foo = \u000B\u000B bar;', 'var foo = \u000B\u000C bar;', 'var foo = \u000B \u000B bar;', 'var foo = \u000Bbar\u000B;', '\u000B', '\u00A0\u2002\u2003', '\u000B\u000B\n\u000B\u000B',
    'a\u2028\u2029b', 'a\u2028\n\u2029\r\n\u2028b', 'a\u00a0\u2028\u00a0b', { code: '<div>\u3000</div>;', filename: 'file.jsx' }, { code: '<div>\n\u3000a\n</div>;', filename: 'file.jsx' }, o({ skipStrings: false }, "'\u00a0'"), o({ skipStrings: false }, '<a b="\u00a0" />', 'file.jsx'), o({ skipStrings: false }, '"use\u00a0strict"; import "\u3000"'), o({ skipRegExps: true }, '/\u3000/;\u3000`\u3000`'), o({ skipComments: true }, 'a /*\u3000*/\u3000// \u3000'), '#!/usr/bin/\u00a0node\na', '\ufeffa\ufeffb'.replace('ab', 'a b').replace('a\ufeffb', 'a\ufeff;b'), '"é" +\u00a0"ü"; "😀" +\u00a0"a"', 'a\r\n\u00a0b\rc\u00a0', o({ skipJSXText: true }, '<div>\u3000{\u3000a}</div>', 'file.jsx'),
    { code: 'let a:\u00a0string', filename: 'file.ts' }, 'x = "\u00a0"\u00a0+ /\u00a0/', 'f(`\u00a0`,\u00a0"\u00a0")',
  ],
};
