const allow = (code, ...names) => ({ code, options: [{ allow: names }] });

export default {
  valid: ['test("foo")', 'describe("foo", () => { it("bar") })', 'test("foo", () => { expect(subject.beforeEach()).toBe(true) })', 'beforeEach', 'a.beforeEach()', 'beforeEach.only()', 'import { beforeEach } from "a"; beforeEach()', 'f(beforeEach())', 'const beforeEach = a; beforeEach()', 'onTestFinished(() => {})', 'suite.beforeEach()', allow('afterEach(() => {}); afterAll(() => {});', 'afterEach', 'afterAll'), allow('test.beforeEach(() => {}); aroundAll(() => {})', 'beforeEach', 'aroundAll'), allow('test("foo")', 'afterEach')],
  invalid: ['beforeAll(() => {})', 'beforeEach(() => {})', 'afterAll(() => {})', 'afterEach(() => {})', 'aroundEach(() => {})', 'aroundAll(() => {})', 'test.beforeEach(() => {})', 'bench("a"); it.afterAll()', 'describe("a", () => { beforeEach() })', 'import { afterEach } from "vitest"; afterEach(() => {})', 'import { beforeEach as setup } from "vitest"; setup(() => {})', allow('beforeEach(() => {}); afterEach(() => { jest.resetModules() });', 'afterEach'), allow('beforeEach()'), { code: 'beforeEach()', options: [{}] }],
};
