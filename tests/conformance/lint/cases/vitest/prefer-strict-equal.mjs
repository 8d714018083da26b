export default {
  valid: ['expect(something).toStrictEqual(somethingElse);', 'a().toEqual("b")', 'expect(a);', 'expect(a).toEqual', 'expect(a).toBe(1).toEqual(2)', 'import { expect } from "chai"; expect(a).toEqual(1)', 'expectTypeOf(a).toEqual(1)'],
  invalid: ['expect(something).toEqual(somethingElse);', 'expect(something).toEqual(somethingElse,);', 'expect(something)["toEqual"](somethingElse);', 'expect(something)[`toEqual`](a)', 'expect(something)[toEqual](a)', 'expect(a).not.toEqual(b).c()', 'expect.toEqual(1)', 'import { expect as e } from "vitest"; e(a).resolves.toEqual(b)', { code: 'expect(a).toEqual<A>(b)', filename: 'file.ts' }],
};
