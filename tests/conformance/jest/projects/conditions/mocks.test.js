import dual from 'conditions';
import user from './lib/user.js';

jest.mock('conditions', () => 'mocked');

it('mocks the module that is required', () => expect([dual, user]).toEqual(['mocked', 'mocked by string']));
it('has the actual module', () => expect(jest.requireActual('conditions')).toBe('require'));
