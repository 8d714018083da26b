/**
 * Measures, in headless Chromium and against a bare JavaScript worker on the same page: worker start-up, the round
 * trip of `eval:1+1` on a warm worker through the manager, and the restart after a timeout; and a change through the
 * gate against the same test run and written without one.
 */

import assert from 'node:assert/strict';
import { cpus } from 'node:os';

import { launch, newPage } from '../e2e/lib/browser.mjs';

const PAGES = 15;
const FURTHER = 2;
const TRIPS = 200;
const RESTARTS = 30;
const PROGRAMS = [10, 1_000];
const CHANGES = 30;

/** The value below which a share of the samples lies. */
function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

const ms = (value) => value.toFixed(value < 10 ? 2 : 1);

function row(name, ours, bare) {
  const cells = [name.padEnd(46), String(ours.length).padStart(4), ms(quantile(ours, 0.5)).padStart(9), ms(quantile(ours, 0.95)).padStart(9)];
  if (bare) {
    const [own, other] = [quantile(ours, 0.5), quantile(bare, 0.5)];
    cells.push(ms(other).padStart(9), ms(quantile(bare, 0.95)).padStart(9), `${(own / other).toFixed(1)}×`.padStart(7));
  }
  console.log(cells.join(' '));
}

const browser = await launch();
try {
  const starts = [];
  for (let index = 0; index < PAGES; index += 1) {
    starts.push(await onPage((page) => page.evaluate(([count, bareFirst]) => window.measureStarts(count, bareFirst), [FURTHER, index % 2 === 1])));
  }
  const managers = await onPage((page) => page.evaluate(([trips, restarts]) => window.measureManagers(trips, restarts), [TRIPS, RESTARTS]));

  const gates = [];
  for (const count of PROGRAMS) {
    gates.push(await onPage((page) => page.evaluate(([files, turns]) => window.measureGate(files, turns), [count, CHANGES])));
  }

  const all = (pick) => starts.flatMap(pick);
  console.log(`Chromium ${browser.version()}, ${cpus().length} × ${cpus()[0].model.trim()}; milliseconds\n`);
  console.log(`${''.padEnd(46)}    n    median       p95  bare med  bare p95   ratio`);
  row('compile analysis, once a page', all(({ compile }) => compile.analysis));
  row('compile sandbox, once a page', all(({ compile }) => compile.sandbox));
  row('first worker of a page: script to READY', all(({ first }) => first.ours), all(({ first }) => first.bare));
  row('further worker: script to READY', all(({ further }) => further.ours), all(({ further }) => further.bare));
  row('further worker: script to first eval:1+1', all(({ asked }) => asked.ours), all(({ asked }) => asked.bare));
  row('eval:1+1, warm, through the manager', managers.trip.ours, managers.trip.bare);
  row('timeout to the next answer', managers.restart.ours, managers.restart.bare);
  for (const [index, { gated, bare }] of gates.entries()) {
    row(`a change through the gate, ${PROGRAMS[index]} files, against none`, gated, bare);
  }
} finally {
  await browser.close();
}

/** Does something on a fresh page that has to stay free of problems. */
async function onPage(act) {
  const page = await newPage(browser, 'bench/');
  await page.waitForFunction('window.loaded');
  const result = await act(page);
  await page.close();
  assert.deepEqual(page.problems, []);
  return result;
}
