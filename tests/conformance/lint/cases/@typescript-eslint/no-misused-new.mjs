/** Cases of TypeScript. */
const ts = (code, ...options) => ({ code, filename: 'file.ts', options });

export default {
  valid: [
    ts("declare class A { foo(): A; 'new'(): A }"),
    ts("class A { constructor() {} }"),
    ts("class A { constructor(); constructor(a?: 1) {} }"),
    ts("declare class A { constructor() }"),
    ts("interface A { new (): B }"),
    ts("type A = { new (): A }"),
    ts("let a: { new (): A }"),
    ts("class A { new() {} }"),
    ts("class A { new(): A { return a } }"),
    ts("declare class A { new(): B }"),
    ts("interface A { 'constructor'(): void }"),
    ts("interface A { constructor: () => void }"),
    ts("interface A { new(): A | B }"),
    ts("interface A { new (): N.A }"),
    ts("abstract class A { abstract new(): A }"),
    ts("interface A { b: { new (): A } }"),
  ],
  invalid: [
    ts("class A { new(): A; new(): A { return a } }"),
    ts("declare namespace N { class A { new(a: 1): A } }"),
    ts("interface A { new (): A }"),
    ts("interface A<T> { new (): A<T>; constructor(): void }"),
    ts("type A = { constructor(): void }"),
    ts("declare class A { new(): A; new(a: 1): A }"),
    ts("declare abstract class A { new(): A }"),
    ts("interface A { constructor(): ''; }"),
    ts("interface A { get constructor(): A }"),
    ts("declare class A { static new(): A }"),
    ts("interface A { new <T>(a: T): A }"),
    ts("interface A { constructor?(): void }"),
    ts("declare class A<T> { new(): A<T> }"),
  ],
};
