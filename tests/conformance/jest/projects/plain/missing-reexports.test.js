/** A name that a module does not export is undefined for those that get it by another module, too. */
import { gone, real } from './lib/passes-on';
import * as whole from './lib/passes-on';
import fallback from './lib/names';
import { basename, noSuchFunction } from 'node:path';
import data, { version } from './lib/data.json';

test('a name that is passed on', () => expect(gone).toBeUndefined());
test('a name that is passed on and there', () => expect(real()).toBe('real get'));
test('in the whole', () => expect('gone' in whole).toBe(true));
test('no default', () => expect(fallback).toBeUndefined());
test('of a module of Node', () => expect([typeof basename, noSuchFunction]).toEqual(['function', undefined]));
test('of data', () => expect([typeof data, version]).toEqual(['object', undefined]));
test('its use', () => expect(() => gone()).toThrow(TypeError));
