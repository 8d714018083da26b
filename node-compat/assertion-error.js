'use strict';
// AssertionError and its messages.
(function ({ primordials, native, require }) {
  const {
    Error,
    ArrayPrototypePop,
    ArrayPrototypePush,
    ArrayPrototypeJoin,
    ArrayPrototypeSort,
    ArrayPrototypeSlice,
    ArrayPrototypeReverse,
    ObjectDefineProperty,
    ObjectKeys,
    ObjectGetPrototypeOf,
    ObjectGetOwnPropertySymbols,
    ObjectPrototypePropertyIsEnumerable,
    StringPrototypeSplit,
    StringPrototypeSlice,
    StringPrototypeEndsWith,
    StringPrototypeRepeat,
    String,
  } = primordials;
  const { validateObject } = require('errors');

  const HEADS = {
    __proto__: null,
    deepStrictEqual: 'Expected values to be strictly deep-equal:',
    strictEqual: 'Expected values to be strictly equal:',
    strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
    deepEqual: 'Expected values to be loosely deep-equal:',
    notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
    notStrictEqual: 'Expected "actual" to be strictly unequal to:',
    notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
    notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
    notIdentical: 'Values have same structure but are not reference-equal:',
    notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
  };

  const isObject = (value) => typeof value === 'object' && value !== null;
  const nameOf = (value) => {
    const prototype = ObjectGetPrototypeOf(value);
    return prototype === null ? null : value.constructor?.name;
  };

  // A value with each entry on a line of its own, keys in order.
  function shown(value, level = 0, open = []) {
    if (!isObject(value)) return native.inspect(value, 0);
    for (let i = 0; i < open.length; i++) if (open[i] === value) return '[Circular *1]';
    const kind = native.kind(value);
    const items = [];
    ArrayPrototypePush(open, value);
    const one = (inner) => shown(inner, level + 1, open);
    let head = '',
      begin = '{',
      end = '}';
    const name = nameOf(value);
    const array = kind === 'Array' || StringPrototypeEndsWith(kind, 'Array');
    if (array) {
      begin = '[';
      end = ']';
      if (name !== 'Array') head = `${name}(${value.length}) `;
      for (let i = 0; i < value.length; i++) ArrayPrototypePush(items, i in value ? one(value[i]) : '<1 empty item>');
    } else if (kind === 'Map') {
      head = `${name}(${value.size}) `;
      primordials.MapPrototypeForEach(value, (inner, key) => ArrayPrototypePush(items, `${one(key)} => ${one(inner)}`));
    } else if (kind === 'Set') {
      head = `${name}(${value.size}) `;
      primordials.SetPrototypeForEach(value, (inner) => ArrayPrototypePush(items, one(inner)));
    } else if (kind !== 'Object') {
      ArrayPrototypePop(open);
      return native.inspect(value, 0);
    } else if (name !== 'Object') head = name === null ? '[Object: null prototype] ' : `${name} `;
    const keys = ArrayPrototypeSort(ObjectKeys(value));
    for (let i = 0; i < keys.length; i++) {
      if (array && /^\d+$/.test(keys[i])) continue;
      const key = /^[A-Za-z_$][\w$]*$/.test(keys[i]) ? keys[i] : native.inspect(keys[i], 0);
      const own = primordials.ObjectGetOwnPropertyDescriptor(value, keys[i]);
      ArrayPrototypePush(items, `${key}: ${own?.get ? (own.set ? '[Getter/Setter]' : '[Getter]') : one(value[keys[i]])}`);
    }
    const symbols = ObjectGetOwnPropertySymbols(value);
    for (let i = 0; i < symbols.length; i++) {
      if (ObjectPrototypePropertyIsEnumerable(value, symbols[i]))
        ArrayPrototypePush(items, `[${String(symbols[i])}]: ${one(value[symbols[i]])}`);
    }
    ArrayPrototypePop(open);
    if (items.length === 0) return `${head}${begin}${end}`;
    const pad = StringPrototypeRepeat('  ', level + 1);
    return `${head}${begin}\n${pad}${ArrayPrototypeJoin(items, `,\n${pad}`)}\n${StringPrototypeRepeat('  ', level)}${end}`;
  }

  const MAX_CELLS = 4e6;
  const bare = (line) => (StringPrototypeEndsWith(line, ',') ? StringPrototypeSlice(line, 0, -1) : line);

  // Lines of both with what they have in common, as [sign, line]: a comma at the end makes no difference.
  function lines(actual, expected) {
    const a = StringPrototypeSplit(actual, '\n'),
      b = StringPrototypeSplit(expected, '\n');
    let start = 0;
    while (start < a.length && start < b.length && bare(a[start]) === bare(b[start])) start++;
    let endA = a.length,
      endB = b.length;
    while (endA > start && endB > start && bare(a[endA - 1]) === bare(b[endB - 1])) {
      endA--;
      endB--;
    }
    const out = [];
    const common = (i, j) => ArrayPrototypePush(out, [' ', StringPrototypeEndsWith(a[i], ',') ? a[i] : b[j]]);
    for (let i = 0; i < start; i++) common(i, i);
    const rows = endA - start,
      columns = endB - start;
    if (rows * columns > MAX_CELLS) {
      for (let i = start; i < endA; i++) ArrayPrototypePush(out, ['+', a[i]]);
      for (let j = start; j < endB; j++) ArrayPrototypePush(out, ['-', b[j]]);
    } else {
      const longest = [];
      for (let i = rows; i >= 0; i--) {
        longest[i] = [];
        for (let j = columns; j >= 0; j--) {
          if (i === rows || j === columns) longest[i][j] = 0;
          else if (bare(a[start + i]) === bare(b[start + j])) longest[i][j] = longest[i + 1][j + 1] + 1;
          else longest[i][j] = longest[i + 1][j] >= longest[i][j + 1] ? longest[i + 1][j] : longest[i][j + 1];
        }
      }
      let i = 0,
        j = 0;
      while (i < rows || j < columns) {
        if (i < rows && j < columns && bare(a[start + i]) === bare(b[start + j])) {
          common(start + i, start + j);
          i++;
          j++;
        } else if (i < rows && (j === columns || longest[i + 1][j] >= longest[i][j + 1])) ArrayPrototypePush(out, ['+', a[start + i++]]);
        else ArrayPrototypePush(out, ['-', b[start + j++]]);
      }
    }
    for (let i = endA, j = endB; i < a.length; i++, j++) common(i, j);
    return out;
  }

  function printed(diff) {
    let out = '',
      skipped = false;
    for (let i = 0; i < diff.length; i++) {
      if (diff[i][0] !== ' ') {
        out += `${diff[i][0]} ${diff[i][1]}\n`;
        continue;
      }
      let run = i;
      while (run < diff.length && diff[run][0] === ' ') run++;
      const count = run - i;
      // Two lines are kept on either side of a difference; a gap of one line is not worth its dots.
      const head = i === 0 ? (count > 5 ? 2 : count) : 2,
        tail = run === diff.length ? 1 : 2;
      if (count > 5) {
        for (let k = i; k < i + head; k++) out += `  ${diff[k][1]}\n`;
        out += '...\n';
        skipped = true;
        for (let k = run - tail; k < run; k++) out += `  ${diff[k][1]}\n`;
      } else for (let k = i; k < run; k++) out += `  ${diff[k][1]}\n`;
      i = run - 1;
    }
    return { text: StringPrototypeSlice(out, 0, -1), skipped };
  }

  function difference(actual, expected, operator, same) {
    const left = shown(actual),
      right = shown(expected);
    let head = HEADS[operator];
    if (
      operator === 'strictEqual' &&
      ((isObject(actual) && isObject(expected)) || (typeof actual === 'function' && typeof expected === 'function'))
    )
      head = HEADS.strictEqualObject;
    if (left === right && operator === 'strictEqual') return `${HEADS.notIdentical}\n\n${left}\n`;
    const short = !/\n/.test(left) && !/\n/.test(right) && left !== right;
    const plain = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function');
    if (
      short &&
      (!isObject(actual) || actual === null) &&
      (!isObject(expected) || expected === null) &&
      plain(actual) &&
      plain(expected) &&
      left.length + right.length <= 12 + (typeof actual === 'string' || typeof expected === 'string' ? 68 : 0) &&
      (actual !== 0 || expected !== 0) &&
      actual !== undefined &&
      expected !== undefined &&
      actual !== null &&
      expected !== null
    ) {
      return `${head}\n\n${left} !== ${right}\n`;
    }
    const { text, skipped } = printed(lines(left, right));
    return `${head}\n+ actual - expected${skipped ? ' ... Lines skipped' : ''}\n\n${text}`;
  }

  class AssertionError extends Error {
    constructor(options) {
      validateObject(options, 'options');
      const { message, operator, actual, expected } = options;
      if (message != null) super(`${message}`);
      else if (operator === 'deepStrictEqual' || operator === 'strictEqual') super(difference(actual, expected, operator));
      else if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') {
        const objects = operator === 'notStrictEqual' && (isObject(actual) || typeof actual === 'function');
        const text = shown(actual);
        const head = HEADS[objects ? 'notStrictEqualObject' : operator];
        super(/\n/.test(text) ? `${head}\n\n${text}\n` : `${head}${text.length > 5 ? '\n\n' : ' '}${text}`);
      } else {
        const left = shown(actual),
          right = shown(expected);
        const head = HEADS[operator] ?? '';
        if (operator === 'notDeepEqual')
          super(`${head}\n\n${left === right ? left : `${left}\n\nshould not loosely deep-equal\n\n${right}`}`);
        else if (operator === 'deepEqual') super(`${head}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`);
        else super(`${left} ${operator} ${right}`);
      }
      const hidden = (key, value) => ObjectDefineProperty(this, key, { value, writable: true, enumerable: false, configurable: true });
      this.generatedMessage = !message;
      hidden('name', 'AssertionError');
      this.code = 'ERR_ASSERTION';
      this.actual = actual;
      this.expected = expected;
      this.operator = operator;
    }
    toString() {
      return `${this.name} [${this.code}]: ${this.message}`;
    }
  }
  return { AssertionError, shown };
});
