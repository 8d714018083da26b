// Values of packages that are not here, and values as data. It runs in the guest, in front of a configuration.

/** Where each foreign value comes from: `{ package, path, called, options }`. */
const origins = new WeakMap();
/** The most values of a configuration, and the deepest nesting. */
const MOST = 100_000;
const DEEPEST = 100;

/** A value of a package that is not here. It can be called, spread and read, and knows where it comes from. */
function foreign(origin) {
  const own = new Map();
  const child = (key) => {
    const path = origin.path === '' ? key : `${origin.path}.${key}`;
    return foreign({ ...origin, path });
  };
  const called = (options) => foreign({ ...origin, called: true, options });
  const name = `$foreign:${origin.package}${origin.path === '' ? '' : `.${origin.path}`}`;
  const value = new Proxy(class {}, {
    get(_, key) {
      if (key === name) return true;
      if (own.has(key)) return own.get(key);
      if (key === Symbol.toPrimitive) return () => name;
      if (key === Symbol.iterator) {
        return function* () {
          yield value;
        };
      }
      if (typeof key === 'symbol' || key === 'then' || key === 'toJSON' || key === '__esModule') return undefined;
      if (key === 'default') return value;
      // A list of configurations, as far as anyone can say.
      if (key === 'map' || key === 'flatMap') return (change) => [change(value, 0)].flat();
      if (key === 'filter' || key === 'concat') return () => [value];
      if (key === 'forEach') return (see) => see(value, 0);
      const made = child(key);
      own.set(key, made);
      return made;
    },
    set(_, key, given) {
      own.set(key, given);
      return true;
    },
    has: () => true,
    apply: (_, __, options) => called(options),
    construct: (_, options) => called(options),
    ownKeys: () => [name, 'prototype'],
    getOwnPropertyDescriptor(target, key) {
      if (key === 'prototype') return Reflect.getOwnPropertyDescriptor(target, key);
      if (key === name) return { value: true, enumerable: true, configurable: true, writable: true };
      return undefined;
    },
    getPrototypeOf: () => Function.prototype,
  });
  origins.set(value, origin);
  return value;
}

/** The stand-in of a package: a foreign value as `module.exports`. */
function standIn(name) {
  return foreign({ package: name, path: '' });
}

/** What is known of a package, and foreign values for all else. */
function partly(name, known) {
  const rest = standIn(name);
  return new Proxy(known, {
    get: (_, key) => (key in known || typeof key === 'symbol' || key === '__esModule' ? known[key] : rest[key]),
  });
}

/** A value as data for JSON. */
function plain(value) {
  const room = { left: MOST };
  return written(value, 'the configuration', [], room);
}

function written(value, at, above, room) {
  room.left -= 1;
  if (room.left < 0) throw new RangeError(`the configuration has more than ${MOST} values`);
  const origin = (typeof value === 'function' || typeof value === 'object') && value !== null && origins.get(value);
  if (origin) {
    const options = written(origin.options ?? [], at, [...above, value], room);
    return { $foreign: { package: origin.package, path: origin.path, called: origin.called === true, options } };
  }
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : { $number: String(value) };
    case 'bigint':
    case 'symbol':
      return { $text: String(value) };
    case 'function':
      return { $function: value.name };
    case 'object':
      break;
    default:
      return value;
  }
  if (value === null) return null;
  if (above.includes(value)) throw new TypeError(`${at} refers to itself`);
  if (above.length > DEEPEST) throw new RangeError(`the configuration is nested deeper than ${DEEPEST} levels`);
  if (value instanceof RegExp) return { $pattern: { source: value.source, flags: value.flags } };
  if (value instanceof URL) return value.href;
  const now = [...above, value];
  if (Array.isArray(value)) return value.map((item, index) => written(item, `${at}[${index}]`, now, room) ?? null);
  if (value instanceof Map || value instanceof Set || value instanceof Date || value instanceof Promise) {
    return { $instance: value.constructor.name };
  }
  const data = {};
  for (const key of Object.keys(value)) {
    // The order of these counts, and JSON has none.
    if ((key === 'alias' || key === 'moduleNameMapper') && isPlain(value[key])) {
      const pairs = Object.entries(value[key]);
      const list = key === 'alias' ? pairs.map(([find, replacement]) => ({ find, replacement })) : pairs;
      data[key] = written(list, key, now, room);
      continue;
    }
    // Plugins of a linter are programs, and often refer to themselves.
    data[key] =
      key === 'plugins' && !Array.isArray(value[key]) && !origins.has(value[key])
        ? named(value[key])
        : written(value[key], at === 'the configuration' ? key : `${at}.${key}`, now, room);
  }
  return data;
}

function isPlain(value) {
  return Object.prototype.toString.call(value) === '[object Object]' && !origins.has(value);
}

/** Plugins by name, with where each comes from. */
function named(plugins) {
  if (plugins === null || typeof plugins !== 'object') return plugins;
  const data = {};
  for (const name of Object.keys(plugins)) {
    const plugin = plugins[name];
    const origin = plugin !== null && (typeof plugin === 'object' || typeof plugin === 'function') && origins.get(plugin);
    data[name] = origin ? origin.package : (plugin?.$package ?? '');
  }
  return data;
}

/** The value of a configuration: what a promise gives, and what a function returns. */
async function given(value, environment) {
  let found = await value;
  if (typeof found === 'function' && !origins.has(found)) found = await found(environment);
  if (Array.isArray(found)) return Promise.all(found.map((item) => given(item, environment)));
  const projects = found !== null && typeof found === 'object' && !origins.has(found) ? found.test?.projects : undefined;
  if (Array.isArray(projects)) {
    found.test = { ...found.test, projects: await Promise.all(projects.map((item) => given(item, environment))) };
  }
  return found;
}

/** Whether a value comes from a package that is not here. */
function isForeign(value) {
  return (typeof value === 'function' || typeof value === 'object') && value !== null && origins.has(value);
}

module.exports = { foreign, standIn, partly, isForeign, plain, given };
