/** Cases of TypeScript. */
const ts = (code, ...options) => ({ code, filename: 'file.ts', options });

export default {
  valid: [
    ts("interface A {} class B {}"),
    ts("interface A {} interface A {}"),
    ts("interface A {} const A = 1"),
    ts("interface A {} function A() {}"),
    ts("namespace A {} class A {}"),
    ts("namespace A { export const b = 1 } interface A {}"),
    ts("interface A {} const B = class A {}"),
    ts("class A { f() { interface A {} } }"),
    ts("enum A {} namespace A {}"),
    ts("declare global { interface A {} } class A {}"),
    ts("{ interface A {} } class A {}"),
    ts("class A {} {}"),
    ts("export default class {}"),
    ts("interface A {} type B = A"),
  ],
  invalid: [
    ts("class A<T> {} interface A {}"),
    ts("interface A<T> {} interface A {} class A<T> {}"),
    ts("interface A {} class A {}"),
    ts("class A {} interface A {}"),
    ts("export class A {} export interface A {}"),
    ts("interface A {} interface A {} class A {}"),
    ts("declare class A {} interface A {}"),
    ts("declare global { interface A {} class A {} }"),
    ts("namespace N { interface A {} class A {} }"),
    ts("abstract class A {} interface A<T> {}"),
    ts("function f() { interface A {} class A {} }"),
    ts("interface A {} export default class A {}"),
  ],
};
