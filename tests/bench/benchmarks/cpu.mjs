import { readFile, readdir } from 'node:fs/promises';

import { header, quantile, row } from '../lib/table.mjs';

const TURNS = 9;
/** Fresh guests and workers that a program runs in. */
const ROUNDS = 3;
const PROGRAMS = new URL('../page/cpu/', import.meta.url);

export const about =
  'programs that compute: in the guest and in QuickJS (quickjs-emscripten, release) in the same worker; in the sealed engine and in a plain worker';

export async function run({ browser, onPage, openPage }) {
  const files = await readdir(PROGRAMS);
  const programs = files.filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -'.js'.length));
  const measured = await onPage('cpu', 'measureCpu', programs, TURNS);
  header();
  let product = 1;
  for (const [name, [ours, quickJs]] of Object.entries(measured)) {
    row(name, ours, { name: 'QuickJS', samples: quickJs });
    product *= quantile(ours, 0.5) / quantile(quickJs, 0.5);
  }
  console.log(`  geometric mean of ${programs.length} ratios: ${(product ** (1 / programs.length)).toFixed(2)}×`);
  await sealed(programs, browser, openPage);
}

/** The sealed engine beside a plain worker of a page without a policy, which evaluates the same text. */
async function sealed(programs, browser, openPage) {
  const page = await openPage('cpu-sealed');
  const plain = await browser.newPage();
  await plain.goto('about:blank');
  let product = 1;
  header();
  for (const name of programs) {
    const [ours, theirs] = [[], []];
    const source = (await readFile(new URL(`${name}.js`, PROGRAMS), 'utf8')).trim();
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(...(await page.call('measureSealed', name, TURNS)));
      theirs.push(...(await plain.evaluate(inWorker, [source, TURNS])));
    }
    row(`${name}, engine: 'browser'`, ours, { name: 'a plain worker', samples: theirs });
    product *= quantile(ours, 0.5) / quantile(theirs, 0.5);
  }
  console.log(`  geometric mean of ${programs.length} ratios: ${(product ** (1 / programs.length)).toFixed(2)}×`);
  await plain.close();
  await page.close();
}

/* Runs in the page. */
/* eslint-disable no-undef */
function inWorker([source, turns]) {
  const text = `onmessage = ({ data: [source, turns] }) => {
  const times = [];
  for (let turn = -1; turn < turns; turn += 1) {
    const begin = performance.now();
    (0, eval)(source);
    if (turn >= 0) times.push(performance.now() - begin);
  }
  postMessage(times);
};`;
  const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.postMessage([source, turns]);
  });
}
