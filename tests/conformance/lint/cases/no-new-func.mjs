const table = {
  valid: [
    'var a = new _function("b", "c", "return b+c");', 'var a = _function("b");', 'class Function {}; new Function()', 'const fn = () => { class Function {}; new Function() }', 'function Function() {}; Function()', 'var fn = function () { function Function() {}; Function() }', 'function f(Function) { return new Function("x") }',
    'Function.toString(); Function["name"]; Function[call]()', 'import { Function } from "a"; new Function("x")', 'var a = Function, b = x instanceof Function', 'new globalThis.Function("x")', 'Function.call', 'Function.apply.x()',
  ],
  invalid: [
    'var a = new Function("b", "c", "return b+c");', 'var a = Function("b");', 'Function.call(null, "b");', 'Function.apply(null, ["b"]);', 'Function.bind(null, "b")();', 'Function.bind(null, "b");', 'Function["call"](null, "b");', '(Function?.call)(null, "b");', 'Function?.("a")', 'const fn = () => { class Function {} }; new Function("")', 'new (Function)("a")', 'var a = function () { return new Function("x") }',
  ],
};

table.valid.push(
  "new F(\"a\")",
  "Function",
  "x instanceof Function",
  "Function.name",
  "class Function {} new Function(\"a\")",
  "Function.toString()",
  "Function[call]()",
  "new a.Function()",
  "f(Function)",
  "class A { #call; static m(Function) { Function.#call() } }",
);
table.invalid.push(
  "new Function(\"a\")",
  "Function(\"a\")",
  "Function.call(null, \"a\")",
  "Function.apply(null, [\"a\"])",
  "Function[\"bind\"](null)()",
  "Function?.call(null)",
  "(Function?.call)(null)",
  "new Function",
  "(Function)(\"a\")",
  "f(Function())",
  "Function[`call`](1)",
);

export default table;
