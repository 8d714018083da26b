const browser = (code) => ({ code, languageOptions: { globals: { window: false, self: false } } });

export default {
  valid: [
    'var x = Math;', 'var x = Math.random();', 'var x = Math.PI;', 'var x = foo.Math();', 'var x = new foo.Math();', 'var x = new Math.foo;', 'var x = new Math.foo();', 'JSON.parse(foo)', 'new JSON.parse', 'Reflect.get(foo, "x")', 'new Reflect.foo(a, b)', 'Atomics.load(foo, 0)', 'new Atomics.foo()', 'Intl.DateTimeFormat()', 'new Intl.DateTimeFormat()', 'globalThis.Math.random();', 'globalThis.foo();',
    'var f = globalThis.x; f()', 'Temporal.Now', 'function f(Math) { Math(); }', 'var JSON; JSON();', 'Math = 1; Math();', 'globalThis.JSON = 1; foo()', 'var globalThis; globalThis.Math();', 'window.Math()', 'let m = Math; m.a();', 'const { a } = Math; a()', '[a] = [Math]; a()', 'foo(Math)()', 'Math?.a()', { code: 'Math()', languageOptions: { globals: { Math: 'off' } } }, 'typeof Math()?.a || 1'.slice(0, 0) + 'Math[Math]()', { code: 'JSON.parse<A>(b)', filename: 'file.ts' },
  ],
  invalid: [
    'Math();', 'var x = Math();', 'f(Math());', 'Math().foo;', 'new Math;', 'new Math();', 'new Math(foo);', 'new Math().foo;', '(new Math).foo();', 'var x = JSON();', 'x = JSON(str);', 'var x = new JSON();', 'Math( JSON() );', 'var x = Reflect();', 'var x = new Reflect();', 'var x = Atomics();', 'var x = new Intl();', 'Intl()', 'globalThis();', 'new globalThis', 'globalThis.Math();', 'new globalThis.Math()',
    'globalThis.JSON()', 'x = globalThis.Reflect()', 'foo(globalThis.Intl)(); globalThis.Intl()', '/*a*/ globalThis["Math"](); globalThis[`JSON`]()', 'var foo = bar ? baz: JSON; foo();', 'var foo = bar ? baz: globalThis.JSON; foo();', 'var foo = globalThis.JSON; foo();', 'function foo() { var x = Math; x() }', browser('window.Math(); self.JSON()'), browser('const { Math: m } = window; m()'), 'Math?.();', '(Math)?.()', 'globalThis?.Math?.()', '(globalThis?.Reflect)()',
    'let a; a = JSON; new a(); (b = Math)()', 'const { JSON: j = 1, Math } = globalThis; j(); Math()', 'let x; ({ x = Math } = y); x(); [z = Intl] = y;', '(a || Math)(); (a, JSON)(); (a ? Intl : b)?.()', { code: '(Math as any)(); JSON!(); (<any>Intl)();', filename: 'file.ts' }, 'function f(a = Math) { a() }', 'const a = Math, b = a, c = b; c(); for (;;) new c', 'Temporal(); new Temporal',
  ],
};
