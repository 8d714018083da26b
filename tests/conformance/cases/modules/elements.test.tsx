/** @jsxRuntime classic */
/** @jsx element */
import { describe, expect, test } from 'vitest';

const enum Size { Small = 1 << 0, Large = Small << 2, Text = 'abc'.length }
namespace Outer { export namespace Inner { export const deep = 'deep'; export function twice(n: number) { return n * 2; } } export const own = Inner.deep; }
namespace Outer { export const later = Outer.own + '!'; }
import Alias = Outer.Inner;
abstract class Shape { constructor(protected readonly sides: number) {} abstract area(): number; }
class Square extends Shape { constructor(public side: number) { super(4); } area() { return this.side ** 2; } get count() { return this.sides; } }
function element(type: unknown, props: Record<string, unknown> | null, ...children: unknown[]) { return { type, id: props?.id, children }; }

describe('constructs of TypeScript', () => {
  test('enums', () => { expect([Size.Small, Size.Large, Size.Text]).toEqual([1, 4, 3]); });
  test('namespaces', () => { expect([Outer.own, Outer.later, Alias.twice(2)]).toEqual(['deep', 'deep!', 4]); });
  test('parameter properties', () => { const square = new Square(3); expect([square.area(), square.count]).toEqual([9, 4]); expect(Object.keys(square)).toEqual(['sides', 'side']); });
});
test('elements', () => {
  expect(<ul id="1">{[1, 2].map((it) => <li>{it}</li>)}text</ul>).toEqual({
    type: 'ul', id: '1', children: [[{ type: 'li', children: [1] }, { type: 'li', children: [2] }], 'text'],
  });
});
test('an element that is not what it should be', () => { expect(<b>{1}</b>).toEqual(<b>{2}</b>); });
test('places of the module', () => { expect(__filename.endsWith('/elements.test.tsx')).toBe(true); expect(__filename.startsWith(__dirname)).toBe(true); });
