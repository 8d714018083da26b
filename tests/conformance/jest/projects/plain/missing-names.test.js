/** A name that a module does not export is undefined. */
import { get, nothing } from './lib/names';

test('the name', () => expect(nothing).toBeUndefined());
test('another name', () => expect(get()).toBe('real get'));
