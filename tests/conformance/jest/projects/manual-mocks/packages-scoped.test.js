/** A manual mock of a package in a scope. */
import scoped, { tool } from '@scope/tool';

test('named', () => expect(tool()).toBe('manual tool'));
test('default', () => expect(scoped).toBe('scoped'));
