import { inTabs } from '../../e2e/lib/tabs.mjs';
import { FAULTS, TEST_MS, WELL } from '../../e2e/lib/faults.mjs';
import { quantile } from '../lib/table.mjs';

const TIMES = 5;

/** What scripts may have on their heaps where a bomb goes off, so that the machine has memory left. */
const HEAP_MB = 64;
const BOMB = { more: [`--js-flags=--max-old-space-size=${HEAP_MB}`] };

export const about = `files that do harm under the sealed engine: to the answer, and from there to that of the file after it; a test that does
not end may take ${TEST_MS} ms, and the bomb's heap is of ${HEAP_MB} MiB`;

/** Runs in a page: a file several times, each time followed by one that is well. */
async function measure(files, times) {
  const { VerificationManager } = await import('/verdict/verification-manager.js');
  const vm = await VerificationManager.create({ workers: 1, spare: false });
  await vm.setSnapshot(files);
  const run = async (path) => {
    const start = performance.now();
    const { output, code, error } = await vm.runVerification(`test:${path}`, { engine: 'browser', timeout: 120_000 });
    const { state, code: own } = output.find(({ test }) => test === 'harm') ?? output[0] ?? { state: error, code };
    return { ms: performance.now() - start, outcome: own ? `${state} ${own}` : state };
  };
  try {
    await run('/well.test.js');
    const runs = [];
    for (let n = 0; n < times; n += 1) runs.push({ harm: await run('/harm.test.js'), next: await run('/well.test.js') });
    return runs;
  } finally {
    vm.dispose();
  }
}

export async function run() {
  const cells = (name, outcome, ...times) =>
    console.log(`  ${name.padEnd(50)}${outcome.padEnd(22)}${times.map((time) => time.padStart(12)).join('')}`);
  const ms = (samples) => `${quantile(samples, 0.5).toFixed(0)} ms`;
  cells('', 'outcome', 'answer', 'the next');
  for (const { name, body, expected } of [{ name: 'nothing', body: "test('harm', () => {});\n", expected: 'passed' }, ...FAULTS]) {
    await inTabs(
      async ({ open }) => {
        const tab = await open('e2e/');
        const runs = await tab.run(`(${measure})(${JSON.stringify({ '/harm.test.js': body, '/well.test.js': WELL })}, ${TIMES})`);
        for (const { harm, next } of runs) {
          if (harm.outcome !== expected || next.outcome !== 'passed') throw new Error(`${name}: ${harm.outcome}, then ${next.outcome}`);
        }
        cells(name, expected, ms(runs.map(({ harm }) => harm.ms)), ms(runs.map(({ next }) => next.ms)));
      },
      expected.endsWith('err:memory') ? BOMB : {},
    );
  }
}
