const searches = [{ enforceForIndexOf: true }];
const noSwitches = [{ enforceForSwitchCase: false }];

export default {
  valid: [
    'var x = NaN;', 'isNaN(NaN) === true;', 'Number.isNaN(123) !== true;', 'foo(NaN + 1); foo(1 + NaN);', 'x === Number[NaN];', 'x === NaN.NaN;',
    'x === Number.NAN;', 'var NaN; x === NaN;', 'function f(Number) { return x === Number.NaN; }', 'foo.indexOf(NaN)', 'NaN in x; x instanceof NaN; x & NaN;',
    { code: 'switch (NaN) { case NaN: break; }', options: noSwitches }, 'switch (foo) { case bar: break; case 1: break; default: break; }',
    { code: 'foo.indexOf(1); foo[indexOf](NaN); indexOf(NaN); foo.indexOf(a, NaN); foo.indexOf(NaN, 1, 2); foo.indexOf()', options: searches },
    { code: 'foo.indexOf(...NaN)', options: searches },
  ],
  invalid: [
    '123 == NaN;', 'NaN === "abc";', 'x !== NaN', 'NaN != x', 'x < NaN', 'NaN > "abc"', 'x <= Number.NaN', 'x >= Number["NaN"]', 'x === Number?.NaN', 'x == (Number.NaN)',
    '"abc" == (1, NaN)', '(1, 2) === NaN', 'NaN === (a ? b : c)', 'if (/* a */ x == /* b */ NaN) {}', 'Number[`NaN`] !== x',
    'switch (NaN) { case foo: break; }', 'switch (foo) { case NaN: break; case (Number.NaN): case (1, NaN): }', 'switch (NaN) {}',
    { code: 'foo.indexOf(NaN); foo.lastIndexOf(NaN);', options: searches }, { code: 'foo["indexOf"](NaN); foo?.lastIndexOf?.(Number.NaN)', options: searches },
    { code: '(foo?.indexOf)(NaN, 1); foo.indexOf((1, NaN)); foo[`lastIndexOf`](NaN)', options: searches },
    { code: 'const s = "😀"; x ==\n NaN' }, { code: '\uFEFFx == NaN' },
  ],
};
