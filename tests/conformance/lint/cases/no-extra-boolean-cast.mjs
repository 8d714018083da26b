const inner = [{ enforceForInnerExpressions: true }];
const operands = [{ enforceForLogicalOperands: true }];

export default {
  valid: [
    'Boolean(bar, !!baz);', 'var foo = !!bar;', 'function foo() { return !!bar; }', 'var foo = bar() ? !!baz : !!bat', 'for (!!foo;;) {}', 'for (;; !!foo) {}', 'var foo = Boolean(bar);', 'if (new Boolean(foo)) {}',
    'var foo = bar || !!baz', 'if (!!foo || bar) {}', 'if ((1, !!foo)) {}', { code: 'if (!!foo ?? bar) {}', options: inner }, { code: 'if ((!!foo, bar)) {}', options: inner }, { code: 'if (foo ?? Boolean(bar)) {}', options: operands },
    'function f(Boolean) { if (Boolean(foo)) {} }', { code: 'if (Boolean(foo)) {}', languageOptions: { globals: { Boolean: 'off' } } }, 'new Boolean(foo, !!bar); new Foo(!!bar)', '!foo; !(!foo, bar)',
  ],
  invalid: [
    'if (!!foo) {}', 'do {} while (!!foo)', 'while (!!foo) {}', '!!foo ? bar : baz', 'for (; !!foo;) {}', '!!!foo', 'Boolean(!!foo)', 'new Boolean(!!foo)', 'if (Boolean(foo)) {}', 'do {} while (Boolean(foo))', 'for (; Boolean(foo);) {}',
    '!Boolean(foo)', '!Boolean(foo && bar)', '!Boolean(foo + bar)', '!Boolean(+foo)', '!Boolean(foo())', '!Boolean(foo = bar)', '!Boolean(...foo);', '!Boolean(foo, bar());', '!Boolean((foo, bar()));', '!Boolean();', '!(Boolean());', 'if (!Boolean()) { foo() }',
    'while (!Boolean()) { foo() }', 'var foo = Boolean() ? bar() : baz()', 'if (Boolean()) {}', 'while (Boolean()) {}', 'Boolean(Boolean(foo))', 'Boolean(!!foo, bar)', 'x=!!a ? b : c ', 'void!Boolean()', 'void! Boolean()', 'typeof!Boolean()', '(!Boolean())',
    '+!Boolean()', 'void !Boolean()', 'void(!Boolean())', 'void/**/!Boolean()', '!/**/!!foo', '!!/**/!foo', '!!!/**/foo', 'if (!/**/!foo) {}', '(!!/**/!foo ? 1 : 2)', '!/**/Boolean(foo)', '!Boolean/**/(foo)', '!Boolean(/**/foo)', '!Boolean(foo/**/)', '!Boolean(foo)/**/',
    'if (Boolean/**/()) {}', 'if (!/**/Boolean()) {}', 'new Boolean(!!a)', '!!(a, b) ? c : d', '!!(() => {}) ? a : b', '!!(yield_ = a) ? 1 : 2', 'if (!!(a, b)) {}', 'Boolean(!!(a, b))', 'async function f() { if (!!(await a)) {} if (Boolean(await a)) {} !Boolean(await a) }',
    'function *foo() { yield!!a ? b : c }', 'function *foo() { yield!! a ? b : c }', 'function *foo() { yield! !a ? b : c }', 'function *foo() { yield !!a ? b : c }', 'function *foo() { yield(!!a) ? b : c }', 'function *foo() { yield/**/!!a ? b : c }', 'x=!!(a, b) ? 1 : 2', '!!a.b?.c ? d : e', 'if (Boolean?.(foo)) {}', 'if (Boolean?.(a = b)) {}', '!Boolean?.(a, b)',
    { code: 'if (!!foo || bar) {}', options: operands }, { code: 'if (!!foo && bar || baz) {}', options: operands }, { code: 'if ((!!foo || bar) === baz || !!(a ?? b)) {}', options: inner }, { code: 'if (Boolean(foo) ?? !!bar) {}', options: inner }, { code: 'if (a ? Boolean(b) : !!c) {}', options: inner }, { code: 'if ((1, Boolean(a = b))) {}', options: inner },
    { code: 'if (a && !!(b ?? c)) {}', options: inner }, { code: 'if (!!(a || b) && c) {}', options: inner }, { code: 'if (a && Boolean(b && c)) {}', options: inner }, { code: 'if (Boolean(a && b) && c) {}', options: inner }, { code: 'if (a || !!(b ? c : d)) {}', options: inner }, { code: 'if (!!(a = b) ? c : d) {}', options: inner }, { code: 'if (a ? !!(b, c) : Boolean((d, e))) {}', options: inner },
    { code: 'if (!!(a as any)) {} if (!Boolean(a!)) {}', filename: 'file.ts' },
  ],
};
