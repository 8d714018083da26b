/** Vitest on files of a folder, kept warm between runs. @module */

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createVitest } from '../../conformance/node_modules/vitest/dist/node.js';

const PACKAGES = fileURLToPath(new URL('../../conformance/node_modules', import.meta.url));

/**
 * @param {Record<string, string>} files Contents by absolute path in the folder.
 * @param {number} workers
 */
export async function warmVitest(files, workers) {
  const root = await mkdtemp(join(tmpdir(), 'verdict-bench-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await symlink(PACKAGES, join(root, 'node_modules'));
  const vitest = await createVitest('test', {
    root,
    watch: false,
    config: false,
    pool: 'threads',
    maxWorkers: workers,
    reporters: [{}],
    update: false,
  });
  const specifications = await vitest.globTestSpecifications();
  return {
    /** @returns {Promise<{ time: number, tests: number }>} Milliseconds, and how many tests passed. */
    async run() {
      const begin = performance.now();
      const { testModules } = await vitest.runTestSpecifications(specifications, true);
      const time = performance.now() - begin;
      const passed = testModules.flatMap((module) => [...module.children.allTests('passed')]);
      return { time, tests: passed.length };
    },
    async close() {
      await vitest.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
