/** With `resetModules` each test loads modules again. */
test('the first test', () => expect(require('../lib/counter').next()).toBe(1));
test('the next test', () => expect(require('../lib/counter').next()).toBe(1));
