const always = ['always'];
const parens = ['except-parens'];
export default {
  valid: [
    'for (;((a = b));) {}', 'do {} while (/* ( */ (a = b) /* ) */)', 'x = ((((a = b)))) ? 1 : 2',
    'var x = 0; if (x == 0) { var b = 1; }', { code: 'var x = 0; if (x == 0) { var b = 1; }', options: always }, 'var x = 5; while (x < 5) { x = x + 1; }', 'if ((someNode = someNode.parentNode) !== null) { }', { code: 'if ((someNode = someNode.parentNode) !== null) { }', options: parens },
    'if ((a = b));', 'while ((a = b));', 'do {} while ((a = b));', 'for (;(a = b););', 'for (;;) {}', 'if (someNode || (someNode = parentNode)) { }', 'while (someNode || (someNode = parentNode)) { }', 'do { } while (someNode || (someNode = parentNode));', 'for (;someNode || (someNode = parentNode););',
    { code: 'if ((function(node) { return node = parentNode; })(someNode)) { }', options: parens }, { code: 'if ((function(node) { return node = parentNode; })(someNode)) { }', options: always }, { code: 'if ((node => node = parentNode)(someNode)) { }', options: always }, { code: 'if (function(node) { return node = parentNode; }) { }', options: always },
    { code: 'x = 0;', options: always }, 'var x; var b = (x === 0) ? 1 : 0;', { code: "switch (foo) { case a = b: bar(); }", options: parens }, { code: 'switch (foo) { case a = b: bar(); }', options: always }, { code: 'switch (foo) { case baz + (a = b): bar(); }', options: always }, 'if ((((a = b)))) {}', 'var c = ((a = b)) ? 1 : 0', 'f(((a = b)) ? 1 : 2)',
    { code: 'for (a = b; a; a = c) { a = d }', options: always }, { code: 'while (a) { b = c }', options: always }, { code: 'a ? b = 1 : c = 2', options: always }, { code: 'do { a = b } while (c)', options: always }, { code: 'if (class { m() { a = b } }) {}', options: always }, 'if ((a = b) as any) {}'.replace(' as any', ''),
  ],
  invalid: [
    'if ((a) = (b)) {}', 'if (/* a */ a = b) {}', 'a = (b = c) ? 1 : 2', "(a = b)\n? 1 : 2", 'x = f((a = b) ? 1 : 2)', '((a = b) ? 1 : 2) ? 3 : 4',
    'var x; if (x = 0) { var b = 1; }', 'var x; while (x = 0) { var b = 1; }', 'var x = 0, y; do { y = x; } while (x = x + 1);', 'var x; for(; x+=1 ;){};', 'var x; if ((x) = (0));', { code: 'if (someNode || (someNode = parentNode)) { }', options: always }, { code: 'while (someNode || (someNode = parentNode)) { }', options: always },
    { code: 'do { } while (someNode || (someNode = parentNode));', options: always }, { code: 'for (; (typeof l === \'undefined\' ? (l = 0) : l); i++) { }', options: always }, { code: 'if (x = 0) { }', options: always }, { code: 'while (x = 0) { }', options: always }, { code: 'do { } while (x = x + 1);', options: always }, { code: 'for(; x = y; ) { }', options: always },
    { code: 'if ((x = 0)) { }', options: always }, { code: 'while ((x = 0)) { }', options: always }, { code: 'do { } while ((x = x + 1));', options: always }, { code: 'for(; (x = y); ) { }', options: always }, { code: 'var x; var b = (x = 0) ? 1 : 0;', options: parens }, { code: 'var x; var b = x && (y = 0) ? 1 : 0;', options: always }, 'x = a ? 1 : (b = c) ? 2 : 3',
    { code: '(((3496.29)).bkufyydt = 2e308) ? foo : bar;', options: parens }, 'while (a ||= b);', 'if (a **= b);', { code: 'while (f((a = b), c)) {}', options: always }, { code: 'if (a => a) { } else if (b ? (c = d) : e) {}', options: always }, '((a = b) ? 1 : 2)', { code: 'if ([a = 1] = b) {}', options: always }, { code: 'if (a = b) {}', filename: 'file.ts' },
    { code: 'if ((x = y) as any) { }', options: always, filename: 'file.ts' }, { code: 'if (a ? (() => b = 1) : (b = 2)) {}', options: always }, { code: 'if (class { [a = b]() {} }) {}', options: always },
  ],
};
