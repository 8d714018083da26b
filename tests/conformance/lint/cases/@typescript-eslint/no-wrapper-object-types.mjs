/** Cases of TypeScript. */
const ts = (code, ...options) => ({ code, filename: 'file.ts', options });

export default {
  valid: [
    ts("let a: string"),
    ts("let a = String(b)"),
    ts("new Number(1)"),
    ts("let a: A.String"),
    ts("type String = 1; let a: String"),
    ts("class Number {} let a: Number"),
    ts("let a: typeof String"),
    ts("class A extends Object {}"),
    ts("import { Symbol } from 'a'; let a: Symbol"),
    ts("function f<Object>(a: Object) {}"),
    ts("let a: Date"),
  ],
  invalid: [
    ts("let a: String"),
    ts("let a: Number | Boolean"),
    ts("let a: BigInt; let b: Symbol; let c: Object"),
    ts("let a: Object[]"),
    ts("let a: Array<String>"),
    ts("class A implements Number {}"),
    ts("interface A extends String {}"),
    ts("interface A extends Object, B {}"),
    ts("function f(a: Number): String { return a as String }"),
    ts("type A<T extends Object = Object> = T"),
    ts("{ type String = 1 } let a: String"),
    ts("let a: (Symbol)"),
    ts("<Number>a"),
  ],
};
