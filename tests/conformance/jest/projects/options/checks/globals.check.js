/** Globals of the configuration. */
test('a text', () => expect(VERSION).toBe('1.0'));
test('an object', () => expect(SETTINGS).toEqual({ list: [1, 2] }));
