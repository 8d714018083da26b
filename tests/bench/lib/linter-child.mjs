/** A process that lints files again and again with one linter, and tells the CPU time of each turn. */

import { ownMilliseconds } from './cpu-time.mjs';

const [name] = process.argv.slice(2);
const { create } = await import(`./linters/${name}.mjs`);

process.once('message', async ({ files, languageOptions }) => {
  const lint = await create(files, languageOptions);
  process.on('message', () => {
    const before = ownMilliseconds();
    const found = lint();
    process.send({ ms: ownMilliseconds() - before, found });
  });
  process.send('ready');
});
process.send('started');
