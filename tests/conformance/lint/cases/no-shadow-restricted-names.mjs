const script = (code, options) => ({ code, options: options ?? [], languageOptions: { sourceType: 'script' } });
const ts = (code) => ({ code, filename: 'file.ts' });

export default {
  valid: [
    { code: 'declare function eval(a: string): any; interface I { m(undefined, NaN: 1): 2 } type F = (eval: 1) => 2'.replace(', NaN: 1', ''), filename: 'a.d.ts' },
    'function foo(bar){ var baz; }', '!function foo(bar){ var baz; }', '!function(bar){ var baz; }', 'try {} catch(e) {}', 'export default function() {}', 'try {} catch {}', 'var undefined;', 'var undefined; doSomething(undefined);', 'var undefined; var undefined;', 'let undefined', "import { undefined as undef } from 'foo';", { code: 'let globalThis;', options: [{ reportGlobalThis: false }] }, { code: 'class globalThis {}', options: [{ reportGlobalThis: false }] },
    'const a = { undefined: 1, NaN() {} }; a.Infinity', 'class A { eval() {} #arguments = 1 }', script('eval("a"); arguments'), ts('let a: { undefined: string }'), ts('type T = { [eval: string]: 1 }'), 'undefined: for (;;) break undefined',
  ],
  invalid: [
    script('function NaN(NaN) { var NaN; !function NaN(NaN) { try {} catch(NaN) {} }; }'), script('function undefined(undefined) { !function undefined(undefined) { try {} catch(undefined) {} }; }'), script('function Infinity(Infinity) { var Infinity; !function Infinity(Infinity) { try {} catch(Infinity) {} }; }'), script('function arguments(arguments) { var arguments; !function arguments(arguments) { try {} catch(arguments) {} }; }'),
    script('function eval(eval) { var eval; !function eval(eval) { try {} catch(eval) {} }; }'), script('var eval = (eval) => { var eval; !function eval(eval) { try {} catch(eval) {} }; }'), 'var [undefined] = [1]', 'var {undefined} = obj; var {a: undefined} = obj; var {a: {b: {undefined}}} = obj; var {a, ...undefined} = obj;', 'var undefined; undefined = 5;', 'class undefined {}', '(class undefined {})', "import undefined from 'foo';", "import { undefined } from 'foo';", "import { baz as undefined } from 'foo';",
    "import * as undefined from 'foo';", 'function globalThis(globalThis) { var globalThis; !function globalThis(globalThis) { try {} catch(globalThis) {} }; }', 'const [globalThis] = [1]', { code: 'var {globalThis} = obj; class globalThis2 {}', options: [{ reportGlobalThis: true }] }, 'var undefined = 1', 'for (var undefined in a);', 'let undefined = undefined'.replace('= undefined', '= 1'), 'const f = ({ NaN = 1 }, [Infinity], ...undefined) => {}', 'function f(undefined = 1) {}',
    ts('function f(NaN: number, undefined?: string) {}'), ts('class A { constructor(private undefined: string) {} }'), ts('enum NaN { A } class Infinity {}'),
  ],
};
