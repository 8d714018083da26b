import { expect, test } from 'vitest';

const value = { b: [1, 'two', null], a: new Map([['k', { deep: true }]]), d: new Date(0), f() {}, s: Symbol('x'), u: undefined, r: /a/g };

test('of a file', () => { expect(value).toMatchSnapshot(); expect('text').toMatchSnapshot('with a name'); });
test('of a file, other', () => { expect({ now: 2 }).toMatchSnapshot(); });
test('inline', () => { expect({ a: 1 }).toMatchInlineSnapshot(`
  {
    "a": 1,
  }
`); });
test('inline, other', () => { expect({ a: 2 }).toMatchInlineSnapshot(`
  {
    "a": 1,
  }
`); });
test('inline text', () => { expect('a "quoted" `text`').toMatchInlineSnapshot(`"a "quoted" \`text\`"`); });
test('properties', () => { expect({ id: 7, name: 'n' }).toMatchInlineSnapshot({ id: expect.any(Number) }, `
  {
    "id": Any<Number>,
    "name": "n",
  }
`); });
test('properties, other', () => { expect({ id: '7' }).toMatchSnapshot({ id: expect.any(Number) }); });
test('thrown', () => { expect(() => { throw new TypeError('bad'); }).toThrowErrorMatchingInlineSnapshot(`[TypeError: bad]`); });
test('thrown, of a file', () => { expect(() => { throw new Error('kept'); }).toThrowErrorMatchingSnapshot(); });
test('of a file of its own', async () => { await expect('whole\nfile\n').toMatchFileSnapshot('./whole.txt'); });
test('of a file of its own, other', async () => { await expect('other\n').toMatchFileSnapshot('./whole.txt'); });
