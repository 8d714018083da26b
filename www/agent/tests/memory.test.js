import { createMemory } from '../src/memory.js';

describe('memory', () => {
  let memory;

  beforeEach(() => {
    memory = createMemory(3);
    for (const key of ['a', 'b', 'c']) memory.remember(key, key.toUpperCase());
  });

  it('recalls what it was given', () => {
    expect(memory.recall('b')).toBe('B');
    expect(memory.size).toBe(3);
  });

  it('does not know what it was never given', () => {
    expect(memory.knows('z')).toBe(false);
    expect(memory.recall('z')).toBeUndefined();
    expect(memory.size).toBe(3);
  });

  it('tells undefined apart from nothing', () => {
    memory.remember('u', undefined);
    expect(memory.knows('u')).toBe(true);
    expect(memory.recall('u')).toBeUndefined();
  });

  it('forgets the oldest when it is full', () => {
    memory.remember('d', 'D');
    expect(memory.keys()).toEqual(['b', 'c', 'd']);
    expect(memory.knows('a')).toBe(false);
  });

  it('forgets last what was asked for last', () => {
    memory.recall('a');
    memory.remember('d', 'D');
    expect(memory.keys()).toEqual(['c', 'a', 'd']);
  });

  it('does not take a look for a use', () => {
    memory.knows('a');
    memory.remember('d', 'D');
    expect(memory.knows('a')).toBe(false);
  });

  it('replaces a value without growing', () => {
    memory.remember('a', 'again');
    expect(memory.size).toBe(3);
    expect(memory.recall('a')).toBe('again');
    expect(memory.keys()).toEqual(['b', 'c', 'a']);
  });

  it('takes any key, as Map does', () => {
    const key = {};
    memory.remember(NaN, 1);
    memory.remember(key, 2);
    memory.remember('__proto__', 3);
    expect(memory.recall(NaN)).toBe(1);
    expect(memory.recall(key)).toBe(2);
    expect(memory.recall({})).toBeUndefined();
    expect(memory.recall('__proto__')).toBe(3);
  });

  it('holds one thing at least', () => {
    for (const capacity of [0, -1, 1.5, NaN, Infinity, '3', undefined]) {
      expect(() => createMemory(capacity)).toThrow(RangeError);
    }
    const one = createMemory(1);
    one.remember('a', 1);
    one.remember('b', 2);
    expect(one.keys()).toEqual(['b']);
  });
});
