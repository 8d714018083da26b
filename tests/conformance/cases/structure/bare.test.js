import { describe, test } from 'vitest';

describe('without tests', () => {});
test('passes', () => {});
