const parameters = [{ allowObjectPatternsAsParameters: true }];
const p = (code) => ({ code, options: parameters });
const ts = (code, options = []) => ({ code, options, filename: 'file.ts' });
export default {
  valid: [
    'var {a = {}} = foo;', 'var {a, b = {}} = foo;', 'var {a = []} = foo;', 'function foo({a = {}}) {}', 'function foo({a = []}) {}', 'var [a] = foo', 'var [,] = foo', 'var {...a} = foo', 'var [...a] = foo', p('function foo({}) {}'), p('var foo = function({}) {}'), p('var foo = ({}) => {};'), p('function foo({} = {}) {}'), p('var foo = function({} = {}) {}'), p('var foo = ({} = {}) => {};'), p('function foo(a, {} = ({})) {}'), p('class A { m({}) {} set a({}) {} constructor({} = {}) {} }'), p('({ m({}) {} })'), '[,] = a', '({ a } = {})', '[...a] = b', 'foo({}, [])', 'function f({ a }) {}',
    ts('function f({}: A) {}', parameters), ts('const f = ({}: A = {}) => {}', parameters), ts('type A = {}; let a: []'), ts('class A { constructor(private a = {}) {} }'),
  ],
  invalid: [
    { code: 'declare function f([]?, {}?: 1): void', filename: 'a.ts' },
    { code: 'interface I { m([]?): 1; n?({} ?): 2 }', filename: 'a.ts' },
    'var {} = foo', 'var [] = foo', 'var {a: {}} = foo', 'var {a, b: {}} = foo', 'var {a: []} = foo', 'function foo({}) {}', 'function foo([]) {}', 'function foo({a: {}}) {}', 'function foo({a: []}) {}', p('function foo({}, {a: {}}) {}'), p('function foo([]) {}'), p('function foo({a: {}}) {}'), p('var foo = function({a: {}}) {}'), p('var foo = ({a: {}}) => {};'), p('var foo = ({} = bar) => {};'), p('function foo({} = { bar: 1 }) {}'), p('function foo({ a: {} = {} }) {}'), p('function foo([{}]) {}'), p('function foo(...{}) {}'), p('try {} catch ({}) {}'), p('for (const {} of a) {}'), 'try {} catch ([]) {}', '({} = a)', '[] = a', '[{}] = a', '({ a: [] } = b)', '({ a: {} = b } = c)', '[[] = a] = b', 'for ({} of a);', 'for ([] in a);', 'const { a: { /* b */ } } = c', 'let [{}, []] = a', 'function f({} = {}, [] = []) {}', '(({}) => {})', 'async ({}) => {}', '[...[]] = a', 'var [...{}] = a', p('({} = {})'), p('var {} = {}'),
    ts('function f({}: A) {}'), ts('const {}: A = b'), ts('const []: [] = b'), ts('function f({}?: A): void', parameters), ts('declare function f({}: A): void', parameters), ts('type A = ({}: B) => void', parameters), ts('function f([]: B = []) {}'), ts('class A { m({}: { a: string }) {} }'), ts('const f = ([{}]: A) => {}'), ts('function f({}: A = {}) {}'), ts('try {} catch ({}: any) {}'), ts('abstract class A { abstract m({}: B): void }', parameters), ts('interface A { m({}: B): void }', parameters), ts('for (const {} of a as any) {}'), ts('function f(...[]: A) {}'),
  ],
};
