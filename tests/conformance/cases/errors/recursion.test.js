import { describe, expect, test } from 'vitest';

const endless = (n = 0) => endless(n + 1) + 1;

describe('recursion without end', () => {
  test('is a RangeError', () => {
    expect(() => endless()).toThrow(RangeError);
    expect(() => endless()).toThrow('Maximum call stack size exceeded');
  });

  test('can be caught', () => {
    let caught;
    try {
      endless();
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(RangeError);
    expect(caught.name).toBe('RangeError');
  });

  test('runs what stands in finally', () => {
    let left = 0;
    const down = () => {
      try {
        down();
      } finally {
        left += 1;
      }
    };
    expect(down).toThrow(RangeError);
    expect(left).toBeGreaterThan(500);
  });

  test('of getters, methods and callbacks', () => {
    const object = {
      get self() {
        return this.self;
      },
      method() {
        return [1].map(() => this.method());
      },
      toJSON() {
        return JSON.stringify(this);
      },
    };
    expect(() => object.self).toThrow(RangeError);
    expect(() => object.method()).toThrow(RangeError);
    expect(() => JSON.stringify(object)).toThrow(RangeError);
  });

  test('of classes and generators', () => {
    class Node {
      constructor() {
        this.next = new Node();
      }
    }
    function* walk() {
      yield* walk();
    }
    expect(() => new Node()).toThrow(RangeError);
    expect(() => [...walk()]).toThrow(RangeError);
  });

  test('after an await', async () => {
    const later = async () => {
      await 0;
      endless();
    };
    await expect(later()).rejects.toThrow(RangeError);
  });

  test('that nobody catches fails', () => {
    endless();
  });

  test('leaves the next test alone', () => {
    const down = (n) => (n === 0 ? 0 : 1 + down(n - 1));
    expect(down(800)).toBe(800);
    expect(String((a) => a + 1)).toBe('(a) => a + 1');
  });
});
