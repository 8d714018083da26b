const s = (code, sourceType = 'script') => ({ code, languageOptions: { sourceType } });
export default {
  valid: ['delete x.prop;', 'delete x[0]', s('delete x.prop'), s('delete f()'), s('delete (x, y)'), s('void x; typeof x'), s('delete this'), s('delete x?.y'), { code: 'delete (a as any).b', filename: 'file.ts' }],
  invalid: [s('delete x'), s('delete (x)'), s('delete ((x))'), s('function f(a) { return delete a }'), s('delete\nx', 'commonjs'), { code: 'delete x', filename: 'file.cjs' }, s('if (delete undefined) {}'), s('(function () { delete arguments })'), s('var a; delete /* b */ a;')],
};
