const s = (code, sourceType = 'script') => ({ code, languageOptions: { sourceType } });
export default {
  valid: ['var a = "hello world";', '0x1234', '0X5;', 'a = 0;', '0.1', '0.5e1', '0', '0n', '0o17', '0b11', 's = "010"', s('a = 0; b = 0.5; c = 0e1'), s('"\\01"'), { code: 'let a: 0 = 0', filename: 'file.ts' }],
  invalid: [s('var a = 01234;'), s('a = 1 + 01234;'), s('00'), s('08'), s('09.1'), s('09e1'), s('09.1e1'), s('018'), s('019.1'), s('019e1'), s('019.1e1'), s('-01'), s('f(07, { 010: 1 })', 'commonjs'), { code: '0644', filename: 'file.cjs' }, s('01.toString()'), s('[00, 0, 007]')],
};
