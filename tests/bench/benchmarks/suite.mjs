import { smallFiles } from '../lib/small-files.mjs';
import { header, row } from '../lib/table.mjs';
import { warmVitest } from '../lib/vitest.mjs';

const FILES = 200;
const WORKERS = 2;
const TURNS = 7;

export const about = `${FILES} small files of ten assertions on ${WORKERS} workers in Chromium, beside Vitest on ${WORKERS} threads, both warm`;

export async function run({ openPage }) {
  const files = smallFiles(FILES);
  const page = await openPage('suite');
  await page.call('start', files, WORKERS);
  const vitest = await warmVitest(files, WORKERS);
  const [ours, theirs] = [[], []];
  try {
    // The first turn is to warm up.
    for (let turn = -1; turn < TURNS; turn += 1) {
      const [one, other] = [await page.call('run'), await vitest.run()];
      if (one.tests !== 5 * FILES || other.tests !== 5 * FILES) throw new Error(`${one.tests} and ${other.tests} tests passed`);
      if (turn >= 0) {
        ours.push(one.time);
        theirs.push(other.time);
      }
    }
  } finally {
    await vitest.close();
    await page.close();
  }
  header();
  row('Vitest', theirs, { name: 'ours', samples: ours });
}
