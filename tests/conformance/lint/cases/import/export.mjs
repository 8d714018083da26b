const files = `//- /a.js
export const a = 1, b = 2; export default 1;
//- /a2.js
export const a = 2; export { a as c };
//- /same.js
export * from "./a.js";
//- /only-default.js
export default 1;
//- /none.js
import "./a.js";
//- /cjs.js
exports.a = 1;
//- /star-cjs.js
export * from "./cjs.js";
//- /broken.js
export const = 1;
//- /self.js
export * from "./self.js";
//- /t.ts
export type T = 1; export class C {} export interface I {} export const T2 = 1; export enum E {}
//- /t2.ts
export type T = 2; export type C = 1; export const I = 1; export type T2 = 2; export type E = 1;
//- /v.ts
export const T = 1; export const C = 1; export function I() {}
`;
const file = (code, more = {}) => ({ code: `//- /main.js\n${code}\n${files}`, ...more });
const typed = (code, more = {}) => ({ code: `//- /main.ts\n${code}\n${files}`, ...more });

export default {
  valid: [file('export const x = 1, { y, z: [w, ...v], ...u } = {}; export function f() {} export class g {} export { x as q, x as "r r" }; export default 1; const h = 1; export { h }'), file('export * from "./a.js"; export const c = 1; export default 1'), file('export * from "./a.js"; export * as ns from "./a.js"; export { a as d } from "./a.js"'), file('export * from "./cjs.js"; export * from "./nowhere.js"; export * from "pkg"; export * from "fs"'), file('export * as a from "./a.js"; export * as b from "./none.js"'), typed('export function f(): void; export function f(x: 1): void; export function f(x?: any) {}'), typed('export declare function f(): void; export declare function f(x: 1): void;'), typed('export default function f(): void; export default function f(x: 1): void; export default function f(x?: any) {}'), typed('export type A = 1; export const A = 1; export interface B {} export function B() {}; export { type C2, C3 }; type C2 = 1; const C3 = 1'), typed('export class A {} export namespace A { export const x = 1 } export enum B {} export namespace B { export const x = 1 } export function C() {} export namespace C { export const x = 1 } export namespace D { export const y = 1 } export namespace D { export const z = 1 }'), typed('export namespace N { export const a = 1; export type a = 1 } export namespace M { export const a = 1 }; export const a = 1'), typed('export const A = 1; export namespace A { export type T = 1; interface X {} }'), typed('declare module "x" { export const a: 1; export function f(): void; export function f(x: 1): void; export default a } declare module "y" { export const a: 2 }'), typed('export * from "./t"; export type { T as T3 } from "./v"; export * as t2 from "./t2"'), typed('export * from "./t"; export * as v from "./v"'), typed('export interface A {} export class B {} export { type D }; type D = 1; export import E = B'), typed('export function f(): void; export function f(x?: any) {} export namespace f { export const x = 1 }'), typed('export declare function g(): void; export declare namespace g { const x: 1 }'), typed('export namespace A.B { export const x = 1 } export namespace A.C { export const y = 1 }'), file('export { default } from "./a.js"; export * from "./a2.js"')],
  invalid: [typed('export default interface A {} export default class A {}'), file('export * from "./broken.js"'), file('export * from "./a.js"; export * from "./a2.js"'), file('export * from "./a.js"; export * from "./same.js"'), file('export * from "./a.js"; export const a = 1'), file('export const a = 1; export * from "./a.js"; export * from "./a2.js"'), file('export * from "./only-default.js"; export * from "./none.js"; export * from "./self.js"'), file('export { b as a } from "./a.js"; export * from "./a2.js"'), typed('export const a = 1; export { b as a }; const b = 1'), typed('export default 1; export default 2'), typed('const b = 1; export default 1; export { b as default }'), typed('export type A = 1; export interface A {}; export type { B as A }; type B = 1'), typed('export class A {} export const A = 1; export enum B {} export class B {}'), typed('export function f() {} export function f() {}; export function g(): void; export function g() {} export const g = 1'), typed('export const A = 1; export namespace A { export const x = 1 }'), typed('export class A {} export enum A {} export namespace A { export const x = 1 }'), typed('export namespace N { export const a = 1; export const a = 2 }'), typed('declare module "x" { export const a: 1; export const a: 2; export default 1; export default 2 }'), typed('export * from "./t"; export * from "./t2"'), typed('export * from "./t"; export * from "./v"'), typed('export type * from "./t"; export * from "./t2"; export class E {}'), typed('export * from "./t"; export { T2 as T } from "./v"; export class C {} export interface I {}'), typed('export * from "./t"; export type T = 1; export const T = 2'), typed('export const a: number = 1, { b: a, ...c }: any = {}, [c]: any = []'), typed('export import A = B.c; export const A = 1; namespace B { export const c = 1 }'), file('export * from "./a.js"; export * from "./a2.js"', { rule: 'import-x/export' }), typed('export interface A {} export { A as "x" }; const y = 1; export { y as "x" }'), file('export * from "./star-cjs.js"'), file('export * from "./none.js"'), typed('export declare function f(): void; export const f = 1; export default function g(): void; export default class {}'), typed('export { type A as X, B as X }; type A = 1; const B = 1')],
};
