const files = `//- /a.js
export const a = 1, b = {}; export default 1; export function f() {}
//- /deep.js
export * as inner from "./a.js"; import * as other from "./inner.js"; export { other }; export default other;
//- /inner.js
export * as a from "./a.js"; export const x = 1;
//- /star.js
export * from "./a.js"; export const own = 1;
//- /star-cjs.js
export * from "./cjs.js"; export const own = 1;
//- /only-star-cjs.js
export * from "./cjs.js";
//- /re.js
export { a, missing, q as r } from "./a.js"; export { z } from "./nowhere.js";
//- /cjs.js
exports.a = 1;
//- /dynamic.js
import("./a.js"); exports.a = 1;
//- /none.js
import "./a.js";
//- /empty.js
export {};
//- /loop.js
export * from "./loop.js"; export * as self from "./loop.js"; export const x = 1;
//- /t.ts
export type T = 1; export interface I {} export class C {} export enum E {} export const v = 1; const hidden = 1; export type { hidden }; export namespace N { export const n = 1 } type Both = 1; const Both = 1; export { Both }; export { type C as CT };
//- /t2.ts
export type * from "./t"; export * from "./a.js";
//- /broken.js
export const = 1;
`;
const file = (code, options = [], more = {}) => ({ code: `//- /main.js\n${code}\n${files}`, options, ...more });
const typed = (code, options = []) => ({ code: `//- /main.ts\n${code}\n${files}`, options });
const jsx = (code) => ({ code: `//- /main.jsx\n${code}\n${files}` });
const ns = 'import * as ns from "./a.js"; ';

export default {
  valid: [file(`${ns}ns.a; ns.b.c.d; ns.f(); ns.default; ns?.a; (ns).a; ns; f(ns); typeof ns.a; delete ns.b.c; ns.b.c = 1`), file('import * as ns from "./star.js"; ns.a; ns.own; ns.f'), file('import * as ns from "./re.js"; ns.a; ns.missing; ns.r; ns.z'), file('import * as ns from "./cjs.js"; ns.x; import * as b from "./nowhere.js"; b.x; import * as c from "pkg"; c.x; import * as fs from "fs"; fs.x'), file('import * as deep from "./deep.js"; deep.inner.a; deep.other.a.a; deep.other.x; deep.default.a'), file('import { inner, other } from "./deep.js"; inner.a; other.a.a; import def from "./deep.js"; def.a.f()'), file(`${ns}function f(ns) { ns.missing } { let ns = {}; ns.missing; ns.x = 1 }`), file(`${ns}const { a, b: { c }, f, default: d, ...rest } = ns; let x = ns, { y } = x; const [z] = ns; const { w } = f(ns); for (const { q } of ns) {}`), file(`${ns}ns[key]; ns["a"]; ns.a[key]`, [{ allowComputed: true }]), file(`${ns}const { [key]: x } = other; ({ missing } = ns)`), file('import * as ns from "./loop.js"; ns.x; ns.self.x; ns.self.self.self.x'), file('import { a } from "./a.js"; a.missing; import d from "./a.js"; d.missing; import {} from "./a.js"; import "./none.js"'), file('import * as ns from "./star-cjs.js"; ns.own'), file('export * as ns from "./a.js"; export * as none from "./none.js"'), typed('import * as ns from "./t"; ns.C; ns.E; ns.v; ns.N.n; ns.Both; let x: ns.T; class D extends ns.C implements ns.I {} interface J extends ns.I {} type U = typeof ns.v'), typed('import * as ns from "./t2"; ns.a; let x: ns.T'), jsx(`${ns}const x = <ns.a/>; const y = <ns.f x={1}></ns.f>; const z = <other.x/>`), file(`${ns}ns.a++; ns.b.c += 1; for (ns.b.x of []) {}`), file('import * as ns from "./none.js"', [], { settings: { 'import-x/ignore': ['none'] } })],
  invalid: [file('import * as ns from "./dynamic.js"; ns.a'), file('import * as ns from "./star-cjs.js"; ns.mayBe'), file('import * as ns from "./only-star-cjs.js"; ns.mayBe'), file('import * as ns from "./broken.js"; ns.x'), file('import * as deep from "./deep.js"; deep.inner[key]'), file(`${ns}const { [key]: x } = ns`), file(`${ns}ns.missing; ns.other.x; ns.gone(); ns?.nope; (ns).away; typeof ns.huh`), file('import * as ns from "./star.js"; ns.missing; ns.default'), file('import * as deep from "./deep.js"; deep.inner.missing; deep.other.missing; deep.other.a.missing; deep.gone.x; deep.default.missing'), file('import { inner, other as o } from "./deep.js"; inner.missing; o.a.missing.x; import def from "./deep.js"; def.missing'), file('import * as ns from "./none.js"; import * as e from "./empty.js"; ns.x; e.x'), file(`${ns}ns.a = 1; ns.missing = 1; ns.b += 1; [ns.a] = [1]; ns.a.b = 1`), file(`${ns}ns[key]; ns["a"]; ns[key].x; ns.missing[key]`), file(`${ns}ns.missing[key]`, [{ allowComputed: true }]), file(`${ns}const { missing, a, gone: x, off = 1, b: { c } } = ns; let { nope: { y } } = ns`), file('import * as deep from "./deep.js"; const { inner: { missing, a }, other: { a: { gone } }, off } = deep'), file(`${ns}const { "a": x, 1: y } = ns`), jsx(`${ns}const x = <ns.missing/>; const y = <ns.gone x={1}></ns.gone>`), typed('import * as ns from "./t"; ns.T; ns.I; ns.hidden; ns.CT; ns.missing; class D extends ns.Missing {}'), typed('import * as ns from "./t"; class D implements ns.Missing {} interface J extends ns.Missing {}'), typed('import * as ns from "./t2"; ns.C; ns.v; ns.missing'), file('import * as ns from "./loop.js"; ns.y; ns.self.y; ns.self.self.z'), file(`ns.missing; function f() { return ns.gone } ${ns}`), file(`${ns}ns.missing`, [], { rule: 'import-x/namespace' }), typed('import * as ns from "./a.js"; ns!.missing; (ns as any).missing; ns.missing!.x; (ns.gone as any).x'), file(`${ns}x[ns.missing]; ns.a[ns.gone]; \`\${ns.off}\``)],
};
