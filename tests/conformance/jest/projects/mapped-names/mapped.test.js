/** Names that the configuration maps to files. */
import { depth } from '@/deep/depth';
import { level, name } from 'legacy';
import style from './src/page.css';

test('a prefix', () => expect(depth()).toBe(2));
test('a whole name', () => expect(name).toBe('modern'));
test('within a module', () => expect(level()).toBe(2));
test('a style that is not there', () => expect(style.className).toBe('stub'));
test('required', () => expect(require('@/modern').name).toBe('modern'));
test('require.resolve', () => expect(require.resolve('legacy')).toMatch(/src\/modern\.js$/));
test('two names of one module', () => expect(require('legacy')).toBe(require('./src/modern')));
test('requireActual', () => expect(jest.requireActual('@/deep/depth').depth()).toBe(2));
