/** A factory that runs before the `const` that it reads: the file must fail. */
const { get } = require('./lib/common');
const mockValue = 'early';

jest.mock('./lib/common', () => ({ get: mockValue }));

test('never runs', () => expect(get).toBe('early'));
