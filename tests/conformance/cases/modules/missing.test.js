import { test } from 'vitest';
import { nothing } from './not-there.js';

test('is never run', () => { nothing(); });
