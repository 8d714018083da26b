'use strict';
// Errors as Node's own functions throw them: with a `code`, and a text that says what was received.
(function ({ primordials, native }) {
  const {
    Error,
    TypeError,
    RangeError,
    ObjectDefineProperty,
    StringPrototypeSlice,
    StringPrototypeIncludes,
    ArrayIsArray,
    ArrayPrototypeJoin,
    ArrayPrototypePush,
    NumberIsInteger,
    String,
  } = primordials;

  function coded(Base, code, message) {
    const error = new Base(message);
    error.code = code;
    ObjectDefineProperty(error, 'toString', {
      value() {
        return `${this.name} [${code}]: ${this.message}`;
      },
      writable: true,
      enumerable: false,
      configurable: true,
    });
    return error;
  }

  // ` Received …` of ERR_INVALID_ARG_TYPE.
  function received(value) {
    if (value === undefined || value === null) return ` Received ${value}`;
    if (typeof value === 'function') return value.name ? ` Received function ${value.name}` : ' Received function ';
    if (typeof value === 'object') {
      const name = value.constructor?.name;
      return name ? ` Received an instance of ${name}` : ` Received ${native.inspect(value, 0)}`;
    }
    let text = native.inspect(value, 0);
    if (text.length > 28) text = `${StringPrototypeSlice(text, 0, 25)}...`;
    return ` Received type ${typeof value} (${text})`;
  }

  const PRIMITIVES = ['string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol'];

  function listed(words, last) {
    if (words.length < 3) return ArrayPrototypeJoin(words, ` ${last} `);
    let text = '';
    for (let i = 0; i < words.length - 1; i++) text += `${words[i]}, `;
    return `${text}${last} ${words[words.length - 1]}`;
  }

  // `expected`: names of types and classes.
  function invalidArgType(name, expected, value) {
    const types = [],
      classes = [],
      other = [];
    for (let i = 0; i < expected.length; i++) {
      const word = expected[i];
      let primitive = false;
      for (let j = 0; j < PRIMITIVES.length; j++) primitive ||= PRIMITIVES[j] === word;
      if (primitive) ArrayPrototypePush(types, word.toLowerCase());
      else if (word[0] >= 'A' && word[0] <= 'Z') ArrayPrototypePush(classes, word);
      else ArrayPrototypePush(other, word);
    }
    const parts = [];
    if (types.length) ArrayPrototypePush(parts, types.length > 1 ? `one of type ${listed(types, 'or')}` : `of type ${types[0]}`);
    if (classes.length) ArrayPrototypePush(parts, `an instance of ${listed(classes, 'or')}`);
    if (other.length) ArrayPrototypePush(parts, other.length > 1 ? `one of ${listed(other, 'or')}` : other[0]);
    const kind = StringPrototypeIncludes(name, '.') ? 'property' : 'argument';
    const subject = StringPrototypeSlice(name, -9) === ' argument' ? `The ${name}` : `The "${name}" ${kind}`;
    return coded(TypeError, 'ERR_INVALID_ARG_TYPE', `${subject} must be ${ArrayPrototypeJoin(parts, ' or ')}.${received(value)}`);
  }

  function invalidArgValue(name, value, reason = 'is invalid') {
    let text = native.inspect(value, 0);
    if (text.length > 128) text = `${StringPrototypeSlice(text, 0, 128)}...`;
    const kind = StringPrototypeIncludes(name, '.') ? 'property' : 'argument';
    return coded(TypeError, 'ERR_INVALID_ARG_VALUE', `The ${kind} '${name}' ${reason}. Received ${text}`);
  }

  function grouped(value) {
    let text = String(value),
      out = '';
    const start = text[0] === '-' ? 1 : 0;
    let i = text.length;
    for (; i >= start + 4; i -= 3) out = `_${StringPrototypeSlice(text, i - 3, i)}${out}`;
    return `${StringPrototypeSlice(text, 0, i)}${out}`;
  }

  function outOfRange(name, range, value) {
    let shown;
    if (NumberIsInteger(value) && (value > 2 ** 32 || value < -(2 ** 32))) shown = grouped(value);
    else if (typeof value === 'bigint') shown = `${value > 2n ** 32n || value < -(2n ** 32n) ? grouped(value) : value}n`;
    else shown = native.inspect(value, 0);
    return coded(RangeError, 'ERR_OUT_OF_RANGE', `The value of "${name}" is out of range. It must be ${range}. Received ${shown}`);
  }

  function missingArgs(...names) {
    const quoted = [];
    for (let i = 0; i < names.length; i++) quoted[i] = ArrayIsArray(names[i]) ? listed(names[i], 'or') : `"${names[i]}"`;
    return coded(TypeError, 'ERR_MISSING_ARGS', `The ${listed(quoted, 'and')} argument${names.length > 1 ? 's' : ''} must be specified`);
  }

  const invalidThis = (type) => coded(TypeError, 'ERR_INVALID_THIS', `Value of "this" must be of type ${type}`);

  function validateFunction(value, name) {
    if (typeof value !== 'function') throw invalidArgType(name, ['function'], value);
  }
  function validateString(value, name) {
    if (typeof value !== 'string') throw invalidArgType(name, ['string'], value);
  }
  function validateNumber(value, name, min, max) {
    if (typeof value !== 'number') throw invalidArgType(name, ['number'], value);
    if ((min != null && value < min) || (max != null && value > max) || ((min != null || max != null) && value !== value)) {
      throw outOfRange(
        name,
        `${min != null ? `>= ${min}` : ''}${min != null && max != null ? ' && ' : ''}${max != null ? `<= ${max}` : ''}`,
        value,
      );
    }
  }
  function validateInteger(value, name, min = -9007199254740991, max = 9007199254740991) {
    if (typeof value !== 'number') throw invalidArgType(name, ['number'], value);
    if (!NumberIsInteger(value)) throw outOfRange(name, 'an integer', value);
    if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value);
  }
  function validateObject(value, name) {
    if (value === null || ArrayIsArray(value) || typeof value !== 'object') throw invalidArgType(name, ['Object'], value);
  }
  function validateBoolean(value, name) {
    if (typeof value !== 'boolean') throw invalidArgType(name, ['boolean'], value);
  }
  function validateAbortSignal(value, name) {
    if (value !== undefined && (value === null || typeof value !== 'object' || !('aborted' in value)))
      throw invalidArgType(name, ['AbortSignal'], value);
  }

  return {
    coded,
    received,
    invalidArgType,
    invalidArgValue,
    outOfRange,
    missingArgs,
    invalidThis,
    validateFunction,
    validateString,
    validateNumber,
    validateInteger,
    validateObject,
    validateBoolean,
    validateAbortSignal,
  };
});
