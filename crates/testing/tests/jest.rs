//! Functions of `jest` that `vi` lacks, as documented for Jest 30.

use crate::support;

use support::check;

#[test]
fn replace_property() {
    check(
        "const utils = { isLocal: false, get computed() { return 1 }, method() {} };
         test('a value', () => {
             const replaced = jest.replaceProperty(utils, 'isLocal', true);
             expect(utils.isLocal).toBe(true);
             expect(replaced.replaceValue('other')).toBe(replaced);
             expect(utils.isLocal).toBe('other');
             replaced.restore();
             expect(utils.isLocal).toBe(false);
         });
         test('again', () => {
             const first = jest.replaceProperty(utils, 'isLocal', 1);
             expect(jest.replaceProperty(utils, 'isLocal', 2)).toBe(first);
             expect(utils.isLocal).toBe(2);
             jest.restoreAllMocks();
             expect(utils.isLocal).toBe(false);
         });
         test('inherited', () => {
             const child = Object.create({ a: 1 });
             const replaced = jest.replaceProperty(child, 'a', 2);
             expect(child.a).toBe(2);
             replaced.restore();
             expect(Object.hasOwn(child, 'a')).toBe(false);
         });
         test('primitive', () => { jest.replaceProperty(1, 'a', 2) });
         test('missing', () => { jest.replaceProperty(utils, 'nope', 2) });
         test('a getter', () => { jest.replaceProperty(utils, 'computed', 2) });
         test('a method', () => { jest.replaceProperty(utils, 'method', 2) });
         test('fixed', () => { jest.replaceProperty(Object.freeze({ a: 1 }), 'a', 2) });",
        "passed a value
         passed again
         passed inherited
         failed primitive: Cannot use replaceProperty on a primitive value; number given
         failed missing: Property `nope` does not exist in the provided object
         failed a getter: Cannot replace the `computed` property because it has a getter. Use `jest.spyOn(object, 'computed', 'get').mockReturnValue(value)` instead.
         failed a method: Cannot replace the `method` property because it is a function. Use `jest.spyOn(object, 'method')` instead.
         failed fixed: Property `a` is not declared configurable",
    );
}

#[test]
fn set_mock() {
    check(
        "//- /a.test.js
         jest.setMock('./thing.js', { value: 'mocked' });
         test('by import', async () => { expect((await import('./thing.js')).value).toBe('mocked') });
         test('actual', () => { expect(jest.requireActual('./thing.js').value).toBe('real') });
         //- /thing.js
         export const value = 'real';",
        "passed by import
         passed actual",
    );
}

#[test]
fn retry_times() {
    check(
        "let a = 0, b = 0, c = 0;
         describe('within', () => {
             test('declared before', () => { expect(++a).toBe(3) });
             jest.retryTimes(2, { waitBeforeRetry: 10 });
             test('declared after', () => { expect(++b).toBe(3) });
             test('its own', { retry: 0 }, () => { expect(++c).toBe(2) });
         });
         let d = 0;
         test('outside', () => { expect(++d).toBe(2) });
         test('late', () => { jest.retryTimes(1) });",
        "passed within > declared before
         passed within > declared after
         failed within > its own: expected 1 to be 2 // Object.is equality
         failed outside: expected 1 to be 2 // Object.is equality
         failed late: jest.retryTimes() must stand at the top level of a file or in describe",
    );
}

#[test]
fn small_things() {
    check(
        "test('seed', () => { expect(jest.getSeed()).toBeTypeOf('number'); expect(jest.getSeed()).toBe(jest.getSeed()) });
         test('chained', () => { expect(jest.disableAutomock()).toBe(jest); expect(jest.autoMockOff()).toBe(jest) });
         test('standing', () => { expect(jest.isEnvironmentTornDown()).toBe(false) });
         test('automock', () => { jest.enableAutomock() });
         test('immediates', () => { jest.useFakeTimers(); try { jest.runAllImmediates() } finally { jest.useRealTimers() } });
         test('tick mode', async () => {
             jest.useFakeTimers({ doNotFake: ['Date'], timerLimit: 10 });
             jest.setTimerTickMode({ mode: 'nextAsync' });
             await new Promise((resolve) => setTimeout(resolve, 50));
             jest.useRealTimers();
         });",
        "passed seed
         passed chained
         passed standing
         failed automock: jest.enableAutomock() is not supported. Mock each module by its path
         failed immediates: `jest.runAllImmediates()` is only available when using legacy fake timers.
         passed tick mode",
    );
}
