/**
 * `cargo xtask soak`: honest and hostile requests over a pool of workers in headless Chromium, with a seed. Ends with 1
 * where anything was found.
 */

import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { launch } from '../e2e/lib/browser.mjs';
import { WORKERS, soak } from './soak.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } });
const [seconds, seed] = [Number(values.seconds ?? 180), Number(values.seed ?? 1)];

const row = (/** @type {string} */ name, /** @type {unknown} */ text) => console.log(`${name.padEnd(16)} ${text}`);
const counts = (/** @type {Record<string, number>} */ by) =>
  Object.entries(by)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

const browser = await launch();
try {
  console.log(
    `Chromium ${browser.version()}, ${cpus().length} × ${cpus()[0].model.trim()}; ${WORKERS} workers, seed ${seed}, ${seconds} s\n`,
  );
  let told = 0;
  const found = await soak(browser, {
    seconds,
    seed,
    tell: (text) => {
      if (Date.now() - told < 15_000) return;
      told = Date.now();
      console.log(text);
    },
  });
  console.log('');
  row('requests', `${found.asked} in ${found.seconds.toFixed(1)} s (${counts(found.kinds)})`);
  row('verdicts held', `${found.verdicts} of the quiet run`);
  row('faults', counts(found.faults));
  row('also', `${found.aborts} aborts, ${found.snapshots} snapshots, ${found.bursts} bursts, ${found.resets} resets`);
  row('outcomes', counts(found.outcomes));
  row('restarts', `${found.restarts}, ${found.renewed} of them before a look at memory; ${found.dropped} messages dropped`);
  for (const [kind, name] of /** @type {const} */ ([
    ['heap', 'page heap'],
    ['rss', 'renderers'],
  ])) {
    const memory = found.memory[kind];
    if (!memory) row(name, 'not known on this system');
    else
      row(
        name,
        `${memory.first.toFixed(1)} MiB first, ${memory.last.toFixed(1)} last, ${memory.peak.toFixed(1)} most, ${memory.most.toFixed(1)} allowed (${found.samples} samples)`,
      );
  }
  row('violations', found.violated);
  for (const violation of found.violations) console.log(`  ${violation}`);
  if (found.violated > 0) process.exitCode = 1;
} finally {
  await browser.close();
}
