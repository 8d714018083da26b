import { orient2d } from '../lib/robust-predicates/index.js';

/**
 * The outermost of some places, in order around them. Places on the line between two others are left out.
 *
 * @param {[number, number][]} places
 * @returns {[number, number][]}
 */
export function hull(places) {
  const sorted = [...places].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const unique = sorted.filter(([x, y], index) => index === 0 || x !== sorted[index - 1][0] || y !== sorted[index - 1][1]);
  if (unique.length < 3) return unique;
  const half = (points) => {
    const chain = [];
    for (const point of points) {
      while (chain.length > 1 && orient2d(...chain.at(-2), ...chain.at(-1), ...point) >= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(unique), ...half(unique.toReversed())];
}

/** The area within a polygon. */
export function area(polygon) {
  let doubled = 0;
  for (let index = 0; index < polygon.length; index++) {
    const [ax, ay] = polygon[index];
    const [bx, by] = polygon[(index + 1) % polygon.length];
    doubled += ax * by - bx * ay;
  }
  return Math.abs(doubled) / 2;
}

/** Whether a place lies within a convex polygon or on its border. */
export function contains(polygon, [x, y]) {
  if (polygon.length < 3) return false;
  const sides = polygon.map((point, index) => Math.sign(orient2d(...point, ...polygon[(index + 1) % polygon.length], x, y)));
  return !(sides.includes(1) && sides.includes(-1));
}
