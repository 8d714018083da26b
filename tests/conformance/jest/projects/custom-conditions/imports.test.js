import own from 'custom-conditions';
import other from 'custom-conditions/other';

it('has the conditions of its configuration, and that of Node', () => expect([own, other]).toEqual(['own', 'node']));
it('requires under them', () => expect(require('custom-conditions')).toBe('own'));
