const ts = (code) => ({ code, filename: 'file.ts' });

export default {
  valid: [
    'export function f(a = b) { var b }',
    'try {} catch (e) { var e; f(e) }',
    'let x;', 'var x;', 'const x = undefined; log(x);', 'let y = undefined; log(y);', 'var y = undefined; log(y);', 'let a = x, b = y; log(a, b);', 'var a = x, b = y; log(a, b);', 'const foo = (two) => { let one; if (one !== two) one = two; }', 'let x; x = 1; log(x)', 'let x; x += 1; log(x)', 'let x; x++; log(x)', 'let x; [x] = y; log(x)', 'let x; for (x of y) log(x)', 'for (let x in y) log(x)', 'for (var x of y); log(x)',
    'var x; var x = 1; log(x)', 'let x; function f() { x ??= 1 } log(x)', 'let x; ({ a: x = 1 } = y); log(x)', 'let { a } = b, [c] = d; log(a, c)', ts('declare let a: string; log(a)'), ts('declare var z: any; log(z);'), ts('declare module "m" { let a: number; export const b: typeof a; }'), ts('declare namespace N { var a: number; var b: typeof a }'), ts('let x: any = 1; log(x)'),
    { code: 'let x; const y = <div ref={(n) => { x = n }} />; log(x, y)', filename: 'file.jsx' },
  ],
  invalid: [
    'export function f(a = b) { var b; f(b) }',
    'let x; let a = x, b; log(a, b);', 'const foo = (two) => { let one; if (one === two) {} }', 'let user; greet(user);', 'function test() { let error; return error || "Unknown error"; }', 'let options; const { debug } = options || {};', 'let flag; while (!flag) { }', 'let config; function init() { return config?.enabled; }', 'var a; var a; log(a)', 'let x; export { x }', 'let a, b; a = b;', 'for (let i, j = 0; j < i; j++);',
    ts('let x: number; log(x);'), ts('let x!: number; log(x)'), ts('let x: any; type T = typeof x;'), ts('namespace N { let a: number; log(a) }'), { code: 'let X; const a = <X />;', filename: 'file.jsx' }, 'class C { static { let a; log(a) } }', 'let x; { let x = 1; } log(x)', 'let x; typeof x; x.y = 1; x[0]++', 'switch (a) { case 1: let b; log(b) }',
  ],
};
