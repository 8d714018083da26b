/** Cases of TypeScript. */
const ts = (code, ...options) => ({ code, filename: 'file.ts', options });

export default {
  valid: [
    ts("let a: () => void"),
    ts("type Function = () => void; let a: Function"),
    ts("class Function {} let a: Function"),
    ts("let a = Function"),
    ts("let a: A.Function"),
    ts("let a: typeof Function"),
    ts("class A extends Function {}"),
    ts("import { Function } from 'a'; let a: Function"),
    ts("function f<Function>(a: Function) {}"),
    ts("let a: FunctionConstructor"),
  ],
  invalid: [
    ts("let a: Function"),
    ts("let a: Function[]"),
    ts("let a: Array<Function>"),
    ts("let a: Function | string"),
    ts("class A implements Function {}"),
    ts("interface A extends Function {}"),
    ts("function f(a: Function): Function { return a as Function }"),
    ts("type A<T extends Function = Function> = T"),
    ts("{ type Function = 1 } let a: Function"),
    ts("let b: Function"),
    ts("interface A extends Function, B {}"),
  ],
};
