export default {
  valid: [
    'if (a) {;} else if (b) {;}', 'if (a) {;} else { if (b) {;} ; }', 'if (a) if (a) {} else { if (b) {} } else {}', 'if (a) {} else { for (;;) if (b) {} }', 'if (a) { if (b) {} }', 'for (;;) { if (a) {} }', 'if (a) {} else { { if (b) {} } }', 'if (a) {} else x: { if (b) {} }',
  ],
  invalid: [
    'if (a) {;} else { if (b) {;} }', 'if (a) {\n  foo();\n} else {\n  if (b) {\n    bar();\n  }\n}', 'if (a) {} else /* c */ { if (b) {} }', 'if (a) {} else { /* c */ if (b) {} }', 'if (a) {} else { if (b) {} /* c */ }', 'if (a) {} else { if (b) { /* c */ } }', 'if (a) {} else{if (b) {}}',
    'if (a) {} else { if (b) foo(); }', 'if (a) {} else { if (b) foo() }', 'if (a) {} else { if (b) foo() } bar()', 'if (a) {} else { if (b) foo() }\nbar()', 'if (a) {} else { if (b) foo() }\n(bar)', 'if (a) {} else { if (b) foo() }\n[1]', 'if (a) {} else { if (b) foo\n}\n++bar', 'if (a) {} else { if (b) foo++ }\nbar', 'if (a) {} else { if (b) foo(); }\n`x`',
    'if (a) {} else { if (b) {} else {} }', 'if (a) {} else { if (b) {} else if (c) {} else { if (d) {} } }', 'if (a) {} else { if (b) foo() }\n/x/.test(y)', 'if (a) {} else { if (b) foo() }', 'if (a) if (x) {} else { if (b) {} else {} } else {}', 'if (a) {} else // c\n{ if (b) {} }', 'if(a){}else{\u3000if(b){}}', 'if (a) foo(); else { if (b) bar(); else baz() }\nqux',
  ],
};
