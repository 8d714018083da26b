import { readFileSync } from 'fs';
import { readFileSync as prefixed } from 'node:fs';
import { join, basename } from 'node:path';
import os from 'node:os';
import { request } from 'node:http';
import { expect, it, vi } from 'vitest';

vi.mock('node:fs', () => ({ readFileSync: vi.fn(() => 'mocked'), default: {} }));
vi.mock('node:path', async (importOriginal) => ({ ...(await importOriginal()), basename: () => 'stub' }));
vi.mock('node:os', { spy: true });
vi.mock('node:http', () => ({ request: vi.fn(() => 'no network') }));

it('a factory stands in for a module of Node under both its names', () => {
  expect(readFileSync('/x')).toBe('mocked');
  expect(prefixed).toBe(readFileSync);
});

it('the original is there for a factory', async () => {
  expect([join('a', 'b'), basename('/a/b')]).toEqual(['a/b', 'stub']);
  expect((await vi.importActual('node:path')).basename('/a/b')).toBe('b');
});

it('spies call through', () => {
  os.platform();
  expect(vi.isMockFunction(os.platform)).toBe(true);
});

it('what a sandbox lacks can be mocked', () => {
  expect(request('http://a')).toBe('no network');
});
