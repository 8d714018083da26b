const searches = [{ enforceForIndexOf: true }];
const noSwitches = [{ enforceForSwitchCase: false }];

export default {
  valid: [
    'var x = NaN;', 'isNaN(NaN) === true;', 'Number.isNaN(123) !== true;', 'foo(NaN + 1); foo(1 + NaN);', 'x === Number[NaN];', 'x === NaN.NaN;',
    'x === Number.NAN;', 'x = NaN; x += NaN; x ?? NaN', 'isNaN(NaN, NaN)', 'foo(Number.NaN / 2)', 'x === Number[`N${"aN"}`]', 'x === (NaN, 1)', 'switch ((NaN, foo)) { case (NaN, 1): }', 'x === a.Number.NaN', { code: 'x === NaN', languageOptions: { globals: { NaN: 'off' } } }, { code: 'foo.includes(NaN); foo.findIndex(NaN); foo.indexOf((NaN, 1)); foo.indexOf?.(a)', options: searches }, { code: 'foo.indexOf(NaN as any)', options: searches, filename: 'file.ts' }, { code: 'new foo.indexOf(NaN)', options: searches }, 'var NaN; x === NaN;', 'function f(Number) { return x === Number.NaN; }', 'foo.indexOf(NaN)', 'NaN in x; x instanceof NaN; x & NaN;',
    { code: 'switch (NaN) { case NaN: break; }', options: noSwitches }, 'switch (foo) { case bar: break; case 1: break; default: break; }',
    { code: 'foo.indexOf(1); foo[indexOf](NaN); indexOf(NaN); foo.indexOf(a, NaN); foo.indexOf(NaN, 1, 2); foo.indexOf()', options: searches },
    { code: 'foo.indexOf(...NaN)', options: searches },
  ],
  invalid: [
    '123 == NaN;', 'NaN == NaN', 'NaN !== Number.NaN', '1 + 1 === NaN', 'x === ((NaN))', '(x, y) == Number.NaN', 'a?.b == NaN', '(a = b) != NaN', 'async () => { NaN === await a }', 'x === Number["NaN"] || NaN < y', '(Number)?.["NaN"] == x', 'x === ((1, 2), NaN)', '(x => x) === NaN', 'switch (Number.NaN) { case NaN: default: }', 'switch ((1, NaN)) { case a: }', 'switch (x) { case 1: case NaN: f(); break }', { code: 'switch (NaN) {}', options: [{ enforceForSwitchCase: true }] }, { code: 'foo.bar.indexOf(NaN, 1)', options: searches }, { code: 'foo.indexOf(Number?.NaN)', options: searches }, { code: 'foo.indexOf((a, NaN), 1); foo.lastIndexOf(NaN, b)', options: searches }, { code: 'foo[/* a */ "indexOf" /* b */](NaN)', options: searches }, { code: 'foo.indexOf(/* a */ NaN)', options: searches }, { code: '(foo).indexOf((NaN)); foo[("indexOf")]((NaN))', options: searches }, { code: 'x === (NaN) as any'.replace(' as any', ''), filename: 'file.ts' }, { code: '(x as any) == NaN', filename: 'file.ts' }, '/* a */ x /* b */ !== /* c */ NaN /* d */', 'NaN === "abc";', 'x !== NaN', 'NaN != x', 'x < NaN', 'NaN > "abc"', 'x <= Number.NaN', 'x >= Number["NaN"]', 'x === Number?.NaN', 'x == (Number.NaN)',
    '"abc" == (1, NaN)', '(1, 2) === NaN', 'NaN === (a ? b : c)', 'if (/* a */ x == /* b */ NaN) {}', 'Number[`NaN`] !== x',
    'switch (NaN) { case foo: break; }', 'switch (foo) { case NaN: break; case (Number.NaN): case (1, NaN): }', 'switch (NaN) {}',
    { code: 'foo.indexOf(NaN); foo.lastIndexOf(NaN);', options: searches }, { code: 'foo["indexOf"](NaN); foo?.lastIndexOf?.(Number.NaN)', options: searches },
    { code: '(foo?.indexOf)(NaN, 1); foo.indexOf((1, NaN)); foo[`lastIndexOf`](NaN)', options: searches },
    { code: 'const s = "😀"; x ==\n NaN' }, { code: '\uFEFFx == NaN' },
  ],
};
