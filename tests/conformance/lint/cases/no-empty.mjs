const catches = [{ allowEmptyCatch: true }];

export default {
  valid: [
    'if (foo) { bar() }', 'while (foo) { bar() }', 'try { foo() } catch (ex) { foo() } finally { bar() }', 'switch (foo) { case 1: }', '(function() {})(); class A { a() {} static {} } const b = () => {};',
    'if (foo) { /* empty */ }', 'switch (foo) { /* none */ }', 'while (foo) {\n// a\n}', 'label: for (;;);', { code: 'try { foo() } catch (e) {}', options: catches }, 'if (foo);',
    { code: 'try { foo() } catch {} ', options: catches },
  ],
  invalid: [
    '{}', 'try {} catch (ex) { throw ex }', 'try { foo() } catch (ex) {}', 'try { foo() } catch (ex) { throw ex } finally {}', 'if (foo) {}', 'if (foo) { a } else {\n}', 'while (foo) {}', 'for (;foo;) {}',
    'switch (foo) {}', 'switch /* a */ (foo /* b */) /* c */ {   }', 'switch ((foo)) {\n}', { code: 'try {} catch (ex) {}', options: catches }, { code: 'try { a() } catch (ex) {} finally {}', options: catches }, 'do {} while (a)',
  ],
};
