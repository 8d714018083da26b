const names = ['toBeCalled', 'toBeCalledTimes', 'toBeCalledWith', 'lastCalledWith', 'nthCalledWith', 'toReturn', 'toReturnTimes', 'toReturnWith', 'lastReturnedWith', 'nthReturnedWith', 'toThrowError'];

export default {
  valid: ['expect(a).toHaveBeenCalled()', 'expect(a).toHaveBeenCalledTimes()', 'expect(a).toHaveBeenCalledWith()', 'expect(a).toThrow()', 'expect(a).rejects;', 'expect(a);', 'expect(a).toBeCalled', 'a.toBeCalled()', 'expect.toBeCalled', 'import { expect } from "chai"; expect(a).toBeCalled()', 'expect(a).toBe(1).toBeCalled()', 'expectTypeOf(a).toBeCalled()'],
  invalid: [...names.map((name) => `expect(a).${name}()`), 'expect(a).not["toThrowError"]()', 'expect(a)[`toBeCalled`](1)', 'expect(a)[toBeCalled]()', 'expect(a).resolves.not.toReturn().then(b)', 'expect.toBeCalled()', 'expect.soft(a).toBeCalled()', 'import { expect as e } from "vitest"; e(a)\n  .toBeCalled()', { code: 'expect<A>(a).toBeCalled<B>()', filename: 'file.ts' }],
};
