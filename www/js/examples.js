/**
 * Bundles to try.
 * @module
 */

/**
 * @typedef {object} Example
 * @property {string} id Also the name of its file in `examples/`.
 * @property {string} label
 * @property {string} note What to expect.
 * @property {string} verify The command that has to pass.
 * @property {number} timeout Milliseconds.
 */

/** @type {readonly Example[]} */
export const EXAMPLES = [
  {
    id: 'good',
    label: 'A good change',
    note:
      'Scout learns to forget on demand, and brings the tests for it. ' +
      'All tests run, its own and those of the libraries; then the change is applied.',
    verify: 'test:/tests/*.test.js',
    timeout: 30_000,
  },
  {
    id: 'breaking',
    label: 'A change that breaks something',
    note: 'A shortcut that looks harmless. The tests know better, and not a byte of the files changes.',
    verify: 'test:/tests/*.test.js',
    timeout: 30_000,
  },
  {
    id: 'loop',
    label: 'An endless loop',
    note: 'The test never comes back. After two seconds its worker is terminated and another takes its place.',
    verify: 'test:/tests/agent.test.js',
    timeout: 2_000,
  },
  {
    id: 'own-tests',
    label: 'A change that edits its own tests',
    note: 'A test stood in the way and was brought in line. All tests pass, and the change is refused: in its old form the test does not.',
    verify: 'test:/tests/*.test.js',
    timeout: 30_000,
  },
  {
    id: 'network',
    label: 'A change that wants the network',
    note: 'All tests pass. What code below /src/ may do stands in /spec/constitution.yaml, and the network is not in it.',
    verify: 'test:/tests/*.test.js',
    timeout: 30_000,
  },
  {
    id: 'lint',
    label: 'Code that does not lint',
    note: 'console.log, debugger, var and eval, found in the syntax tree with their positions.',
    verify: 'lint:/src/*.js',
    timeout: 10_000,
  },
  {
    id: 'types',
    label: 'Names that do not exist',
    note: 'A misspelt import, a module that there is not, and an identifier that nothing defines.',
    verify: 'type-check:/src/**/*.js',
    timeout: 10_000,
  },
];

/** Commands to try. */
export const COMMANDS = [
  'test:/tests/*.test.js',
  'test:/tests/d3-color.test.js',
  'lint:/src/*.js',
  'type-check:/src/**/*.js',
  'eval:[1, 2, 3].map((n) => n ** 2)',
  'eval:Object.keys(vfs).length',
  "eval:[].constructor.constructor('return typeof self')()",
  'eval:while (true) {}',
];

/**
 * The text of an example.
 *
 * @param {string} id
 * @returns {Promise<string>}
 */
export async function bundleOf(id) {
  const response = await fetch(new URL(`../examples/${id}.md`, import.meta.url));
  if (!response.ok) throw new Error(`the example ${id} is not served: HTTP ${response.status}`);
  return response.text();
}
