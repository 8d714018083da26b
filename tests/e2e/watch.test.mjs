/** A manager's watch with the real engine: what runs after a change, and which files the engine selects by a glob. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';

const { withPage } = browserTests('e2e/');

const FILES = {
  '/package.json': '{}',
  '/src/sum.js': 'export const sum = (a, b) => a + b;\n',
  '/src/data.json': '{"rows": 3}',
  '/tests/sum.test.js': "import { sum } from '../src/sum.js';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\n",
  '/tests/rows.test.js': "import data from '../src/data.json';\ntest('rows', () => expect(data.rows).toBe(3));\n",
  '/tests/alone.test.js': "test('alone', () => {});\n",
};

/** A step: files to set, what is expected to run, and whether it passes. @typedef {[files: object, expected: [string[] | null, boolean][]]} Step */

/** @param {import('playwright-core').Page} page @param {string} command @param {Step[]} steps */
const watched = (page, command, steps) =>
  page.evaluate(
    async ([files, command, steps]) => {
      const { VerificationManager } = await import('/verdict/index.js');
      const manager = await VerificationManager.create({ workers: 2 });
      await manager.setSnapshot(files);
      const seen = [];
      const watch = manager.watch(command, { onResult: (result, run) => seen.push([run.files, result.success]) });
      await watch.idle();
      const all = [seen.splice(0)];
      for (const [step] of steps) {
        await manager.setSnapshot(step);
        await watch.idle();
        all.push(seen.splice(0));
      }
      watch.close();
      manager.dispose();
      return all;
    },
    [FILES, command, steps],
  );

describe('a watch', () => {
  /** @type {[string, string, Step[]][]} */
  const cases = [
    [
      'runs the tests of what changed, failures first',
      'test:/tests/*.test.js',
      [
        [{ entries: { '/src/sum.js': 'export const sum = (a, b) => a - b;\n' } }, [[['/tests/sum.test.js'], false]]],
        [{ entries: { '/src/data.json': '{"rows": 4}' } }, [[['/tests/rows.test.js'], false]]],
        [
          {
            entries: {
              '/src/data.json': '{"rows": 3}',
              '/src/sum.js': FILES['/src/sum.js'],
              '/tests/alone.test.js': "test('x', () => {});\n",
            },
          },
          [
            [['/tests/rows.test.js', '/tests/sum.test.js'], true],
            [['/tests/alone.test.js'], true],
          ],
        ],
        [{ entries: { '/tests/alone.test.js': "test('x', () => {});\n" } }, []],
        [{ entries: { '/tests/new.test.js': "test('new', () => { throw 1; });\n" } }, [[['/tests/new.test.js'], false]]],
        [{ removed: ['/src/sum.js'] }, [[['/tests/sum.test.js'], false]]],
        [
          FILES,
          [
            [['/tests/sum.test.js'], true],
            [['/tests/alone.test.js'], true],
          ],
        ],
      ],
    ],
    [
      'runs again after a syntax error',
      'test:/tests/sum.test.js',
      [
        [{ entries: { '/src/sum.js': 'export const sum = ;\n' } }, [[['/tests/sum.test.js'], false]]],
        [{ entries: { '/src/sum.js': FILES['/src/sum.js'] } }, [[['/tests/sum.test.js'], true]]],
      ],
    ],
    [
      'runs everything after a configuration that is broken and repaired',
      'test:/tests/*.test.js',
      [
        [{ entries: { '/verdict.config.json': '{' } }, [[null, false]]],
        [{ entries: { '/verdict.config.json': '{}' } }, [[null, true]]],
      ],
    ],
    [
      'lints what changed',
      'lint:**/*.js',
      [
        [{ entries: { '/src/sum.js': 'debugger;\nexport const sum = 1;\n' } }, [[['/src/sum.js', '/tests/sum.test.js'], false]]],
        [
          { entries: { '/src/sum.js': FILES['/src/sum.js'] } },
          [
            [['/src/sum.js'], true],
            [['/tests/sum.test.js'], true],
          ],
        ],
      ],
    ],
  ];
  for (const [name, command, steps] of cases) {
    test(name, () =>
      withPage(async (page) => {
        const [first, ...rest] = await watched(page, command, steps);
        assert.deepEqual(first, [[null, true]]);
        for (const [at, [files, expected]] of steps.entries()) assert.deepEqual(rest[at], expected, JSON.stringify(files));
      }),
    );
  }
});

test('a glob selects the files that the engine selects', () =>
  withPage(async (page) => {
    const globs = [
      '**/*.js',
      '/src/*.js',
      'src/**',
      '/s**/a.js',
      './{src,lib}/**/{a,b}.js',
      '/?rc/a.js',
      '/node_modules/**/*.js',
      '/{a,b{c,d}}.js',
      '**',
      '/src/[a].js',
      '"/src/b c.js" /a.js',
    ];
    const paths = [
      '/a.js',
      '/bd.js',
      '/src/a.js',
      '/src/b c.js',
      '/src/deep/b.js',
      '/lib/b.js',
      '/src.js',
      '/node_modules/x/a.js',
      '/src/[a].js',
      '/src/é.js',
    ];
    const found = await page.evaluate(
      async ([globs, paths]) => {
        const { VerificationManager } = await import('/verdict/index.js');
        const { matcher, parse } = await import('/verdict/watch/globs.js');
        const manager = await VerificationManager.create({ workers: 1 });
        await manager.setSnapshot(Object.fromEntries(paths.map((path) => [path, "test('t', () => {});"])));
        const all = [];
        for (const glob of globs) {
          const { output } = await manager.runVerification(`test:${glob}`);
          const matches = matcher(parse(`test:${glob}`).patterns);
          const engine = [...new Set(output.map(({ file }) => file))].sort();
          all.push([engine, matches ? paths.filter(matches).sort() : engine]);
        }
        manager.dispose();
        return all;
      },
      [globs, paths],
    );
    for (const [at, glob] of globs.entries()) assert.deepEqual(found[at][1], found[at][0], glob);
  }));
