import { test } from 'vitest';

test('is never run', () => { const = 1; });
