/** ES modules that a file requires at its top. */
import { get } from './lib/names';
const names = require('./lib/names');
const { use } = require('./lib/uses-names');

test('one that it imports too', () => expect(names.get).toBe(get));
test('one that imports another', () => expect(use()).toBe('real get'));
