import addons from 'conditions/addons';
import nested from 'conditions/nested';
import node from 'conditions/node';
import dual from 'conditions';
import internal from '#dual';
import user, { later } from './lib/user.js';

it('requires what a file imports', () => expect([dual, internal, user]).toEqual(['require', 'require', 'require by string']));
it('requires what a file imports later', async () => {
  expect(await later()).toBe('require');
  expect((await import('conditions')).default).toBe('require');
});
it('has the conditions of Node', () => expect([node, addons, nested]).toEqual(['node', 'addons', 'default']));
it('has one module for both', () => expect(require.resolve('conditions')).toMatch(/lib.require\.js$/));
