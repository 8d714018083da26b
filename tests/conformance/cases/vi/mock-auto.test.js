import { expect, test, vi } from 'vitest';
import main, { add, list, name, nested, Thing } from './thing.js';

vi.mock('./thing.js');

test('functions give undefined', () => { expect(add(1, 2)).toBeUndefined(); expect(main()).toBeUndefined(); expect(add).toHaveBeenCalledWith(1, 2); });
test('primitives stay', () => expect(name).toBe('thing'));
test('arrays are empty', () => expect(list).toEqual([]));
test('objects are deep', () => { expect(nested.deep.f()).toBeUndefined(); expect(nested.n).toBe(1); });
test('classes', () => { const thing = new Thing(); expect(thing.method()).toBeUndefined(); expect(thing).toBeInstanceOf(Thing); });
test('a value', () => { vi.mocked(add).mockReturnValue(7); expect(add()).toBe(7); });
