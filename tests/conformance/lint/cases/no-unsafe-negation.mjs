const ordering = [{ enforceForOrderingRelations: true }];
export default {
  valid: [
    'a in b', 'a in b === false', '!(a in b)', '(!a) in b', 'a instanceof b', 'a instanceof b === false', '!(a instanceof b)', '(!a) instanceof b', 'if (! a < b) {}', 'while (! a > b) {}', 'foo = ! a <= b;', 'foo = ! a >= b;', '! a <= b', { code: 'foo = (!a) < b;', options: ordering }, { code: 'foo = (!a) >= b;', options: ordering }, { code: 'foo = !a === b', options: ordering }, { code: '! a <= b', options: [{}] },
    { code: '-a in b' }, '~a instanceof b', 'a in !b', '((!a)) in b', 'class A { #x; m(a) { return !(#x in a) } }', '!!(a in b)', { code: '!a < b', options: [{ enforceForOrderingRelations: false }] }, 'a || !b in c'.replace('!b', '(!b)'),
  ],
  invalid: [
    '!a in b', '(!a in b)', '!(a) in b', '!a instanceof b', '(!a instanceof b)', '!(a) instanceof b', '! /* x */ a in /* y */ b', 'if (!a in (b)) {}', 'a && !b in c && d', '!!a in b', 'f(!a in b, c)', '!a\nin\nb', { code: 'if (! a < b) {}', options: ordering }, { code: 'while (! a > b) {}', options: ordering }, { code: 'foo = ! a <= b;', options: ordering }, { code: 'foo = ! a >= b;', options: ordering },
    { code: '!a in b', options: ordering }, '!(a, b) in c', '!function () {} instanceof a', { code: '!a in (b as any)', filename: 'file.ts' }, '!a.b.c in d.e', 'x = !a in b in c',
  ],
};
