import { smallFiles } from '../lib/small-files.mjs';
import { header, row } from '../lib/table.mjs';
import { warmVitest } from '../lib/vitest.mjs';

const FILES = 200;
const WORKERS = 2;
const TURNS = 3;

export const about = `${FILES} small files of ten assertions on ${WORKERS} workers in Chromium, beside Vitest on ${WORKERS} threads, both warm`;

export async function run({ openPage }) {
  const files = smallFiles(FILES);
  const page = await openPage('suite');
  await page.call('start', files, WORKERS);
  const sealed = await openPage('suite');
  await sealed.call('start', files, WORKERS, 'browser');
  const vitest = await warmVitest(files, WORKERS);
  const [ours, own, theirs] = [[], [], []];
  try {
    // The first turn is to warm up.
    for (let turn = -1; turn < TURNS; turn += 1) {
      const [one, two, other] = [await page.call('run'), await sealed.call('run'), await vitest.run()];
      const passed = [one, two, other].map(({ tests }) => tests);
      if (passed.some((count) => count !== 5 * FILES)) throw new Error(`${passed.join(', ')} tests passed`);
      if (turn >= 0) {
        ours.push(one.time);
        own.push(two.time);
        theirs.push(other.time);
      }
    }
  } finally {
    await vitest.close();
    await page.close();
    await sealed.close();
  }
  header();
  row('Vitest', theirs, { name: 'ours', samples: ours });
  row('Vitest', theirs, { name: "ours, engine: 'browser'", samples: own });
}
