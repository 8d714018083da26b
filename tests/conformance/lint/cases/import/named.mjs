const files = `//- /a.js
export const a = 1, { b, c: [d, ...e], ...f } = {}; export function g() {} export class h {} export let i; export { i as j, i as "k k" }; export default 1;
//- /sub/star.js
export * from "../a.js";
//- /star2.js
export * from "./sub/star.js"; export * from "./star2.js"; export const own = 1;
//- /star-cjs.js
export * from "./cjs.js";
//- /ns.js
export * as all from "./a.js"; import * as x from "./a.js"; export { x as y };
//- /re.js
export { a, b as bb, missing, missing as m2 } from "./a.js"; export { default as def } from "./a.js"; export { q } from "./nowhere.js"; export { r } from "pkg"; export { s } from "./cjs.js";
//- /re2.js
export { missing, a as aa } from "./re.js"; export { m2 } from "./sub/deep.js";
//- /sub/deep.js
export { m2 } from "../re.js";
//- /imported.js
import { missing as z, a } from "./a.js"; export { z, a };
//- /cjs.js
exports.a = 1; require("x");
//- /dynamic.js
import("./a.js"); module.exports = {};
//- /script.js
var a = 1;
//- /empty-export.js
export {};
//- /loop1.js
export * from "./loop2.js"; export { x } from "./loop2.js"; export const one = 1;
//- /loop2.js
export * from "./loop1.js"; export { x } from "./loop1.js"; export const two = 2;
//- /t.ts
export type A = 1; export interface B {} export enum E { x } export const enum F { x } export declare const v: number; export namespace N { export const n = 1 } export abstract class K {} export declare function o(): void; export { type A as A2 }; export type { B as B2 }; declare const z: 1; export { z }; export import im = N.n; export default interface D {}
//- /types.d.ts
export declare const d: number; export type T = 1;
//- /assign.ts
declare namespace ns { const a: 1; function b(): void; interface C {} }
export = ns;
//- /assign2.ts
const x = {}; 
export = x;
//- /comp.jsx
export const C = () => <div/>; export default class {}
//- /data.json
{}
//- /star-nowhere.js
export * from "./nowhere.js"; export * from "fs";
//- /broken.js
export const = 1;
//- /dots.js
export const π = 1, $ = 2, _ = 3; export { π as "p.i" };
`;
const file = (code, options = [], more = {}) => ({ code: `//- /main.js\n${code}\n${files}`, options, ...more });
const inside = (code) => ({ code: `//- /in/main.js\n${code}\n${files}` });
const typed = (code, options = [], more = {}) => ({ code: `//- /main.ts\n${code}\n${files}`, options, ...more });
const common = [{ commonjs: true }];

export default {
  valid: [file('import { fromBroken } from "./broken.js"'), file('import { a, b, d, e, f, g, h, i, j, "k k" as k, default as l } from "./a.js"'), file('import { a, g } from "./sub/star.js"; import { a as b, own } from "./star2.js"'), file('import { all, y } from "./ns.js"; import { a, bb, def, q, r, s } from "./re.js"; import { aa } from "./re2.js"; import { a as a2 } from "./imported.js"'), file('import { x } from "./cjs.js"; import { y } from "./dynamic.js"; import { z } from "./script.js"; import { w } from "./data.json"; import { v } from "./nowhere.js"; import { u } from "pkg"; import { readFileSync } from "fs"'), file('import { anything } from "./star-cjs.js"'), file('import x, * as y from "./a.js"; import "./a.js"; import {} from "./a.js"; export * from "./a.js"; export {} from "./a.js"'), file('export { a, b as c, default } from "./a.js"; const x = 1; export { x }'), file('import { one, two } from "./loop1.js"; import { one as o, two as t } from "./loop2.js"'), typed('import { A, B, E, F, v, N, K, o, A2, B2, z, default as d } from "./t"; import { d as e, T } from "./types.d.ts"; import { C } from "./comp.jsx"'), typed('import type { missing } from "./a.js"; import { type missing as m } from "./a.js"; export type { missing } from "./a.js"'), typed('import { a, b, C } from "./assign"'), file('const { missing } = require("./a.js")'), file('const { a, b: { c }, d = 1, ...rest } = require("./a.js"); const x = require("./a.js"); const {} = require("./a.js"); const { y } = f("./a.js"); const { z } = require("./a.js", 1); const { w } = require("./cjs.js"); const [v] = require("./a.js"); let { u } = r; const { t } = require(`./a.js`)', common), file('const { "missing": x, [`y`]: z } = require("./a.js")', common), file('import { π, $, _, "p.i" as q } from "./dots.js"'), file('import { missing } from "./a.js"', [], { settings: { 'import-x/ignore': ['a\\.js$'] } }), file('import { missing } from "./comp.jsx"', [], { settings: { 'import-x/extensions': ['.js'] } })],
  invalid: [typed('import { property } from "./assign2"'), file('import { fromUnknownStar } from "./star-nowhere.js"'), file('import { missing, a, other as b } from "./a.js"'), file('import { missing } from "./sub/star.js"; import { missing as m } from "./star2.js"'), file('import { missing, m2 } from "./re.js"; import { missing as m, m2 as n, z } from "./re2.js"'), inside('import { missing } from "../re.js"; import { m2 } from "../re2.js"'), file('export { missing, a, "m m" as b } from "./a.js"; export { missing as default } from "./re.js"'), file('import { a } from "./empty-export.js"; import { "x y" as x } from "./a.js"; import { default as y } from "./empty-export.js"; import { default as w } from "./sub/star.js"'), file('import { x } from "./loop1.js"; import { three } from "./loop1.js"'), file('import d, { missing } from "./a.js"; import { z, y } from "./imported.js"'), typed('import { missing, type other, C } from "./t"; import { gone } from "./types.d.ts"; import { c } from "./comp"; export { type A, missing as m } from "./t"'), typed('import { missing } from "./assign"'), file('const { missing, a, other: b } = require("./a.js"); var { missing: { x } } = require("./re.js")', common), inside('import { missing } from "../sub/star.js"'), file('import { missing } from "./a.js"', [], { rule: 'import-x/named' }), typed('declare module "x" { import { missing } from "./a.js"; export { missing } from "./a.js" }')],
};
