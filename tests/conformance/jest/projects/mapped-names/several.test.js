/** Names that the configuration maps to several paths: the first that exists counts. */
import { name } from 'many/modern';
import style from 'many/style';
import { kind } from './src/plain.cjs';
import { name as same } from './src/modern.cjs';

test('the second path', () => expect(name).toBe('modern'));
test('the third path', () => expect(style.className).toBe('stub'));
test('the name as it is', () => expect(kind).toBe('plain'));
test('another name', () => expect(same).toBe('modern'));
test('required', () => expect(require('many/modern')).toBe(require('./src/modern')));
test('none', () => expect(() => require('many/nothing')).toThrow());
