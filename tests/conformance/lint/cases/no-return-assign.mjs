const always = ['always'];
export default {
  valid: [
    'function f() { return a == b; }', 'function f() { return (a = b); }', 'const f = () => (a = b)', 'const f = (a) => { a = b }', 'function f() { a = b; return a }', 'function f() { return () => { a = b } }', 'function f() { return function () { a = b } }', 'function f() { return class { x = a = b } }', 'function f() { return class { static { a = b } } }', '() => { return (a += 1) }', 'f(() => (a = b))',
    { code: 'function f() { return x.y(function (i) { this.a = i }) }', options: always }, { code: 'const f = (a = b) => a', options: always }, { code: '() => { () => { a = b } }', options: always }, 'f(a = b)', 'while (a = b) {}', 'function f() { return g((a = b)); }', 'function f() { return g(a = b); }',
  ],
  invalid: [
    'function f() { return a = b; }', 'function f() { return a = (b = c) }', 'const f = () => a = b', 'const f = () => ({}).x = b', 'function f() { return a = b, c }', 'function f() { return a ? b = c : d }', 'function f() { return () => a = b }', 'function f() { return a += b }', 'function f() { return a &&= b }', 'const f = () => b ? c = d : e', 'function f() { return g(1, a = b) }',
    { code: 'function f() { return (a = b); }', options: always }, { code: '() => (a = b)', options: always }, { code: 'function f() { return g((a = b), c = d) }', options: always }, { code: 'class A { m() { return (this.x = 1) } get v() { return ((a = b)) } }', options: always }, { code: 'const f = async (x) => x = await y', options: ['except-parens'] }, 'const f = () => `${a = b}`', { filename: 'a.ts', code: 'function f() { return a = b as any }' }, { filename: 'a.jsx', code: 'const f = () => <div ref={(n) => this.n = n}/>' },
    'function f() { return [a = b] }', 'function f() { return { x: a = b } }', 'const f = (a = (x = 1)) => b = 2',
  ],
};
