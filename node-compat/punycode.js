'use strict';
// node:punycode, by RFC 3492.
(function ({ primordials }) {
  const {
    RangeError,
    ArrayPrototypeJoin,
    ArrayPrototypePush,
    ArrayPrototypeSplice,
    RegExpPrototypeExec,
    StringFromCodePoint,
    StringPrototypeCharCodeAt,
    StringPrototypeCodePointAt,
    StringPrototypeLastIndexOf,
    StringPrototypeReplace,
    StringPrototypeSlice,
    StringPrototypeSplit,
    StringPrototypeStartsWith,
    StringPrototypeToLowerCase,
  } = primordials;
  const MAX = 2147483647,
    BASE = 36,
    T_MIN = 1,
    T_MAX = 26,
    SKEW = 38,
    DAMP = 700;

  /** How often a whole number is in another. */
  const over = (a, b) => (a - (a % b)) / b;
  const overflow = () => new RangeError('Overflow: input needs wider integers to process');
  const threshold = (k, bias) => (k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias);
  const letter = (digit) => StringFromCodePoint(digit + (digit < 26 ? 97 : 22));
  function value(unit) {
    if (unit >= 48 && unit < 58) return unit - 22;
    if (unit >= 65 && unit < 91) return unit - 65;
    return unit >= 97 && unit < 123 ? unit - 97 : BASE;
  }
  function adapt(delta, count, isFirst) {
    delta = isFirst ? over(delta, DAMP) : delta >> 1;
    delta += over(delta, count);
    let k = 0;
    for (; delta > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) delta = over(delta, BASE - T_MIN);
    return k + over((BASE - T_MIN + 1) * delta, delta + SKEW);
  }

  /** Code points of a text; halves of pairs that stand alone are some of them. */
  function points(text) {
    const out = [];
    for (let i = 0; i < text.length; ) {
      const point = StringPrototypeCodePointAt(text, i);
      ArrayPrototypePush(out, point);
      i += point > 0xffff ? 2 : 1;
    }
    return out;
  }
  function changed(list, change) {
    const out = [];
    for (let i = 0; i < list.length; i++) ArrayPrototypePush(out, change(list[i]));
    return out;
  }
  const textOf = (list) =>
    ArrayPrototypeJoin(
      changed(list, (point) => StringFromCodePoint(point)),
      '',
    );

  function decode(input) {
    const out = [],
      basic = StringPrototypeLastIndexOf(input, '-');
    for (let i = 0; i < basic; i++) {
      const unit = StringPrototypeCharCodeAt(input, i);
      if (unit >= 128) throw new RangeError('Illegal input >= 0x80 (not a basic code point)');
      ArrayPrototypePush(out, unit);
    }
    let n = 128,
      at = 0,
      bias = 72;
    for (let next = basic > 0 ? basic + 1 : 0; next < input.length; ) {
      const before = at;
      for (let weight = 1, k = BASE; ; k += BASE) {
        if (next >= input.length) throw new RangeError('Invalid input');
        const digit = value(StringPrototypeCharCodeAt(input, next++));
        if (digit >= BASE) throw new RangeError('Invalid input');
        if (digit > over(MAX - at, weight)) throw overflow();
        at += digit * weight;
        const t = threshold(k, bias);
        if (digit < t) break;
        if (weight > over(MAX, BASE - t)) throw overflow();
        weight *= BASE - t;
      }
      const count = out.length + 1;
      bias = adapt(at - before, count, before === 0);
      if (over(at, count) > MAX - n) throw overflow();
      n += over(at, count);
      at %= count;
      ArrayPrototypeSplice(out, at++, 0, n);
    }
    return textOf(out);
  }

  function encode(input) {
    const all = points(input);
    let out = '',
      basic = 0;
    for (let i = 0; i < all.length; i++)
      if (all[i] < 128) {
        out += StringFromCodePoint(all[i]);
        basic++;
      }
    if (basic > 0) out += '-';
    let n = 128,
      delta = 0,
      bias = 72;
    for (let done = basic; done < all.length; ) {
      let least = MAX;
      for (let i = 0; i < all.length; i++) if (all[i] >= n && all[i] < least) least = all[i];
      if (least - n > over(MAX - delta, done + 1)) throw overflow();
      delta += (least - n) * (done + 1);
      n = least;
      for (let i = 0; i < all.length; i++) {
        if (all[i] < n && ++delta > MAX) throw overflow();
        if (all[i] !== n) continue;
        let q = delta;
        for (let k = BASE; ; k += BASE) {
          const t = threshold(k, bias);
          if (q < t) break;
          out += letter(t + ((q - t) % (BASE - t)));
          q = over(q - t, BASE - t);
        }
        out += letter(q);
        bias = adapt(delta, done + 1, done === basic);
        delta = 0;
        done++;
      }
      delta++;
      n++;
    }
    return out;
  }

  /** Each label of a domain, or of what follows the @ of an address, in another form. */
  function labels(input, change) {
    const at = StringPrototypeSplit(input, '@');
    const mapped = changed(
      StringPrototypeSplit(StringPrototypeReplace(at.length > 1 ? at[1] : input, /[\u3002\uff0e\uff61]/g, '.'), '.'),
      change,
    );
    return (at.length > 1 ? `${at[0]}@` : '') + ArrayPrototypeJoin(mapped, '.');
  }
  const toASCII = (input) => labels(input, (label) => (RegExpPrototypeExec(/[^\0-\x7f]/, label) !== null ? `xn--${encode(label)}` : label));
  const toUnicode = (input) =>
    labels(input, (label) =>
      StringPrototypeStartsWith(label, 'xn--') ? decode(StringPrototypeToLowerCase(StringPrototypeSlice(label, 4))) : label,
    );
  const exports = { version: '2.1.0', ucs2: { decode: points, encode: textOf }, decode, encode, toASCII, toUnicode };
  return { ...exports, default: exports };
});
