/** No pattern of the configuration matches this file. */
test('never runs', () => expect(1).toBe(2));
