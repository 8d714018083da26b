'use strict';
// node:assert.
(function ({ primordials, native, require }) {
  const {
    Error,
    TypeError,
    ArrayIsArray,
    ObjectIs,
    ObjectKeys,
    ObjectAssign,
    RegExpPrototypeExec,
    StringPrototypeIndexOf,
    StringPrototypeSplit,
    ReflectApply,
    ArrayPrototypePush,
    ArrayPrototypeIndexOf,
  } = primordials;
  const { coded, invalidArgType, invalidArgValue, missingArgs, received, validateFunction } = require('errors');
  const { isDeepEqual, isDeepStrictEqual } = require('deep-equal');
  const { AssertionError } = require('assertion-error');

  const isError = (value) => native.kind(value) === 'Error' || value instanceof Error;
  const isRegExp = (value) => native.kind(value) === 'RegExp';

  function fails(options) {
    if (isError(options.message)) throw options.message;
    return new AssertionError(options);
  }
  function ok(...args) {
    truthy(args);
  }
  function truthy(args) {
    if (args[0]) return;
    let [actual, message] = args,
      generated = false;
    if (args.length === 0) {
      message = 'No value argument passed to `assert.ok()`';
      generated = true;
    } else if (message == null) {
      message = 'The expression evaluated to a falsy value';
      generated = true;
    } else if (isError(message)) throw message;
    const error = new AssertionError({ actual, expected: true, message, operator: '==' });
    error.generatedMessage = generated;
    throw error;
  }
  const assert = ok;

  // Comparisons: `[name, operator of the error, whether it holds]`.
  const two = (count, args) => {
    if (args < 2) throw missingArgs('actual', 'expected');
  };
  const COMPARISONS = [
    ['equal', '==', (a, b) => a == b || (a !== a && b !== b)],
    ['notEqual', '!=', (a, b) => !(a == b || (a !== a && b !== b))],
    ['deepEqual', 'deepEqual', isDeepEqual],
    ['notDeepEqual', 'notDeepEqual', (a, b) => !isDeepEqual(a, b)],
    ['deepStrictEqual', 'deepStrictEqual', isDeepStrictEqual],
    ['notDeepStrictEqual', 'notDeepStrictEqual', (a, b) => !isDeepStrictEqual(a, b)],
    ['strictEqual', 'strictEqual', ObjectIs],
    ['notStrictEqual', 'notStrictEqual', (a, b) => !ObjectIs(a, b)],
  ];
  for (let i = 0; i < COMPARISONS.length; i++) {
    const [name, operator, holds] = COMPARISONS[i];
    assert[name] = {
      [name](actual, expected, message) {
        if (arguments.length < 2) throw missingArgs('actual', 'expected');
        if (!holds(actual, expected)) throw fails({ actual, expected, message, operator });
      },
    }[name];
  }

  assert.ok = ok;
  assert.fail = function fail(message) {
    if (isError(message)) throw message;
    const error = new AssertionError({ message: message === undefined ? 'Failed' : message, operator: 'fail' });
    error.generatedMessage = message === undefined;
    throw error;
  };

  class Comparison {
    constructor(object, keys, actual) {
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        if (!(key in object)) continue;
        this[key] =
          actual !== undefined &&
          typeof actual[key] === 'string' &&
          isRegExp(object[key]) &&
          RegExpPrototypeExec(object[key], actual[key]) !== null
            ? actual[key]
            : object[key];
      }
    }
  }

  // Whether what was thrown is what was expected; throws where it is not.
  function matches(actual, expected, message, operator) {
    let generated = false,
      throwing = false;
    if (typeof expected !== 'function') {
      if (isRegExp(expected)) {
        const text = primordials.String(actual);
        if (RegExpPrototypeExec(expected, text) !== null) return;
        if (!message) {
          generated = true;
          message = `The input did not match the regular expression ${native.inspect(expected)}. Input:\n\n${native.inspect(text)}\n`;
        }
        throwing = true;
      } else if (typeof actual !== 'object' || actual === null) {
        const error = new AssertionError({ actual, expected, message, operator: 'deepStrictEqual' });
        error.operator = operator;
        throw error;
      } else {
        const keys = ObjectKeys(expected);
        if (isError(expected)) ArrayPrototypePush(keys, 'name', 'message');
        else if (keys.length === 0) throw invalidArgValue('error', expected, 'may not be an empty object');
        for (let i = 0; i < keys.length; i++) {
          const key = keys[i];
          if (typeof actual[key] === 'string' && isRegExp(expected[key]) && RegExpPrototypeExec(expected[key], actual[key]) !== null)
            continue;
          if (key in actual && isDeepStrictEqual(actual[key], expected[key])) continue;
          if (isError(message)) throw message;
          if (message) throw coded2(actual, expected, message, operator);
          const error = new AssertionError({
            actual: new Comparison(actual, keys),
            expected: new Comparison(expected, keys, actual),
            operator: 'deepStrictEqual',
          });
          error.actual = actual;
          error.expected = expected;
          error.operator = operator;
          throw error;
        }
        return;
      }
    } else if (expected.prototype !== undefined && actual instanceof expected) return;
    else if (Error === expected || primordials.Object.prototype.isPrototypeOf.call(Error, expected)) {
      if (!message) {
        generated = true;
        message = `The error is expected to be an instance of "${expected.name}". Received `;
        message += isError(actual) ? `"${actual.name}"` : `"${native.inspect(actual, 0)}"`;
        if (isError(actual)) message += `\n\nError message:\n\n${actual.message}`;
      }
      throwing = true;
    } else {
      const result = ReflectApply(expected, {}, [actual]);
      if (result === true) return;
      if (!message) {
        generated = true;
        const name = expected.name ? `"${expected.name}" ` : '';
        message = `The ${name}validation function is expected to return "true". Received ${native.inspect(result)}`;
        if (isError(actual)) message += `\n\nCaught error:\n\n${primordials.String(actual)}`;
      }
      throwing = true;
    }
    if (throwing) {
      if (isError(message)) throw message;
      const error = coded2(actual, expected, message, operator);
      error.generatedMessage = generated;
      throw error;
    }
  }
  const coded2 = (actual, expected, message, operator) => new AssertionError({ actual, expected, message, operator });

  const NOTHING = {};
  function thrown(fn) {
    validateFunction(fn, 'fn');
    try {
      fn();
    } catch (error) {
      return error;
    }
    return NOTHING;
  }
  async function rejected(promiseOrFn) {
    let promise = promiseOrFn;
    if (typeof promiseOrFn === 'function') {
      promise = promiseOrFn();
      if (typeof promise?.then !== 'function')
        throw coded(
          TypeError,
          'ERR_INVALID_RETURN_VALUE',
          `Expected instance of Promise to be returned from the "promiseFn" function but got${primordials.StringPrototypeSlice(received(promise), 9)}.`,
        );
    } else if (typeof promise?.then !== 'function') throw invalidArgType('promiseFn', ['Function', 'Promise'], promiseOrFn);
    try {
      await promise;
    } catch (error) {
      return error;
    }
    return NOTHING;
  }
  function expects(operator, actual, error, message, count) {
    if (typeof error === 'string') {
      if (count === 4) throw invalidArgType('error', ['Object', 'Error', 'Function', 'RegExp'], error);
      if (actual !== NOTHING && ((isError(actual) && actual.message === error) || actual === error)) {
        throw coded(
          TypeError,
          'ERR_AMBIGUOUS_ARGUMENT',
          `The "error/message" argument is ambiguous. The error ${isError(actual) ? 'message' : ''} "${error}" is identical to the message.`,
        );
      }
      message = error;
      error = undefined;
    } else if (error != null && typeof error !== 'object' && typeof error !== 'function')
      throw invalidArgType('error', ['Object', 'Error', 'Function', 'RegExp'], error);
    if (actual === NOTHING) {
      let details = error?.name ? ` (${error.name})` : '';
      details += message ? `: ${message}` : '.';
      const kind = operator === 'rejects' ? 'rejection' : 'exception';
      throw fails({
        actual: undefined,
        expected: error,
        operator,
        message: isError(message) ? message : `Missing expected ${kind}${details}`,
      });
    }
    if (error) matches(actual, error, message, operator);
  }
  function unwanted(operator, actual, error, message) {
    if (actual === NOTHING) return;
    if (typeof error === 'string') {
      message = error;
      error = undefined;
    }
    if (
      !error ||
      (typeof error === 'function' && actual instanceof error) ||
      (isRegExp(error) && RegExpPrototypeExec(error, primordials.String(actual)) !== null)
    ) {
      const kind = operator === 'doesNotReject' ? 'rejection' : 'exception';
      throw fails({
        actual,
        expected: error,
        operator,
        message: `Got unwanted ${kind}${message ? `: ${message}` : '.'}\nActual message: "${actual?.message}"`,
      });
    }
    throw actual;
  }
  assert.throws = function throws(fn, error, message) {
    expects('throws', thrown(fn), error, message, arguments.length + 1);
  };
  assert.rejects = async function rejects(promise, error, message) {
    expects('rejects', await rejected(promise), error, message, arguments.length + 1);
  };
  assert.doesNotThrow = function doesNotThrow(fn, error, message) {
    unwanted('doesNotThrow', thrown(fn), error, message);
  };
  assert.doesNotReject = async function doesNotReject(promise, error, message) {
    unwanted('doesNotReject', await rejected(promise), error, message);
  };

  assert.ifError = function ifError(value) {
    if (value === null || value === undefined) return;
    let message = 'ifError got unwanted exception: ';
    if (typeof value === 'object' && typeof value.message === 'string')
      message += value.message.length === 0 && value.constructor ? value.constructor.name : value.message;
    else message += native.inspect(value);
    const error = new AssertionError({ actual: value, expected: null, operator: 'ifError', message });
    error.generatedMessage = false;
    throw error;
  };

  function matching(text, regexp, message, name) {
    if (!isRegExp(regexp)) throw invalidArgType('regexp', ['RegExp'], regexp);
    const wanted = name === 'match';
    if (typeof text === 'string' && (RegExpPrototypeExec(regexp, text) !== null) === wanted) return;
    if (isError(message)) throw message;
    const generated = !message;
    message ||=
      typeof text !== 'string'
        ? `The "string" argument must be of type string.${require('errors').received(text)}`
        : `${wanted ? 'The input did not match' : 'The input was expected to not match'} the regular expression ${native.inspect(regexp)}. Input:\n\n${native.inspect(text)}\n`;
    const error = new AssertionError({ actual: text, expected: regexp, message, operator: name });
    error.generatedMessage = generated;
    throw error;
  }
  assert.match = function match(string, regexp, message) {
    matching(string, regexp, message, 'match');
  };
  assert.doesNotMatch = function doesNotMatch(string, regexp, message) {
    matching(string, regexp, message, 'doesNotMatch');
  };
  assert.AssertionError = AssertionError;

  const strict = ObjectAssign(
    function strict(...args) {
      truthy(args);
    },
    assert,
    {
      equal: assert.strictEqual,
      deepEqual: assert.deepStrictEqual,
      notEqual: assert.notStrictEqual,
      notDeepEqual: assert.notDeepStrictEqual,
    },
  );
  assert.strict = strict;
  strict.strict = strict;
  return { assert, strict };
});
