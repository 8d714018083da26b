const it = (line) => `it('a', async () => { ${line} });`;

export default {
  valid: ['expect.hasAssertions()', it('await expect(a).resolves.toBe(1)'), it('expect(b, await a).toBe(1)'), it('const b = await a; expect(b).toBe(1)'), it('expect(await a)'), it('expect([await a]).toBe(1)'), it('expect.soft(await a).toBe(1)'), it('foo(await a).toBe(1)'), it('expect(...await a).toBe(1)'), 'import { expect } from "chai"; expect(await a).toBe(1)', it('expectTypeOf(await a).toBeString()')],
  invalid: [it('expect(await a).toBe(1)'), it('expect(await a()).toBe(1)'), it('expect(await (a)).toBe(1)'), it('expect((await a)).toBe(1)'), it('expect(await a, "b").not.toBe(1)'), it('expect(await   /* b */ a).toBe(1)'), it('(expect)(await a).toBe(1)'), it('return expect(await a).toBe(1)'), 'import { expect as e } from "vitest"; e(await a).toBe(1)', { code: it('expect<A>(await a).toBe(1)'), filename: 'file.ts' }],
};
