export default {
  valid: [
    'var regex = /x1f/', String.raw`var regex = /\\x1f/`, 'var regex = new RegExp("x1f")', 'var regex = RegExp("x1f")', 'new RegExp("[")', 'RegExp("\\\\u{1111}*", "x")', String.raw`new RegExp("\\n")`, String.raw`/\t\n\r\v\f\0/`,
    String.raw`/\u{1F}/`, String.raw`/[\u{1F}]\cA/`, String.raw`new RegExp("\\u{1F}")`, 'new (function foo(){})("\\x1f")', String.raw`function f(RegExp) { new RegExp("\x1f") }`, String.raw`new RegExp(x, "\x1f")`, 'new RegExp({})',
    String.raw`/\u{20}/u`, 'new RegExp("\\\\u{20}", "u")',
  ],
  invalid: [
    String.raw`var regex = /\x1f/`, String.raw`var regex = /\\\x1f\\x1e/`, String.raw`var regex = /\\\x1fFOO\\x00/`, String.raw`var regex = /FOO\\\x1fFOO\\x1f/`, 'var regex = new RegExp("\\x1f\\x1e")', String.raw`var regex = RegExp("\\x1f")`,
    String.raw`var regex = /(?<a>\x1f)/`, String.raw`var regex = /(?<\u{1d49c}>.)\x1f/`, String.raw`new RegExp("\\u001F", flags)`, String.raw`/\u{1111}*\x1F/u`, String.raw`/[\u{1F}-\u{20}]/v`, String.raw`new RegExp("\\u{1F}", "u")`,
    'new RegExp("[\\u0000-\\u0007]", "g")', '/\t/', '/[\u0001]/', String.raw`/(?:\x01|(?=\x02))\x03{2}/`,
  ],
};
