export default {
  valid: ['x === 0', '0 === x', 'x == 0', '0 == x', "x === '0'", "'0' === x", "x == '0'", "x === '-0'", "'-0' === x", "x == '-0'", "x === -1", '-1 === x', 'x < 0', '0 <= x', 'x > 0', 'x != 0', 'Object.is(x, -0)', 'x === -0n', 'x + -0', 'x in -0', 'x === +0', 'x === - -0', 'x === -a', 'switch (x) { case -0: }', { code: 'x === (-0 as number)', filename: 'file.ts' }],
  invalid: [
    'x === -0', '-0 === x', 'x == -0', '-0 == x', 'x > -0', '-0 > x', 'x >= -0', '-0 >= x', 'x < -0', '-0 < x', 'x <= -0', '-0 <= x', 'x != -0', 'x !== -0', '-0 !== x', '-0 === -0', 'x === -0.0', 'x === -0x0', 'x === - 0', 'x === (-0)', '(x) === ((-0))', '(a, b) === -0', '(a, b) !== -(0)', 'x /* a */ === -0', 'x === /* a */ -0', 'x === - /* a */ 0', '/* a */ x === -0 // b', 'x\n===\n-0', 'function f(Object) { x === -0 }', 'const Object = 1; if (x !== -0) {}', '{ let Object; } x === -0',
    { code: 'x === -0', languageOptions: { globals: { Object: 'off' } } }, 'a || x === -0 && b', 'x === -0 === y', { code: '(x as any) === -0', filename: 'file.ts' }, 'import Object from "a"; x === -0', '(() => { x === -0; var Object })', 'a = b => b === -0', '(a ? b : c) === -0', '(a = b) !== -0', '(() => {}) === -0',
  ],
};
