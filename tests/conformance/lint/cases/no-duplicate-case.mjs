export default {
  valid: [
    'var a = 1; switch (a) {case 1: break; case 2: break; default: break;}', "var a = 1; switch (a) {case 1: break; case '1': break; default: break;}", 'var a = 1; switch (a) {case 1: break; case true: break; default: break;}', 'switch (a) { default: case 1: }',
    'var a = 1, p = {p: {p1: 1, p2: 1}}; switch (a) {case p.p.p1: break; case p.p.p2: break; default: break;}', 'var a = 1, f = function(b) { return b ? { p1: 1 } : { p1: 2 }; }; switch (a) {case f(true).p1: break; case f(true, false).p1: break; default: break;}', 'switch (a) {}', 'switch (a) { case a.b: case a["b"]: }',
    'switch (a + 1) {case (f(a + 1)): break; case f(a + 2): break;}', 'switch (a) { case a + +b: break; case a + b: }', 'switch (a) { case "x y": case "xy": case \'xy\': }', 'switch (a) { case typeof b: case typeofb: }', 'switch (a) { case 1: switch (b) { case 1: } }',
  ],
  invalid: [
    'var a = 1; switch (a) {case 1: break; case 1: break; case 2: break; default: break;}', "var a = '1'; switch (a) {case '1': break; case '1': break; case '2': break; default: break;}", 'var a = 1, one = 1; switch (a) {case one: break; case one: break; case 2: break; default: break;}',
    'var a = 1, p = {p: {p1: 1, p2: 1}}; switch (a) {case p.p.p1: break; case p.p.p1: break; default: break;}', 'var a = 1; switch (a) {case f(true).p1: break; case f( true ).p1: break; default: break;}', 'switch (a) {case (f(a + 1).p1): break; case f(a + 1).p1: break; default: break;}',
    'switch (a) { case 1: case /* x */ 1: case (1): }', 'switch (a.b) { case a.b\n: c(); case a\n.b: }', 'switch (a) { case a\n// c\n.b: break; case a.b: }', 'switch (a) {case p.p.p1: break; case p. p // comment\n .p1: break; case p .p\n/* comment */\n.p1: break;}', 'switch (a) { case `a${ b }`: case `a${b}`: }',
    { code: 'switch (a) { case <a>{b}</a>: case <a>{b}</a>: case <a>{b} </a>: }', filename: 'file.jsx' }, 'switch (a) { case "//": case "// ": case "//": }', 'switch (a) { case b / c / d: case b /c/ d: }', 'switch (a) { case { a: 1 }: case {a:1}: case { "a": 1 }: }', 'switch (a) { case 1: if (b) { c() } break\n case 1: d(); e() }', { code: 'switch (a) { case A.B: case A . B: }', filename: 'file.ts' },
  ],
};
