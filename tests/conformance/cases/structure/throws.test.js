import { test } from 'vitest';

test('declared before', () => {});
throw new TypeError('at the top');
