export default {
  valid: ['var foo = Symbol("foo");', 'function bar(Symbol) { var baz = new Symbol("baz");}', 'function Symbol() {} new Symbol();', 'new foo(Symbol);', 'new foo(bar, Symbol);', 'var foo = BigInt(9007199254740991);', 'function bar(BigInt) { var baz = new BigInt(9);}', 'function BigInt() {} new BigInt();', 'new foo(BigInt);', 'new (Symbol())', 'new Symbol.iterator', 'new globalThis.Symbol()',
    { code: 'new Symbol()', languageOptions: { globals: { Symbol: 'off' } } }, { code: 'var Symbol; new Symbol', languageOptions: { sourceType: 'script' } }],
  invalid: ["var foo = new Symbol('foo');", 'function bar() { return function Symbol() {}; } var baz = new Symbol("baz");', 'var foo = new BigInt(9007199254740991);', 'function bar() { return function BigInt() {}; } var baz = new BigInt(9);', 'new (Symbol)', 'new (BigInt)(new Symbol)', { code: 'new Symbol<string>()', filename: 'file.ts' }],
};
