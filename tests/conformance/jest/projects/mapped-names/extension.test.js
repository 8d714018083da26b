/** A relative name that the configuration maps to another one. */
import { name } from './src/modern.mjs';

test('an extension is taken away', () => expect(name).toBe('modern'));
