/**
 * Vitest in a process of its own, whose CPU time can be told from everything else's. Started with a folder, a pool, a number of
 * workers and `true` or `false` for `isolate`; a message runs all tests there once, and is answered with the time and what became of
 * each.
 */

import { createVitest } from '../../conformance/node_modules/vitest/dist/node.js';

const [root, pool, workers, isolate] = process.argv.slice(2);
const vitest = await createVitest('test', {
  root,
  watch: false,
  pool,
  maxWorkers: Number(workers),
  isolate: isolate === 'true',
  reporters: [{}],
  update: false,
});
const specifications = await vitest.globTestSpecifications();

process.on('message', async (word) => {
  if (word === 'end') {
    await vitest.close();
    process.exit();
  }
  const begin = performance.now();
  const { testModules } = await vitest.runTestSpecifications(specifications, true);
  const time = performance.now() - begin;
  const states = {};
  for (const { moduleId, children } of testModules) {
    const path = moduleId.slice(root.length);
    for (const test of children.allTests()) states[`${path} > ${test.fullName}`] = test.result().state;
  }
  process.send({ time, states });
});
process.send('ready');
