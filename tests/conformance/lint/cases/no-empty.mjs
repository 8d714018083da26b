const catches = [{ allowEmptyCatch: true }];

export default {
  valid: [
    'if (foo) { bar() }', 'while (foo) { bar() }', 'try { foo() } catch (ex) { foo() } finally { bar() }', 'switch (foo) { case 1: }', '(function() {})(); class A { a() {} static {} } const b = () => {};',
    'if (foo) { /* empty */ }', 'switch (foo) { /* none */ }', 'while (foo) {\n// a\n}', 'label: for (;;);', 'function f() {} async () => {}', 'class A { m() {} get a() {} static {} }', 'do { /**/ } while (a)', 'switch (a) { default: }', 'switch (a /* b */) { // c\n }', 'try { a } catch (e) {\n// b\n} finally { /* c */ }', 'a: { ; }', '(function* () {})', { code: 'try { a } catch { }', options: catches }, { code: 'namespace A {}', filename: 'file.ts' }, { code: 'declare module "a" {}', filename: 'file.ts' }, { code: 'interface A {} enum B {} class C {}', filename: 'file.ts' }, { code: 'try { foo() } catch (e) {}', options: catches }, 'if (foo);',
    { code: 'try { foo() } catch {} ', options: catches },
  ],
  invalid: [
    '{}', 'try {} catch (ex) { throw ex }', 'try { foo() } catch (ex) {}', 'try { foo() } catch (ex) { throw ex } finally {}', 'if (foo) {}', 'if (foo) { a } else {\n}', 'while (foo) {}', 'for (;foo;) {}',
    'switch (foo) {}', 'a: {}', 'for (a of b) {\n\n}', 'for (a in b) {} ', 'if (a) { {} }', 'switch (f(a)) { }', 'switch (a) /* b */ {}', 'switch (/* { */ a) {}', 'switch (((a)))\n{\n}', 'try {} catch {}', 'try { a } finally {}', 'class A { static { {} } }', 'async () => { for await (a of b) {} }', { code: 'if (a as any) {}', filename: 'file.ts' }, { code: 'namespace A { {} }', filename: 'file.ts' }, { code: 'try {} catch {} finally {}', options: catches }, 'if (a) {} else if (b) {} else {}', '() => { {} }', 'switch /* a */ (foo /* b */) /* c */ {   }', 'switch ((foo)) {\n}', { code: 'try {} catch (ex) {}', options: catches }, { code: 'try { a() } catch (ex) {} finally {}', options: catches }, 'do {} while (a)',
  ],
};
