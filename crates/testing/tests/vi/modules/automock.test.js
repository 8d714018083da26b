import { afterEach, describe, expect, test, vi } from 'vitest';
import Client, { getUser, list, nested, version } from './src/api.js';
import * as api from './src/api.js';
import { client, describeUser } from './src/service.js';

vi.mock('./src/api.js');
afterEach(() => { vi.clearAllMocks() });

describe('automock', () => {
  test('functions give undefined and are on record', () => {
    expect(vi.isMockFunction(getUser)).toBe(true);
    expect(getUser('a')).toBe(undefined);
    expect(describeUser('b')).toBe('<undefined>');
    expect(getUser.mock.calls).toEqual([['a'], ['b']]);
    expect(getUser.getMockName()).toBe('vi.fn()');
    vi.mocked(getUser).mockReturnValueOnce('once');
    expect(describeUser('c')).toBe('<once>');
    expect(api.getUser).toBe(getUser);
  });
  test('primitives stay, arrays are empty, objects are deep', () => {
    expect(version).toBe(7);
    expect(list).toEqual([]);
    expect(nested.deep.n).toBe(5);
    expect(nested.deep.s).toBe('text');
    expect(nested.deep.f()).toBe(undefined);
    expect(vi.isMockFunction(nested.deep.f)).toBe(true);
    expect(nested.arr).toEqual([]);
  });
  test('classes construct, with mocked methods', () => {
    const c = new Client('n');
    expect(c).toBeInstanceOf(Client);
    expect(c.name).toBe(undefined);
    expect(c.call()).toBe(undefined);
    expect(vi.isMockFunction(c.call)).toBe(true);
    expect(Client).toHaveBeenCalledWith('n');
    expect(Client.kind).toBe('real');
    expect(c.lazy).toBe(undefined);
    const d = client('m');
    d.call(1);
    expect(d.call).toHaveBeenCalledTimes(1);
    expect(c.call).toHaveBeenCalledTimes(1);
    expect(Client.prototype.call).toHaveBeenCalledTimes(2);
    vi.mocked(Client.prototype.call).mockReturnValue('proto');
    expect(new Client().call()).toBe('proto');
    expect(Client.mock.instances).toEqual([c, d, expect.any(Client)]);
  });
});
