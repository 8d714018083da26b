import {
  incircle,
  incirclefast,
  insphere,
  orient2d,
  orient2dfast,
  orient3d,
  orient3dfast,
} from '/lib/robust-predicates/index.js';

/** Exact, with integers as large as it takes: coordinates are multiples of 2^-60. */
const SCALE = 2 ** 60;
const exact = (value) => BigInt(value * SCALE);
const sign = (value) => (value > 0 ? 1 : value < 0 ? -1 : 0);
function exactOrient2d(ax, ay, bx, by, cx, cy) {
  const [a, b, c, d, e, f] = [ax, ay, bx, by, cx, cy].map(exact);
  return sign((b - f) * (c - e) - (a - e) * (d - f));
}

describe('orient2d', () => {
  it('is positive for a turn to the right, where y grows upwards', () => {
    expect(orient2d(0, 0, 1, 1, 0, 1)).toBeLessThan(0);
    expect(orient2d(0, 0, 0, 1, 1, 1)).toBeGreaterThan(0);
  });

  it('is twice the area of the triangle', () => {
    expect(Math.abs(orient2d(0, 0, 4, 0, 0, 3))).toBe(12);
  });

  it('is zero on a line', () => {
    expect(sign(orient2d(0, 0, 0.5, 0.5, 1, 1))).toBe(0);
    expect(sign(orient2d(12, 12, 24, 24, 18, 18))).toBe(0);
    expect(sign(orient2d(7, 7, 7, 7, 1, 2))).toBe(0);
  });

  it('changes its sign with the order of the points, and keeps it with their rotation', () => {
    const [a, b, c] = [[0.1, 0.3], [0.7, 0.2], [0.4, 0.9]];
    expect(orient2d(...a, ...b, ...c)).toBe(-orient2d(...b, ...a, ...c));
    expect(sign(orient2d(...a, ...b, ...c))).toBe(sign(orient2d(...b, ...c, ...a)));
  });

  it('is right a hair beside the diagonal, where plain arithmetic is not', () => {
    const ulp = 2 ** -53;
    let wrong = 0;
    for (let i = 0; i < 12; i++) {
      for (let j = 0; j < 12; j++) {
        const args = [0.5 + i * ulp, 0.5 + j * ulp, 12, 12, 24, 24];
        const expected = exactOrient2d(...args);
        expect(sign(orient2d(...args))).toBe(expected);
        if (sign(orient2dfast(...args)) !== expected) wrong += 1;
      }
    }
    expect(wrong).toBeGreaterThan(20);
  });

  it('agrees with the fast one where there is nothing to be careful about', () => {
    expect(orient2d(3, 1, -4, 1.5, 9, -2.6)).toBe(orient2dfast(3, 1, -4, 1.5, 9, -2.6));
  });
});

describe('orient3d', () => {
  const base = [0, 0, 0, 1, 0, 0, 0, 1, 0];

  it('tells above from below a plane', () => {
    expect(orient3d(...base, 0, 0, 1)).toBeLessThan(0);
    expect(orient3d(...base, 0, 0, -1)).toBeGreaterThan(0);
  });

  it('is zero on the plane', () => {
    expect(sign(orient3d(...base, 5, -7, 0))).toBe(0);
    expect(sign(orient3d(0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.4, 0.4, 0.4, 1, 2, 3))).toBe(0);
  });

  it('is six times the volume of the tetrahedron', () => {
    expect(Math.abs(orient3d(0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4))).toBe(24);
    expect(orient3dfast(0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4)).toBe(orient3d(0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4));
  });

  it('is right one unit in the last place off the plane', () => {
    const off = 12 + 2 ** -49;
    expect(sign(orient3d(12, 12, 12, 24, 24, 24, 48, 48, 48, off, off, off))).toBe(0);
    expect(orient3d(0, 0, 12, 24, 0, 12, 0, 24, 12, 7, 7, off)).toBeLessThan(0);
  });
});

describe('incircle', () => {
  const circle = [0, 1, -1, 0, 1, 0];

  it('tells inside from outside, whichever way the circle is given', () => {
    expect(sign(incircle(...circle, 0, 0))).toBe(-sign(incircle(...circle, 0, -2)));
    expect(sign(incircle(0, 1, 1, 0, -1, 0, 0, 0))).toBe(-sign(incircle(...circle, 0, 0)));
  });

  it('is zero on the circle', () => {
    expect(sign(incircle(...circle, 0, -1))).toBe(0);
    expect(sign(incircle(3, 4, 4, 3, 5, 0, -5, 0))).toBe(0);
  });

  it('is right a hair off the circle', () => {
    const below = -1 - 2 ** -52;
    const above = -1 + 2 ** -53;
    expect(sign(incircle(...circle, 0, below))).toBe(sign(incircle(...circle, 0, -9)));
    expect(sign(incircle(...circle, 0, above))).toBe(sign(incircle(...circle, 0, 0)));
  });

  it('is right for a tiny circle far from the origin', () => {
    const far = 2 ** 30;
    const tiny = 2 ** -20;
    const at = [far, tiny, -tiny + far, 0, tiny + far, 0];
    expect(sign(incircle(...at, far, -tiny))).toBe(0);
    expect(sign(incircle(...at, far, 0))).not.toBe(0);
    expect(Number.isFinite(incirclefast(...at, far, 0))).toBe(true);
  });
});

describe('insphere', () => {
  const sphere = [1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 1];

  it('tells inside from outside', () => {
    expect(insphere(...sphere, 0, 0, 0)).toBeLessThan(0);
    expect(insphere(...sphere, 0, 0, -2)).toBeGreaterThan(0);
  });

  it('is zero on the sphere', () => {
    expect(sign(insphere(...sphere, 0, 0, -1))).toBe(0);
    expect(sign(insphere(...sphere, -1, 0, 0))).toBe(0);
  });

  it('is right a hair off the sphere', () => {
    expect(insphere(...sphere, 0, 0, -1 + 2 ** -53)).toBeLessThan(0);
    expect(insphere(...sphere, 0, 0, -1 - 2 ** -52)).toBeGreaterThan(0);
  });
});
