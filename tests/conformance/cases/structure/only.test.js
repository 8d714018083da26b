import { describe, test } from 'vitest';

test('not this', () => { throw new Error('never'); });
test.only('this', () => {});
describe('suite', () => { test('nor this', () => { throw new Error('never'); }); test.only('but this', () => {}); });
describe.only('whole suite', () => { test('a', () => {}); test('b', () => {}); });
