import { area, contains, hull } from '../src/territory.js';

const SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4]];

describe('hull', () => {
  it('is empty for no places, and the places themselves for one or two', () => {
    expect(hull([])).toEqual([]);
    expect(hull([[1, 2]])).toEqual([[1, 2]]);
    expect(hull([[3, 4], [1, 2]])).toEqual([[1, 2], [3, 4]]);
  });

  it('leaves out what lies within', () => {
    const corners = hull([...SQUARE, [2, 2], [1, 3], [3, 1]]);
    expect(corners).toHaveLength(4);
    for (const corner of SQUARE) expect(corners).toContainEqual(corner);
  });

  it('leaves out what lies on the border', () => {
    expect(hull([...SQUARE, [2, 0], [4, 1], [0, 3]])).toHaveLength(4);
  });

  it('counts a place once, however often it was visited', () => {
    expect(hull([...SQUARE, ...SQUARE, [0, 0]])).toHaveLength(4);
    expect(hull([[1, 1], [1, 1], [1, 1]])).toEqual([[1, 1]]);
  });

  it('is a line for places on a line', () => {
    expect(hull([[0, 0], [1, 1], [2, 2], [3, 3]])).toEqual([[0, 0], [3, 3]]);
  });

  it('does not depend on the order, and does not change what it is given', () => {
    const places = [[5, 1], [0, 0], [2, 7], [3, 3], [6, 6]];
    const before = JSON.stringify(places);
    expect(hull(places.toReversed())).toEqual(hull(places));
    expect(JSON.stringify(places)).toBe(before);
  });

  it('holds where rounding would bend it', () => {
    const hair = 2 ** -53;
    const places = [[0.5, 0.5 + hair], [12, 12], [24, 24], [0.5 + hair, 0.5]];
    const outline = hull(places);
    for (const place of places) expect(contains(outline, place)).toBe(true);
  });
});

describe('area', () => {
  it('is right for simple shapes, either way around', () => {
    expect(area(SQUARE)).toBe(16);
    expect(area(SQUARE.toReversed())).toBe(16);
    expect(area([[0, 0], [4, 0], [0, 3]])).toBe(6);
  });

  it('is zero for less than a triangle', () => {
    expect(area([])).toBe(0);
    expect(area([[1, 1]])).toBe(0);
    expect(area([[1, 1], [5, 5]])).toBe(0);
  });
});

describe('contains', () => {
  it('takes what is within and on the border', () => {
    for (const place of [[2, 2], [0, 0], [4, 2], [2, 4]]) expect(contains(SQUARE, place)).toBe(true);
  });

  it('leaves what is outside', () => {
    for (const place of [[5, 2], [-1, 0], [2, 4.000001]]) expect(contains(SQUARE, place)).toBe(false);
  });

  it('has nothing within less than a triangle', () => {
    expect(contains([[0, 0], [2, 2]], [1, 1])).toBe(false);
  });
});
