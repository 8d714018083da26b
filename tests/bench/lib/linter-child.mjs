/** A process that lints files again and again with one linter, and tells the CPU time of each turn. */

const [name] = process.argv.slice(2);
const { create } = await import(`./linters/${name}.mjs`);

process.once('message', async ({ files, languageOptions }) => {
  const lint = await create(files, languageOptions);
  process.on('message', () => {
    const before = process.cpuUsage();
    const found = lint();
    const { user, system } = process.cpuUsage(before);
    process.send({ ms: (user + system) / 1000, found });
  });
  process.send('ready');
});
process.send('started');
