export default {
  valid: ['var test = { debugger: 1 }; test.debugger;', 'const s = "debugger;"; // debugger'],
  invalid: ['debugger', 'if (foo) debugger;', 'a: debugger /* b */;', { code: 'declare let x: any; debugger;', filename: 'file.ts' }],
};
