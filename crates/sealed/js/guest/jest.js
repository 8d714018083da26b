/**
 * Members of `jest` that `vi` lacks or names differently. Both are one object.
 * @module
 */

import { onRenew } from './fresh.js';
import { hooks } from './hooks.js';
import { importerOf, isolated, requireActualFor } from './loader.js';
import { createdMock, mockNow } from './mocks.js';
import {
  callbackAndResult,
  callbackCalledTwice,
  callbackFailed,
  jestExpectsFunction,
  legacyTimersOnly,
  mockByFactory,
  mockByPath,
  replacedAccessor,
  replacedFixed,
  replacedMissing,
  replacedNothing,
  replacedPrimitive,
  retryInTest,
  unsupportedInJest,
  viExpectsPath,
} from './sentences.js';
import { isForJest, run, worker } from './state.js';
import {
  apply,
  construct,
  defineProperty,
  deleteProperty,
  ErrorClass,
  exec,
  functionText,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  includes,
  ObjectClass,
  PromiseClass,
  push,
  setProperty,
  split,
  startsWith,
  StringClass,
  then,
  TypeErrorClass,
} from './primordials.js';

// Jest calls what stands for a constructor, with a new object as `this`. Only a class cannot be called.
hooks.construct = (implementation, args, target) => {
  if (!isForJest() || startsWith(functionText(implementation), 'class')) return construct(implementation, args, target);
  const made = construct(ObjectClass, [], target),
    given = apply(implementation, made, args);
  return (typeof given === 'object' && given !== null) || typeof given === 'function' ? given : made;
};

/** The result of a hook, which is no function to call afterwards as in Vitest. */
const withoutFunction = (result) => (typeof result === 'function' ? undefined : result);
// Jest gives a callback to a function with one more parameter than a table has values, and to others nothing.
hooks.callback = (run, body = run, table = []) => {
  if (!isForJest()) return run;
  if (body.length <= table.length)
    return () => {
      const result = apply(body, undefined, table);
      return result instanceof PromiseClass ? then(result, withoutFunction) : withoutFunction(result);
    };
  return () =>
    new PromiseClass((resolve, reject) => {
      let isCalled = false,
        returned;
      const done = (reason) => {
        if (isCalled) return reject(new ErrorClass(callbackCalledTwice()));
        isCalled = true;
        const error = reason instanceof ErrorClass ? reason : new ErrorClass(callbackFailed(StringClass(reason)));
        return then(resolved, () => {
          if (returned !== undefined) reject(new ErrorClass(callbackAndResult()));
          else if (reason) reject(error);
          else resolve();
        });
      };
      returned = apply(body, undefined, [...table, done]);
    });
};
const resolved = PromiseClass.resolve();

/** The file of the caller: the first frame outside the harness. */
function importer() {
  const limit = Error.stackTraceLimit;
  setProperty(Error, 'stackTraceLimit', 30);
  const { stack } = new ErrorClass();
  setProperty(Error, 'stackTraceLimit', limit);
  const lines = split(`${stack}`, '\n');
  for (let i = 1; i < lines.length; i++) {
    const file = includes(lines[i], 'harness.js') ? null : exec(/(?:\(|at )(?:async )?(\/[^()]*):\d+:\d+\)?$/, lines[i]);
    if (file !== null) return importerOf(file[1]);
  }
  return importerOf(run.file);
}

const refuse = (name, instead) => () => {
  throw new ErrorClass(unsupportedInJest(name, instead));
};
function path(method, given) {
  if (typeof given !== 'string') throw new TypeErrorClass(viExpectsPath(method, typeof given));
  return given;
}
function functionOf(method, given) {
  if (typeof given !== 'function') throw new TypeErrorClass(jestExpectsFunction(method));
  return given;
}

/** Replaced properties, with their original values. */
let replaced = [];
onRenew(restoreProperties);
/** Restores them, last first. */
export function restoreProperties() {
  const all = replaced;
  replaced = [];
  for (let i = all.length - 1; i >= 0; i--) all[i].putBack();
}

function found(object, key) {
  for (let owner = object; owner !== null; owner = getPrototypeOf(owner)) {
    const property = getOwnPropertyDescriptor(owner, key);
    if (property !== undefined) return { property, isOwn: owner === object };
  }
  return undefined;
}

/** `jest.replaceProperty(object, key, value)`, with Jest's error messages. */
function replaceProperty(object, key, value) {
  if (object === null || (typeof object !== 'object' && typeof object !== 'function'))
    throw new ErrorClass(replacedPrimitive(object === null ? 'null' : typeof object));
  if (key === undefined || key === null) throw new ErrorClass(replacedNothing());
  const name = String(key),
    there = found(object, key);
  if (there === undefined) throw new ErrorClass(replacedMissing(name));
  const { property, isOwn } = there;
  if (!property.configurable) throw new ErrorClass(replacedFixed(name));
  for (const [accessor, word, what] of [
    [property.get, 'get', 'a getter'],
    [property.set, 'set', 'a setter'],
  ]) {
    if (accessor !== undefined) throw new ErrorClass(replacedAccessor(name, what, word));
  }
  if (typeof property.value === 'function')
    throw new TypeErrorClass(
      `Cannot replace the \`${name}\` property because it is a function. Use \`jest.spyOn(object, '${name}')\` instead.`,
    );
  object[key] = value;
  for (let i = 0; i < replaced.length; i++) if (replaced[i].object === object && replaced[i].key === key) return replaced[i].handle;
  const one = {
    __proto__: null,
    object,
    key,
    putBack() {
      if (isOwn) defineProperty(object, key, property);
      else deleteProperty(object, key);
    },
    handle: {
      replaceValue(next) {
        object[key] = next;
        return this;
      },
      restore() {
        const left = [];
        for (let i = 0; i < replaced.length; i++)
          if (replaced[i] === one) one.putBack();
          else push(left, replaced[i]);
        replaced = left;
      },
    },
  };
  push(replaced, one);
  return one.handle;
}

/** What Jest fakes. */
const FAKED =
  'setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate hrtime performance requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback Date nextTick queueMicrotask'.split(
    ' ',
  );
/** Options of fake timers with Vitest's names. */
function optionsOfVitest({ doNotFake, timerLimit, advanceTimers, ...options }) {
  if (doNotFake !== undefined) options.toFake ??= FAKED.filter((name) => !doNotFake.includes(name));
  if (timerLimit !== undefined) options.loopLimit ??= timerLimit;
  if (advanceTimers !== undefined && advanceTimers !== false) {
    options.shouldAdvanceTime ??= true;
    if (advanceTimers !== true) options.advanceTimeDelta ??= advanceTimers;
  }
  return options;
}

/** Adds the members of `jest` to `vi`. */
export function jestOf(vi) {
  const { restoreAllMocks } = vi;
  vi.restoreAllMocks = () => {
    restoreProperties();
    return restoreAllMocks();
  };
  const { advanceTimersToNextTimer, useFakeTimers } = vi;
  vi.useFakeTimers = (config) => useFakeTimers(config && optionsOfVitest(config));
  vi.advanceTimersToNextTimer = (steps = 1) => {
    for (let i = 0; i < (isForJest() ? steps : 1); i++) advanceTimersToNextTimer();
    return vi;
  };
  const later = (raw, factory) => {
    hooks.mocker.queueMock(raw, importer().id, factory);
  };
  const unmock = (raw) => {
    hooks.mocker.queueUnmock(raw, importer().id);
    return vi;
  };
  const createMockFromModule = (raw) => createdMock(path('createMockFromModule', raw), importer());
  return {
    now: () => Date.now(),
    setTimeout(ms) {
      vi.setConfig({ testTimeout: Number(ms) });
      return vi;
    },
    retryTimes(count, options) {
      if (hooks.isLate()) throw new ErrorClass(retryInTest());
      const times = Number(count);
      hooks.retryBefore ??= { value: worker.config.retry };
      vi.setConfig({ retry: { count: times > 0 ? Math.min(times, 1000) : 0, delay: Number(options?.waitBeforeRetry ?? 0) } });
      return vi;
    },
    replaceProperty,
    getSeed: () => Number(BigInt.asUintN(32, BigInt(run.config?.sequence?.seed ?? run.seed ?? 0))),
    isEnvironmentTornDown: () => false,
    unstable_mockModule(raw, factory) {
      later(raw, factory);
    },
    unstable_unmockModule: unmock,
    dontMock: unmock,
    deepUnmock: unmock,
    setMock(raw, value) {
      later(path('setMock', raw), () => value);
      return vi;
    },
    requireActual(raw) {
      path('requireActual', raw);
      return requireActualFor(importer().id)(raw);
    },
    requireMock: (raw) => mockNow(path('requireMock', raw), importer()),
    createMockFromModule,
    genMockFromModule: createMockFromModule,
    isolateModules(body) {
      const { back } = isolated(functionOf('isolateModules', body));
      back();
      return vi;
    },
    isolateModulesAsync(body) {
      const { result, back } = isolated(functionOf('isolateModulesAsync', body));
      return then(
        new PromiseClass((resolve) => {
          resolve(result);
        }),
        () => {
          back();
        },
        (error) => {
          back();
          throw error;
        },
      );
    },
    disableAutomock: () => vi,
    autoMockOff: () => vi,
    enableAutomock: refuse('enableAutomock', mockByPath()),
    autoMockOn: refuse('autoMockOn', mockByPath()),
    onGenerateMock: refuse('onGenerateMock', mockByFactory()),
    runAllImmediates() {
      throw new TypeErrorClass(legacyTimersOnly());
    },
  };
}
