/** The configuration leaves this file out. */
test('never runs', () => expect(1).toBe(2));
