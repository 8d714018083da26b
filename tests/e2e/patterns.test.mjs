/**
 * Regular expressions in a request's configuration: what cannot be sent to a worker as it is arrives as what it means,
 * one of another frame too.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';

const FILES = {
  '/src/math.js': 'export const one = 1;\n',
  '/a.test.js': `import { one } from '#/math.js';
describe('Suite', () => {
  it('Adds 10', () => { expect(one + 9).toBe(10); });
  it('adds 2', () => { expect(one + 1).toBe(2); });
  it('other', () => { expect(one).toBe(2); });
});
`,
};

/** Carries out the test file with a pattern that the page makes of `source` and `flags`. */
const named = (page, { source, flags, frame }) =>
  page.evaluate(
    async ([files, source, flags, frame]) => {
      const { VerificationManager } = await import('/verdict/index.js');
      const manager = await VerificationManager.create({ workers: 1 });
      await manager.setSnapshot(files);
      let Pattern = RegExp;
      if (frame) {
        const element = document.createElement('iframe');
        document.body.append(element);
        Pattern = element.contentWindow.RegExp;
      }
      const testNamePattern = new Pattern(source, flags);
      const alias = [{ find: new Pattern('^#/'), replacement: '/src/' }];
      const result = await manager.runVerification('test:/a.test.js', { config: { test: { testNamePattern, alias } } });
      manager.dispose();
      return { error: result.error, states: result.output?.map(({ test, state }) => [test, state]) };
    },
    [FILES, source, flags, frame],
  );

const states = (...all) => ['Adds 10', 'adds 2', 'other'].map((name, index) => [name, all[index]]);

describe('patterns', () => {
  const { withPage } = browserTests('e2e/');
  for (const [title, pattern, expected] of [
    ['as they are', { source: 'Adds \\d+$', flags: '' }, states('passed', 'skipped', 'skipped')],
    ['with flags', { source: '^suite adds', flags: 'i' }, states('passed', 'passed', 'skipped')],
    ['of another frame', { source: 'adds \\d$', flags: '', frame: true }, states('skipped', 'passed', 'skipped')],
  ]) {
    test(
      title,
      withPage(async (page) => {
        assert.deepEqual(await named(page, pattern), { error: null, states: expected });
      }),
    );
  }
});
