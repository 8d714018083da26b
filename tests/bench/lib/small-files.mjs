/**
 * Small test files of ten assertions each.
 * @param {number} count
 * @returns {Record<string, string>} By path.
 */
export function smallFiles(count) {
  const text = (/** @type {number} */ file) => `import { describe, expect, test } from 'vitest';
import { add, greet } from '../src/lib.js';
describe('file ${file}', () => {
${Array.from(
  { length: 5 },
  (_, index) => `  test('case ${index}', () => {
    expect(add(${file}, ${index})).toBe(${file + index});
    expect(greet({ name: 'n${index}' })).toEqual({ text: 'hello n${index}', length: 8 });
  });`,
).join('\n')}
});
`;
  const tests = Array.from({ length: count }, (_, file) => [`/tests/t${file}.test.js`, text(file)]);
  return {
    '/src/lib.js': `export const add = (a, b) => a + b;
export function greet({ name }) {
  const text = 'hello ' + name;
  return { text, length: text.length };
}
`,
    ...Object.fromEntries(tests),
  };
}
