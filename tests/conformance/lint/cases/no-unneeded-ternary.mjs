const on = [{ defaultAssignment: false }];
export default {
  valid: [
    'config.a ? true : b', 'var a = x === 2 ? "Yes" : "No"', 'var a = x ? x : y', 'a ? true : 1', 'var a = b ? c : b', { code: 'var a = x ? y : x', options: on }, { code: 'f(x ? x.z : 1)', options: on }, 'a ? b : false', 'a ? "true" : "false"',
    { code: 'x ? x : 1', options: [{ defaultAssignment: true }] }, { code: 'x.a ? x.a : 1', options: on },
  ],
  invalid: [
    'var a = x === 2 ? true : false;', 'var a = x >= 2 ? true : false;', 'var a = x ? true : false;', 'var a = x === 1 ? false : true;', 'var a = x != 1 ? false : true;', 'var a = foo() ? false : true;', 'var a = !(x === 1) ? false : true;',
    'var a = foo() === bar() ? false : true;', 'var a = foo + bar ? true : false;', 'var a = x instanceof foo ? true : false;', 'var a = foo ? true : true;', 'var a = foo ? false : false', 'var a = foo() ? true : true;', 'x => x instanceof foo ? false : true',
    'var a = x < y ? false : true', 'var a = ((x)) ? true : false', 'var a = ((x) == (y)) ? false : true', 'var a = (b = c) ? false : true', 'var a = (b, c) ? true : false', 'typeof a ? false : true', 'a = -b ? true : false', 'a /* c */ === /* d */ b ? false : true',
    'function f(){ return(a)?true:true }', 'function f(){ return a?true:true }', 'void(a)?false:false', 'a in b ? true : false', 'class A { #x; m(o) { return #x in o ? true : false } }', 'async function f() { await x ? true : false; await x ? false : true }', 'x++ ? false : true', 'new Foo ? false : true', 'a?.b ? false : true',
    { code: 'x ? x : 1', options: on }, { code: 'var result = foo ? foo : bar ? baz : qux', options: on }, { code: 'foo ? foo : yield', options: on }.code ? { code: 'function* f(foo) { foo ? foo : yield }', options: on } : '', { code: 'foo ? foo : () => 1', options: on },
    { code: 'foo ? foo : (a = b)', options: on }, { code: 'foo ? foo : a = b', options: on }, { code: 'foo ? foo : (a ?? b)', options: on }, { code: 'foo ? foo : a ?? b', options: on }, { code: 'foo ? foo : a || b', options: on }, { code: '(foo) ? foo : (a)', options: on }, { code: 'foo ? foo : a && b', options: on },
    { filename: 'a.ts', code: 'foo as any ? false : true' }, { filename: 'a.ts', code: 'foo ? foo : (bar as any)', options: on }, { filename: 'a.ts', code: 'foo ? foo : bar as any', options: on },
  ],
};
