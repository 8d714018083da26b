import { readdir } from 'node:fs/promises';

import { header, quantile, row } from '../lib/table.mjs';

const TURNS = 9;

export const about = 'programs that compute, in the guest and in QuickJS (quickjs-emscripten, release) in the same worker';

export async function run({ onPage }) {
  const files = await readdir(new URL('../page/cpu/', import.meta.url));
  const programs = files.filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -'.js'.length));
  const measured = await onPage('cpu', 'measureCpu', programs, TURNS);
  header();
  let product = 1;
  for (const [name, [ours, quickJs]] of Object.entries(measured)) {
    row(name, ours, { name: 'QuickJS', samples: quickJs });
    product *= quantile(ours, 0.5) / quantile(quickJs, 0.5);
  }
  console.log(`  geometric mean of ${programs.length} ratios: ${(product ** (1 / programs.length)).toFixed(2)}×`);
}
