/**
 * A generated project: modules with a few functions each that import each other, a test file for each, and a helper that
 * all of these share. Half of it is TypeScript.
 * @module
 */

/** Modules of one folder. */
const AREA = 25;

/** Where a module stands. @param {number} index */
const place = (index) => `area${Math.floor(index / AREA)}/m${index}`;
const extension = (/** @type {number} */ index) => (Math.floor(index / AREA) % 2 === 0 ? 'js' : 'ts');

/** @param {number} index */
export const modulePath = (index) => `/src/${place(index)}.${extension(index)}`;
/** @param {number} index */
export const testPath = (index) => `/tests/${place(index)}.test.${extension(index)}`;

/** The modules that one imports: the one before it and one from further back, in its own folder. @param {number} index */
function imported(index) {
  const first = index - (index % AREA);
  const back = first + Math.floor((index - first) / 3);
  return [...new Set([index - 1, back])].filter((other) => other >= first && other < index);
}

/** What a module's `total`, `score` and `steps` come to. */
const limit = (index) => 10 + (index % 7);
const total = (index, items) => items.filter((item) => item > 0).reduce((sum, item) => sum + Math.min(item, limit(index)), 0);
function score(index, items) {
  if (items.length === 0) return index;
  const others = imported(index).reduce((sum, other) => sum + total(other, items.slice(1)), 0);
  return total(index, items) * 2 + others;
}
const steps = (index, count) => Array.from({ length: count }, (_, step) => step * (1 + (index % 3)));

const HELPER = `/** Items as tests want them. */
export function items(...amounts) {
  return amounts.map((amount) => Number(amount));
}

export const LABELS = ['small', 'large'];
`;

const SHARED = `/** A number within bounds. */
export function clamp(value, low, high) {
  if (value < low) return low;
  if (value > high) return high;
  return value;
}

export const label = (name, value) => \`\${name}: \${value}\`;
`;

/**
 * A module's text.
 * @param {number} index
 * @param {number} [edition] Above 0 it has another body, which does the same, and `edition()`.
 */
export function moduleText(index, edition = 0) {
  const types = extension(index) === 'ts';
  const typed = (name, type) => (types ? `${name}: ${type}` : name);
  const returns = (type) => (types ? `: ${type}` : '');
  const others = imported(index);
  const imports = others.map((other) => `import { total as total${other} } from '../${place(other)}.${extension(other)}';`);
  return `import { clamp, label } from '../shared.js';
${imports.join('\n')}

const LIMIT = ${limit(index)};
${types ? `\nexport interface Summary${index} {\n  count: number;\n  text: string;\n}\n` : ''}
/** What is positive, each up to a limit. */
export function total(${typed('items', 'number[]')})${returns('number')} {
  let sum = ${edition === 0 ? '0' : `${edition} - ${edition}`};
  for (const item of items) {
    if (item > 0) sum += clamp(item, 0, LIMIT);
  }
  return sum;
}

export function score(${typed('items', 'number[]')})${returns('number')} {
  if (items.length === 0) return ${index};
  const rest = items.slice(1);
  return total(items) * 2${others.map((other) => ` + total${other}(rest)`).join('')};
}

export function steps(${typed('count', 'number')})${returns('number[]')} {
  const list${types ? ': number[]' : ''} = [];
  for (let step = 0; step < count; step += 1) list.push(step * ${1 + (index % 3)});
  return list;
}

export class Ledger {
  #items${types ? ': number[]' : ''} = [];

  add(${typed('item', 'number')}) {
    if (Number.isNaN(item)) throw new TypeError('not a number');
    this.#items.push(item);
    return this;
  }

  summary()${returns(`Summary${index}`)} {
    return { count: this.#items.length, text: label('m${index}', total(this.#items)) };
  }
}
${edition === 0 ? '' : `\nexport const edition = (${typed('more', 'number')}) => ${edition} + more;\n`}`;
}

/**
 * The text of a module's tests.
 * @param {number} index
 * @param {number} [edition] Above 0 there is a test of `edition()` too, and one more assertion.
 */
export function testText(index, edition = 0) {
  const lists = Array.from({ length: 2 + (index % 5) }, (_, row) =>
    Array.from({ length: row + 1 }, (_, at) => (((at + 1) * (row + index)) % 23) - 3),
  );
  const written = (items) => `items(${items.join(', ')})`;
  const cases = lists.map(
    (items, row) => `  it('scores list ${row}', () => {
    expect(score(${written(items)})).toBe(${score(index, items)});
    expect(total(${written(items)})).toBe(${total(index, items)});
  });`,
  );
  return `import { beforeEach, describe, expect, it } from 'vitest';
import { Ledger, ${edition === 0 ? '' : 'edition, '}score, steps, total } from '../../src/${place(index)}.${extension(index)}';
import { items } from '../helpers/items.js';

describe('m${index}', () => {
  let ledger${extension(index) === 'ts' ? ': Ledger' : ''};
  beforeEach(() => {
    ledger = new Ledger();
  });

${cases.join('\n')}

  it('has a score of nothing', () => {
    expect(score([])).toBe(${index});
  });

  it('counts in steps', () => {
    expect(steps(4)).toEqual(${JSON.stringify(steps(index, 4))});
    expect(steps(0)).toHaveLength(0);
  });

  it('keeps a ledger', () => {
    ledger.add(4).add(40);
    expect(ledger.summary()).toEqual({ count: 2, text: 'm${index}: ${total(index, [4, 40])}' });${edition === 0 ? '' : `\n    expect(ledger.summary().count).toBe(2);`}
  });

  it('refuses what is no number', () => {
    expect(() => ledger.add(Number.NaN)).toThrow('not a number');
    expect(ledger.summary().count).toBe(0);
  });
${edition === 0 ? '' : `\n  it('has an edition', () => {\n    expect(edition(1)).toBe(${edition + 1});\n  });\n`}});
`;
}

/**
 * The files of a project.
 * @param {number} modules
 * @param {number} [tests] How many of the modules, the first ones, have tests.
 * @returns {Record<string, string>} By path.
 */
export function project(modules, tests = modules) {
  const indexes = Array.from({ length: modules }, (_, index) => index);
  const exported = indexes.map(
    (index) => `export { score as score${index}, Ledger as Ledger${index} } from './${place(index)}.${extension(index)}';\n`,
  );
  return {
    '/package.json': `${JSON.stringify({ name: 'generated', type: 'module', main: './src/index.js' }, null, 2)}\n`,
    '/src/index.js': exported.join(''),
    '/src/shared.js': SHARED,
    '/tests/helpers/items.js': HELPER,
    ...Object.fromEntries(indexes.map((index) => [modulePath(index), moduleText(index)])),
    ...Object.fromEntries(indexes.slice(0, tests).map((index) => [testPath(index), testText(index)])),
  };
}
