import { hcl, lab, rgb } from '../lib/d3-color/src/index.js';

/** Relative luminance of a colour, from 0 (black) to 1 (white), as WCAG 2 defines it. */
export function luminance(color) {
  const { r, g, b } = rgb(color);
  const [red, green, blue] = [r, g, b].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, from 1 to 21. */
export function contrast(a, b) {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever is easier to read on a background. */
export function readableOn(background) {
  return contrast(background, 'white') >= contrast(background, 'black') ? '#ffffff' : '#000000';
}

/** Colours in even steps from one to another, by perceived lightness. */
export function ramp(from, to, count) {
  if (count < 2) throw new RangeError('a ramp has two colours or more');
  const [start, end] = [lab(from), lab(to)];
  return Array.from({ length: count }, (_, index) => {
    const t = index / (count - 1);
    const mix = (x, y) => x + (y - x) * t;
    return lab(mix(start.l, end.l), mix(start.a, end.a), mix(start.b, end.b)).formatHex();
  });
}

/** Colours of equal lightness and strength, as far apart in hue as their number allows. */
export function wheel(count, { lightness = 65, chroma = 40 } = {}) {
  return Array.from({ length: count }, (_, index) => hcl((360 * index) / count, chroma, lightness).formatHex());
}
