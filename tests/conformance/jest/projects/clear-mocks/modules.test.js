/** What `clearMocks` leaves of mocks of modules. */
const { get } = require('./lib/common');
jest.mock('./lib/common', () => ({ get: jest.fn(() => 'factory') }));

test('a mock of a factory', () => expect(get()).toBe('factory'));
test('its calls', () => expect(get).toHaveBeenCalledTimes(0));
