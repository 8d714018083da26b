export default {
  valid: [
    'var regex = /x1f/', String.raw`var regex = /\\x1f/`, 'var regex = new RegExp("x1f")', 'var regex = RegExp("x1f")', 'new RegExp("[")', 'RegExp("\\\\u{1111}*", "x")', String.raw`new RegExp("\\n")`, String.raw`/\t\n\r\v\f\0/`,
    String.raw`/\u{1F}/`, String.raw`/[\u{1F}]\cA/`, String.raw`new RegExp("\\u{1F}")`, 'new (function foo(){})("\\x1f")', String.raw`function f(RegExp) { new RegExp("\x1f") }`, String.raw`new RegExp(x, "\x1f")`, 'new RegExp({})', 'RegExp()', 'new RegExp', 'new RegExp(`\\x1f`)', 'new RegExp("\\x20")', String.raw`/\x20-\x7f/`, String.raw`/[\n\t\cA]/`, 'RegExp(..."\x1f")', 'new RegExp("\x1f" + a)', 'a.RegExp("\x1f")', { code: 'RegExp("\x1f")', languageOptions: { globals: { RegExp: 'off' } } }, 'const RegExp = 1; RegExp("\x1f")',
    String.raw`/\u{20}/u`, 'new RegExp("\\\\u{20}", "u")',
  ],
  invalid: [
    String.raw`var regex = /\x1f/`, String.raw`/[\x00-\x1f]/`, String.raw`/\x1F\x0A\u000a/i`, String.raw`/[^\x00]/u`, String.raw`RegExp('\x0b')`, 'new RegExp("\\x00", "v")', 'new RegExp(("\\x00"))', '(RegExp)("\\x01")', String.raw`/(?<!\x01)\x02|\x03/`, String.raw`/[\q{\x01|a}--\x02]/v`, String.raw`f(/\x01/, RegExp('\\u0002', 'u'), /\u{3}/u)`, String.raw`var regex = /\\\x1f\\x1e/`, String.raw`var regex = /\\\x1fFOO\\x00/`, String.raw`var regex = /FOO\\\x1fFOO\\x1f/`, 'var regex = new RegExp("\\x1f\\x1e")', String.raw`var regex = RegExp("\\x1f")`,
    String.raw`var regex = /(?<a>\x1f)/`, String.raw`var regex = /(?<\u{1d49c}>.)\x1f/`, String.raw`new RegExp("\\u001F", flags)`, String.raw`/\u{1111}*\x1F/u`, String.raw`/[\u{1F}-\u{20}]/v`, String.raw`new RegExp("\\u{1F}", "u")`,
    'new RegExp("[\\u0000-\\u0007]", "g")', '/\t/', '/[\u0001]/', String.raw`/(?:\x01|(?=\x02))\x03{2}/`,
  ],
};
