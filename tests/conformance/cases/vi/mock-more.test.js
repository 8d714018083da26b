import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => { vi.doUnmock('./thing.js'); vi.resetModules(); });

test('doMock', async () => { vi.doMock('./thing.js', () => ({ add: () => 5, name: 'n', default: () => 1 })); const { sum } = await import('./user.js'); expect(sum(1, 2)).toBe(5); });
test('unmocked again', async () => { const { sum } = await import('./user.js'); expect(sum(1, 2)).toBe(3); });
test('resetModules', async () => { const a = await import('./thing.js'); vi.resetModules(); const b = await import('./thing.js'); expect(a).not.toBe(b); });
test('importMock', async () => { const { add } = await vi.importMock('./thing.js'); expect(vi.isMockFunction(add)).toBe(true); });
test('a missing export', async () => { vi.doMock('./thing.js', () => ({ name: 'n' })); const thing = await import('./thing.js'); thing.add; });
test('spy: true', async () => { vi.doMock('./thing.js', { spy: true }); const { add } = await import('./thing.js'); expect(add(1, 2)).toBe(3); expect(add).toHaveBeenCalledOnce(); });
