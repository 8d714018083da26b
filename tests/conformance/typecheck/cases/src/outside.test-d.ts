import { test } from 'vitest';

const text: string = 1;

test('beside an error', () => {});

export { text };
