/** A test file can mock again, or unmock. */
import { fetchUser } from './lib/network';
import { run } from './lib/automatic';

jest.mock('./lib/network', () => ({ fetchUser: () => 'own' }));
jest.unmock('./lib/automatic');

test('a factory of its own', () => expect(fetchUser()).toBe('own'));
test('unmocked', () => expect(run()).toBe('real'));
