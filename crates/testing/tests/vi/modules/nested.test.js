import { beforeEach, describe, expect, it, vi } from 'vitest';
import { describeUser } from './src/service.js';

describe('a mock inside', () => {
  beforeEach(() => {
    vi.mock('./src/api.js', () => ({ getUser: () => 'nested', deleteUser() {}, version: 1, default: class {} }));
  });
  it('is hoisted all the same', () => { expect(describeUser(1)).toBe('<nested>') });
});
