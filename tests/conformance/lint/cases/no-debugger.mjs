export default {
  valid: ['var test = { debugger: 1 }; test.debugger;', 'const s = "debugger;"; // debugger'],
  invalid: ['debugger', 'if (foo) {} else debugger', 'while (a) debugger\nb', 'debugger; debugger;', 'switch (a) { case 1: debugger; }', 'class A { static { debugger\n} }', 'async () => { debugger\n/* a */ ; }', 'if (foo) debugger;', 'a: debugger /* b */;', { code: 'declare let x: any; debugger;', filename: 'file.ts' }],
};
