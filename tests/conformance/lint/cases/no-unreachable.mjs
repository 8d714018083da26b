export default {
  valid: [
    'function foo() { function bar() { return 1; } return bar(); }', 'function foo() { return bar(); function bar() { return 1; } }', 'function foo() { return x; var x; }', 'function foo() { var x = 1; var y = 2; }',
    'function foo() { var x = 1; var y = 2; return; }', 'while (true) { switch (foo) { case 1: x = 1; x = 2; } }', 'while (true) { break; var x; }', 'while (true) { continue; var x, y; }', "while (true) { throw 'message'; var x; }",
    'while (true) { if (true) break; var x = 1; }', 'while (true) continue;', 'switch (foo) { case 1: break; var x; }', 'switch (foo) { case 1: break; var x; default: throw true; };', 'const arrow_direction = arrow => { switch (arrow) { default: throw new Error(); }; }',
    'var x = 1; y = 2; throw "uh oh"; var y;', 'function foo() { var x = 1; if (x) { return; } x = 2; }', 'function foo() { var x = 1; if (x) { } else { return; } x = 2; }', 'function foo() { var x = 1; switch (x) { case 0: break; default: return; } x = 2; }',
    'function foo() { var x = 1; while (x) { return; } x = 2; }', 'function foo() { var x = 1; for (x in {}) { return; } x = 2; }', 'function foo() { var x = 1; try { return; } finally { x = 2; } }', 'function foo() { var x = 1; for (;;) { if (x) break; } x = 2; }',
    'A: { break A; }', 'function* foo() { try { yield 1; return; } catch (err) { return err; } }', 'function foo() { try { bar(); return; } catch (err) { return err; } }', 'function foo() { try { a.b.c = 1; return; } catch (err) { return err; } }',
    'class C { foo = reachable; }', 'class C { foo = reachable; constructor() {} }', 'class C extends B { foo = reachable; }', 'class C extends B { foo = reachable; constructor() { super(); } }', 'class C extends B { static foo = reachable; constructor() {} }',
    'function f() { return; ; }', 'import "a"; export {}; throw b; import "c";',
  ],
  invalid: [
    'function f() { return; a(function () { b(); }); c(); }', 'function f() { return; a(() => { b(); }); c(); }', 'function f() { return; a(() => b()); c(); }', 'function f() { return; class A { m() { b(); } } c(); }', 'function f() { return; { function g() {} b(); } c(); }', 'function f() { return; b(); function g() { return; c(); d(); } e(); }',
    'function foo() { return x; var x = 1; }', 'function foo() { return x; var x, y = 1; }', 'while (true) { continue; var x = 1; }', 'function foo() { return; x = 1; }', 'function foo() { throw error; x = 1; }', 'while (true) { break; x = 1; }',
    'while (true) { continue; x = 1; }', 'function foo() { switch (foo) { case 1: return; x = 1; } }', 'function foo() { switch (foo) { case 1: throw e; x = 1; } }', 'while (true) { switch (foo) { case 1: break; x = 1; } }', 'while (true) { switch (foo) { case 1: continue; x = 1; } }',
    'var x = 1; throw "uh oh"; var y = 2;', 'function foo() { var x = 1; if (x) { return; } else { throw e; } x = 2; }', 'function foo() { var x = 1; if (x) return; else throw -1; x = 2; }', 'function foo() { var x = 1; try { return; } finally {} x = 2; }',
    'function foo() { var x = 1; try { } finally { return; } x = 2; }', 'function foo() { var x = 1; do { return; } while (x); x = 2; }', 'function foo() { var x = 1; while (x) { if (x) break; else continue; x = 2; } }', 'function foo() { var x = 1; for (;;) { if (x) continue; } x = 2; }',
    'function foo() { var x = 1; while (true) { } x = 2; }', 'const arrow_direction = arrow => { switch (arrow) { default: throw new Error(); } g() }', 'function foo() { return; a(); b() // c\n c() }', 'function foo() { return; a(); /* d */ if (b()) { c() } else { d() } }',
    'function foo() { if (a) { return b(); c(); } else { throw d; e() } f(); }', 'function foo() { if (a) { return b; c(); } return d; e(); }', 'function* foo() { try { return; } catch (err) { return err; } }', 'function foo() { try { return; } catch (err) { return err; } }',
    'function foo() { try { return; let a = 1; } catch (err) { return err; } }', 'class C extends B { foo; constructor() {} }', 'class C extends B { foo = unreachable + code; constructor() {} }', 'class C extends B { foo; bar; constructor() {} }', 'class C extends B { foo; constructor() {} bar; }',
    '(class extends B { foo; constructor() {} bar; })', 'class B extends A { x; constructor() { class C extends D { [super().x]; constructor() {} } } }', 'class B extends A { x; constructor() { class C extends super().x { y; constructor() {} } } }', 'function f() { return; class A {} let b; for (;;); }',
    'export function f() { throw a; export_; } export default 1;', 'a: for (;;) { for (;;) { continue a; } b(); }', 'throw a; export const b = 1;',
  ],
};
