export default {
  valid: ['new F("a")', 'Function', 'x instanceof Function', 'Function.name', 'class Function {} new Function("a")', 'Function.toString()', 'Function[call]()', 'new a.Function()', 'f(Function)', 'Function.call', 'class A { #call; static m(Function) { Function.#call() } }'],
  invalid: ['new Function("a")', 'Function("a")', 'Function.call(null, "a")', 'Function.apply(null, ["a"])', 'Function["bind"](null)()', 'Function?.("a")', 'Function?.call(null)', '(Function?.call)(null)', 'new Function', '(Function)("a")', 'f(Function())', 'Function[`call`](1)'],
};
