import { color, cubehelix, gray, hcl, hsl, lab, lch, rgb } from '/lib/d3-color/src/index.js';
import { Color } from '../lib/d3-color/src/color.js';

const channels = ({ r, g, b, opacity }) => [r, g, b, opacity];

describe('color', () => {
  const SPELLINGS = [
    ['#f00', 'rgb(255, 0, 0)'],
    ['#f008', 'rgba(255, 0, 0, 0.5333333333333333)'],
    ['#ff0000', 'rgb(255, 0, 0)'],
    ['#ff000080', 'rgba(255, 0, 0, 0.5019607843137255)'],
    ['rgb(1, 2, 3)', 'rgb(1, 2, 3)'],
    ['rgb(10%, 20%, 30%)', 'rgb(26, 51, 77)'],
    ['rgba(1, 2, 3, 0.4)', 'rgba(1, 2, 3, 0.4)'],
    ['hsl(120, 100%, 50%)', 'rgb(0, 255, 0)'],
    ['hsla(240, 50%, 50%, 0.2)', 'rgba(64, 64, 191, 0.2)'],
    ['steelblue', 'rgb(70, 130, 180)'],
    ['  RebeccaPurple ', 'rgb(102, 51, 153)'],
    ['transparent', 'rgba(0, 0, 0, 0)'],
  ];
  for (const [spelling, expected] of SPELLINGS) {
    it(`reads ${spelling.trim()}`, () => {
      expect(color(spelling).formatRgb()).toBe(expected);
    });
  }

  const NONSENSE = ['', '#12345', '#ggg', 'rgb(1, 2)', 'rgb(1.5, 2, 3)', 'hsl(120, 100, 50)', 'bleu', 'constructor', '__proto__'];
  it('is null for what is no colour', () => {
    for (const text of NONSENSE) expect(color(text)).toBeNull();
  });

  it('makes instances of Color in every space', () => {
    for (const made of [rgb('red'), hsl('red'), lab('red'), hcl('red'), cubehelix('red')]) {
      expect(made).toBeInstanceOf(Color);
    }
  });

  it('copies with other channels', () => {
    const copy = color('teal').copy({ opacity: 0.5 });
    expect(copy.formatRgb()).toBe('rgba(0, 128, 128, 0.5)');
    expect(color('teal').opacity).toBe(1);
  });
});

describe('rgb', () => {
  it('takes channels as they are', () => {
    expect(channels(rgb(-10, 300, 1.5))).toEqual([-10, 300, 1.5, 1]);
    expect(channels(rgb(1, 2, 3, 0.5))).toEqual([1, 2, 3, 0.5]);
  });

  it('is NaN for what is no colour', () => {
    expect(channels(rgb('no colour'))).toEqual([NaN, NaN, NaN, NaN]);
  });

  it('rounds and clamps when it formats', () => {
    expect(rgb(-1, 255.7, 127.5).formatHex()).toBe('#00ff80');
    expect(rgb(1, 2, 3, 0.5).formatHex8()).toBe('#01020380');
    expect(`${rgb(300, -5, 0.4, 2)}`).toBe('rgb(255, 0, 0)');
    expect(rgb(NaN, 0, 0, NaN).formatRgb()).toBe('rgb(0, 0, 0)');
  });

  it('knows what a screen can show', () => {
    expect(rgb(255.4, -0.5, 0).displayable()).toBe(true);
    expect(rgb(255.5, 0, 0).displayable()).toBe(false);
    expect(rgb(0, 0, 0, 1.1).displayable()).toBe(false);
    expect(rgb(999, -1, 0).clamp().displayable()).toBe(true);
  });

  it('gets brighter and darker, and comes back', () => {
    expect(rgb(100, 50, 10).darker().r).toBeCloseTo(70);
    expect(rgb(100, 50, 10).brighter(2).r).toBeCloseTo(100 / 0.49);
    const { r, g, b } = rgb(12, 34, 56).brighter(1.5).darker(1.5);
    expect(r).toBeCloseTo(12);
    expect(g).toBeCloseTo(34);
    expect(b).toBeCloseTo(56);
  });
});

describe('hsl', () => {
  it('converts from rgb', () => {
    const { h, s, l } = hsl('#5599ff');
    expect(h).toBeCloseTo(216);
    expect(s).toBeCloseTo(1);
    expect(l).toBeCloseTo(0.6667, 4);
  });

  it('has no hue for greys, and no saturation for black and white', () => {
    expect(hsl('gray').h).toBeNaN();
    expect(hsl('gray').s).toBe(0);
    expect(hsl('black').s).toBeNaN();
    expect(hsl('white').s).toBeNaN();
  });

  it('wraps the hue around', () => {
    for (const hue of [-240, 120, 480]) expect(hsl(hue, 1, 0.5).formatHex()).toBe('#00ff00');
    expect(hsl(-30, 0.5, 0.25).formatHsl()).toBe('hsl(330, 50%, 25%)');
  });
});

describe('lab and hcl', () => {
  it('agree with the published values of red', () => {
    const { l, a, b } = lab('red');
    expect(l).toBeCloseTo(54.2917, 3);
    expect(a).toBeCloseTo(80.8125, 3);
    expect(b).toBeCloseTo(69.8851, 3);
    expect(hcl('red').h).toBeCloseTo(40.8526, 3);
    expect(hcl('red').c).toBeCloseTo(106.839, 2);
  });

  it('have no hue for greys', () => {
    expect(hcl('gray').h).toBeNaN();
    expect(hcl('gray').c).toBe(0);
    expect(hcl('black').c).toBeNaN();
    expect(gray(50).formatHex()).toBe('#777777');
  });

  it('take lightness first or last', () => {
    expect(lch(50, 30, 120)).toEqual(hcl(120, 30, 50));
  });

  it('change lightness alone when they brighten', () => {
    const { l, a, b } = lab(50, 10, -20).brighter();
    expect([l, a, b]).toEqual([68, 10, -20]);
  });
});

describe('conversions', () => {
  const SPACES = { hsl, lab, hcl, cubehelix };
  for (const [name, space] of Object.entries(SPACES)) {
    it(`go to ${name} and come back`, () => {
      for (const text of ['#000000', '#ffffff', '#808080', '#ff0000', '#123456', '#fedcba', '#00ff7f']) {
        expect(space(text).formatHex()).toBe(text);
      }
    });

    it(`keep the opacity in ${name}`, () => {
      expect(space('rgba(10, 20, 30, 0.25)').rgb().opacity).toBe(0.25);
    });
  }
});
