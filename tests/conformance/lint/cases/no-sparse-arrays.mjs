export default {
  valid: ['var a = [ 1, 2, ]', 'var a = []', 'var a = [ ]', '[...a, b]', 'const [, a] = b', '[, a] = b', '({ a: [, b] } = c)', 'f(["a,,b", /,,/, `,,`])', 'function f([, , a]) {}', { code: 'type A = [a: 1, b: 2,]', filename: 'file.ts' }],
  invalid: [
    '[ /* , */ , a, /* , */ , b]', 'var a = [1,,,2,,]', "[\n\n,\n]",
    'var a = [,];', 'var a = [ 1,, 2];', 'var a = [,,,];', 'var a = [ , 1 ]', 'var a = [1,,]', '[(a), , (b),, c]', '[\n// ,\n,\n/* , */ ,\na,\n]', '[a, , [, b]]', '[...a,, ...b,]', 'f([,])', '[/* , */,/* , */]', '[(a /* , */)\n// ,\n, , ]', '[",",, `,`]', { code: 'const a: (number | undefined)[] = [1,, 2]', filename: 'file.ts' }, { code: '<A b={[,]} />', filename: 'file.jsx' },
    '[((a)),,((b))]', '[a ? b : c,, (d, e),, ]',
  ],
};
