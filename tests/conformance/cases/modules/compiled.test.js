import { expect, test, vi } from 'vitest';
import own, { named } from './units/compiled.cjs';
import { mine, named as passed } from './units/passes-on.cjs';

test('the default of a compiled module is its own', () => expect([own, named]).toEqual(['its own', 'named']));
test('names that are passed on', () => expect([mine, passed]).toEqual(['mine', 'named']));
test('importActual', async () => expect((await vi.importActual('./units/compiled.cjs')).default).toBe('its own'));
test('a specifier that is put together', () => {
  for (const name of ['compiled', 'passes-on']) expect(require(`./units/${name}.cjs`).named).toBe('named');
});
