/**
 * A comment that names the environment.
 * @jest-environment node
 */
test('it is used', () => expect(typeof document).toBe('undefined'));
