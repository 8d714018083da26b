import * as vitest from 'vitest';
import { assert, chai, describe, expect, test, vi } from 'vitest';
import table from './surface.json';

const { vitest: names, jest: ofJest } = table;

/** Names of an object and of what it inherits, symbols as `@@description`; not those that every object and function has. */
const listed = (object) => {
  const found = new Set();
  for (let link = object; link && link !== Object.prototype && link !== Function.prototype; link = Object.getPrototypeOf(link)) {
    for (const key of Reflect.ownKeys(link)) found.add(typeof key === 'symbol' ? `@@${key.description}` : key);
  }
  return [...found];
};

// What is made when it is first asked for is asked for.
void assert.equal;
void expect(1).to;

/** The objects whose names the table has. */
const objects = ({ context }) => ({
  exports: { ...vitest },
  vi,
  expect,
  'expect.not': expect.not,
  assertion: expect(1),
  test,
  describe,
  context,
  task: context.task,
  suite: context.task.suite,
  mock: vi.fn(),
  'mock.mock': vi.fn().mock,
  assert,
  chai,
  state: expect.getState(),
  asymmetric: expect.any(String),
});

describe.each(Object.keys(names))('%s', (section) => {
  test('has what it should', (context) => {
    const has = listed(objects({ context })[section]);
    const missing = Object.entries(names[section]).filter(([name, reason]) => !reason && !has.includes(name));
    expect(missing.map(([name]) => name)).toEqual([]);
  });
  test('has nothing else', (context) => {
    // Names of Jest are there too, on the same objects, in the runner that has both.
    const alias = { exports: 'globals', vi: 'jest' };
    const known = { ...names[section], ...ofJest[alias[section] ?? section], '@@Symbol.dispose': '' };
    const more = listed(objects({ context })[section]).filter((name) => !(name in known) && name !== 'genMockFromModule' && name !== 'failing');
    expect(more).toEqual([]);
  });
});
