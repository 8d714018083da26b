/** A factory that reads a variable of the file whose name does not begin with `mock`: the file must fail. */
import { get } from './lib/common';

const value = ['outside'].join();
jest.mock('./lib/common', () => ({ get: () => value }));

test('never runs', () => expect(get()).toBe('outside'));
