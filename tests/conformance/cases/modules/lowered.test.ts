import { expect, test } from 'vitest';

enum Direction { Up = 1, Down }
test('enums', () => { expect(Direction.Down).toBe(2); expect(Direction[1]).toBe('Up'); });
class Point { constructor(public x: number, private y = 2) {} sum() { return this.x + this.y; } }
test('parameter properties', () => expect(new Point(1).sum()).toBe(3));
namespace Space { export const inside = 1; }
test('namespaces of TypeScript', () => expect(Space.inside).toBe(1));
