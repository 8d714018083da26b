import { hcl, lab } from '../lib/d3-color/src/index.js';
import { contrast, luminance, ramp, readableOn, wheel } from '../src/palette.js';

describe('contrast', () => {
  it('is 21 for black on white, and 1 for a colour on itself', () => {
    expect(contrast('black', 'white')).toBeCloseTo(21);
    expect(contrast('tomato', 'tomato')).toBe(1);
  });

  it('does not depend on the order', () => {
    expect(contrast('navy', 'gold')).toBe(contrast('gold', 'navy'));
  });

  const PUBLISHED = [
    ['#767676', '#ffffff', 4.54],
    ['#0000ff', '#ffffff', 8.59],
    ['#ff0000', '#ffffff', 4.0],
    ['#ff0000', '#000000', 5.25],
    ['#808080', '#000000', 5.32],
  ];
  for (const [a, b, expected] of PUBLISHED) {
    it(`is ${expected} for ${a} on ${b}`, () => {
      expect(contrast(a, b)).toBeCloseTo(expected, 1);
    });
  }
});

describe('luminance', () => {
  it('goes from black to white', () => {
    expect(luminance('black')).toBe(0);
    expect(luminance('white')).toBeCloseTo(1, 10);
    expect(luminance('#808080')).toBeCloseTo(0.2159, 4);
  });

  it('weighs green most and blue least', () => {
    expect(luminance('#00ff00')).toBeGreaterThan(luminance('#ff0000'));
    expect(luminance('#ff0000')).toBeGreaterThan(luminance('#0000ff'));
  });
});

describe('readableOn', () => {
  it('picks what can be read', () => {
    expect(readableOn('navy')).toBe('#ffffff');
    expect(readableOn('gold')).toBe('#000000');
    expect(readableOn('#757575')).toBe('#ffffff');
    expect(readableOn('#777777')).toBe('#000000');
  });

  it('never falls below what WCAG AA asks of text', () => {
    for (const background of wheel(24)) {
      expect(contrast(background, readableOn(background))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('ramp', () => {
  it('starts and ends with the colours given', () => {
    const colors = ramp('midnightblue', 'gold', 11);
    expect(colors).toHaveLength(11);
    expect(colors[0]).toBe('#191970');
    expect(colors.at(-1)).toBe('#ffd700');
  });

  it('gets lighter in even steps', () => {
    const lightness = ramp('black', 'white', 5).map((color) => lab(color).l);
    lightness.forEach((value, index) => expect(Math.abs(value - index * 25)).toBeLessThan(0.5));
  });

  it('has two colours or more', () => {
    expect(ramp('red', 'blue', 2)).toEqual(['#ff0000', '#0000ff']);
    expect(() => ramp('red', 'blue', 1)).toThrow('two colours or more');
  });
});

describe('wheel', () => {
  it('gives as many different colours as it is asked for', () => {
    expect(new Set(wheel(8)).size).toBe(8);
    expect(wheel(0)).toEqual([]);
  });

  it('keeps them equally light', () => {
    for (const color of wheel(6, { lightness: 60, chroma: 30 })) {
      expect(Math.abs(hcl(color).l - 60)).toBeLessThan(0.5);
    }
  });
});
