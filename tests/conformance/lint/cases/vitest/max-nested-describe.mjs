const max = (code, count) => ({ code, options: [{ max: count }] });
const nested = (depth, call = 'describe') => `${`${call}("a", () => { `.repeat(depth)}${'}) '.repeat(depth)}`;

export default {
  valid: [nested(5), nested(6, 'describe.only'), nested(6, 'suite'), nested(6, 'fdescribe'), `${nested(5)};${nested(5)}`, max(nested(2), 2), max('describe("a", b)', 0), nested(6, 'describe.each([])'), 'import { describe as d } from "vitest";', max('new describe(() => { describe(() => {}) })', 1), max('describe(function a() {}); describe(() => {})', 1)],
  invalid: [nested(6), nested(7), max(nested(3), 2), max(nested(1), 0), max('describe("a", function () { describe("b", function () {}) })', 1), max('describe(() => {}, () => {}); describe(() => { describe(() => {}, () => {}) })', 1), max('describe("a", () => { if (b) { f(() => { describe("c", () => {}) }) } })', 1), max('import { describe } from "a"; describe(() => {})', 0), max('(describe)("a", (() => {}))', 0), max('describe?.("a", () => {})', 0)],
};
