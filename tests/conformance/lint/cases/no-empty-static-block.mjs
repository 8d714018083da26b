export default {
  valid: ['class Foo { static { bar(); } }', 'class Foo { static { /* comments */ } }', 'class Foo { static {\n// comment\n} }', 'class Foo { static { bar(); } static { bar(); } }', 'class Foo { static { {} } }', 'class Foo { static { ; } }', 'class Foo { static() {} static = 1; }', 'class A { static m() {} }', 'class A { static // a\n { // b\n } }'],
  invalid: ['class Foo { static {} }', 'class Foo { static { } }', 'class Foo { static { \n\n } }', 'class Foo { static { bar(); } static {} }', 'class Foo { static // comment\n {} }', 'class A { static /* a */ { } /* b */ }', '(class { static {} static {} })', 'class A { static\n{\n}\n}', { code: 'abstract class A<T> { static {} }', filename: 'file.ts' }],
};
