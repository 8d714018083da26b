/**
 * `console`: sends output to the host, together with the test that printed it.
 * @module
 */

import { onRenew } from './fresh.js';
import { format, inspect } from './node.js';
import { current } from './runner.js';
import { say, sayDropped } from './port.js';
import { run } from './state.js';
import {
  create,
  defineProperty,
  indexOf,
  join,
  listSlice,
  mapClear,
  mapGet,
  mapSet,
  MapClass,
  ownKeys,
  performanceNow,
  slice,
  split,
} from './primordials.js';

/** Maximum length of an entry in UTF-16 units. */
const MAX = 1 << 16;
/** Bytes that the host counts per entry in addition to its text (`verdict_protocol::ConsoleLog`). */
const ENTRY = 64;

const counts = new MapClass();
const timers = new MapClass();
let indent = '';
onRenew(() => {
  mapClear(counts);
  mapClear(timers);
  indent = '';
});
/** Upper bound of the bytes that the host still keeps; it counts UTF-8. */
let room = Infinity;

/** Sets the number of bytes to keep of the next file. */
export function roomFor(bytes) {
  room = bytes ?? Infinity;
}

/** Whether lines are only counted, so that their text need not be built. */
const isFull = () => room < ENTRY || run.config?.console === 'silent';

function print(level, text) {
  if (isFull()) return sayDropped();
  if (indent !== '') text = join(split(indent + text, '\n'), `\n${indent}`);
  if (text.length > MAX) text = slice(text, 0, MAX);
  room -= ENTRY + text.length;
  return say({ __proto__: null, type: 'console', level, text, test: current.test });
}

/** Formats the arguments of a call. Strings without format specifiers stay as they are. */
function formatted(args) {
  if (args.length === 1 && typeof args[0] === 'string') return args[0];
  let plain = args.length > 0 && typeof args[0] === 'string' && indexOf(args[0], '%') < 0;
  for (let i = 1; plain && i < args.length; i++) plain = typeof args[i] === 'string';
  return plain ? join(args, ' ') : format(args);
}

const level =
  (name) =>
  (...args) => {
    if (isFull()) sayDropped();
    else print(name, formatted(args));
  };
const label = (value) => (value === undefined ? 'default' : `${value}`);
const took = (name) => {
  const from = mapGet(timers, name);
  return from === undefined ? undefined : `${name}: ${(performanceNow() - from).toFixed(3)}ms`;
};

const METHODS = {
  __proto__: null,
  log: level('log'),
  info: level('info'),
  debug: level('debug'),
  warn: level('warn'),
  error: level('error'),
  dir: (value, options) => {
    print('log', inspect(value, { customInspect: false, ...options }));
  },
  dirxml: level('log'),
  trace: (...args) => {
    const stack = new Error().stack ?? '';
    const lines = split(stack, '\n');
    print('error', `Trace${args.length ? `: ${formatted(args)}` : ''}\n${join(listSlice(lines, 2), '\n')}`);
  },
  assert: (condition, ...args) => {
    if (condition) return;
    if (typeof args[0] === 'string') args[0] = `Assertion failed: ${args[0]}`;
    else args = ['Assertion failed', ...args];
    print('error', formatted(args));
  },
  group: (...args) => {
    if (args.length) print('log', formatted(args));
    indent += '  ';
  },
  groupEnd: () => {
    indent = indent.slice(2);
  },
  count: (name) => {
    const key = label(name),
      count = (mapGet(counts, key) ?? 0) + 1;
    mapSet(counts, key, count);
    print('log', `${key}: ${count}`);
  },
  countReset: (name) => {
    mapSet(counts, label(name), 0);
  },
  time: (name) => {
    mapSet(timers, label(name), performanceNow());
  },
  timeLog: (name, ...args) => {
    const text = took(label(name));
    if (text !== undefined) print('log', args.length ? `${text} ${formatted(args)}` : text);
  },
  timeEnd: (name) => {
    const text = took(label(name));
    if (text !== undefined) print('log', text);
    mapSet(timers, label(name), undefined);
  },
  table: (value, columns) => {
    if (value === null || typeof value !== 'object') return print('log', formatted([value]));
    print('log', table(value, columns));
  },
  clear() {},
  timeStamp() {},
  profile() {},
  profileEnd() {},
};
METHODS.groupCollapsed = METHODS.group;

/** Draws a table like Node. */
function table(value, columns) {
  const keys = ownKeys(value).filter((key) => typeof key === 'string' && !(Array.isArray(value) && key === 'length'));
  const rows = keys.map((key) => [key, value[key]]);
  const names = columns ?? [...new Set(rows.flatMap(([, row]) => (row !== null && typeof row === 'object' ? Object.keys(row) : [])))];
  const plain = rows.some(([, row]) => row === null || typeof row !== 'object');
  const header = ['(index)', ...names, ...(plain ? ['Values'] : [])];
  const cell = (item) => inspect(item, { depth: 0 });
  const body = rows.map(([key, row]) => {
    const isObject = row !== null && typeof row === 'object';
    return [
      key,
      ...names.map((name) => (isObject && Object.hasOwn(row, name) ? cell(row[name]) : '')),
      ...(plain ? [isObject ? '' : cell(row)] : []),
    ];
  });
  const widths = header.map((name, at) => Math.max(name.length, ...body.map((line) => line[at].length)) + 2);
  const line = (left, middle, right) => left + widths.map((width) => '─'.repeat(width)).join(middle) + right;
  const drawn = (cells) => `│${cells.map((text, at) => ` ${text}${' '.repeat(widths[at] - text.length - 1)}`).join('│')}│`;
  return [line('┌', '┬', '┐'), drawn(header), line('├', '┼', '┤'), ...body.map(drawn), line('└', '┴', '┘')].join('\n');
}

/** Prints at a level, like `console`. */
export const printed = (name, args) => {
  print(name, formatted(args));
};

/** Replaces the worker's own console, whose output nobody sees. */
export function installConsole() {
  const console = create(Object.prototype);
  const names = ownKeys(METHODS);
  for (let i = 0; i < names.length; i++) {
    const method = METHODS[names[i]];
    defineProperty(method, 'name', { __proto__: null, value: names[i], configurable: true });
    console[names[i]] = method;
  }
  defineProperty(console, Symbol.toStringTag, { __proto__: null, value: 'console', configurable: true });
  defineProperty(globalThis, 'console', { __proto__: null, value: console, writable: true, enumerable: false, configurable: true });
}
