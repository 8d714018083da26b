import { test, describe, expect } from 'vitest'
const rows = [['a', 1, true, null, undefined], [{ a: 1 }, [1, 2], new Map([[1, 2]]), Symbol('s'), 10n], [-0, NaN, Infinity, 1.5, '1.9x'], [() => {}, /x/g, new Error('e'), 1, 2], ['long '.repeat(20), { a: 'x'.repeat(60), b: 1, c: 2 }, Array.from({ length: 30 }, (_, i) => i), '', 'q"q']];
for (const d of ['%s', '%d', '%i', '%f', '%j', '%o', '%O', '%c', '%x']) {
  test.each(rows.map((r) => r.map((x) => d === '%j' && typeof x === 'bigint' ? 1 : x)))(`A ${d} ${d} ${d} ${d} ${d}`, () => {});
  test.each(rows.flat().filter((x) => d !== '%j' || typeof x !== 'bigint').map((x) => ({ x })))(`B ${d} $x $x.a $y`, () => {});
}
test.each([1, 2])('C %# %$ %% %s', () => {}); test.each([1, 2])('D %s %s', () => {}); test.each([[1, 2]])('E %s', () => {});
test.each([[1, 2]])('F $0 $1 $2', () => {}); test.each([['x', { y: 1 }]])('G $0 $1.y', () => {});
test.each([{ a: { b: { c: 'd' } }, e: [5, 6] }])('H $a.b.c $a.b $e $e.0 $e.1 $$a $a.', () => {});
test.each`a|b
${1}|${2}
${'x'}|${{ y: 1 }}`('I $a $b $b.y', () => {});
test.each([null, undefined])('J %s $x', () => {}); test.each([[]])('K %s', () => {}); test.each([['%s']])('L %s %s', () => {});
test.for([[1, 2]])('M %s %s', () => {}); test.for([{ a: 1 }])('N $a %s', () => {}); test.each([1])('100% done %', () => {}); test.each([1])('O %%s', () => {}); test.each([[1, 2]])('P %# %s %$ %s', () => {});
test.each([['a', 'b']])('Q %s and $0', () => {}); test.each([{ 'a-b': 1, $c: 2, d_e: 3 }])('R $a-b $$c $d_e', () => {});
