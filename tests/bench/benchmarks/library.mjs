import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { ARGUMENTS, SELF_CHECK, executable, newPage } from '../../e2e/lib/browser.mjs';
import { endedSeconds, treeSeconds } from '../lib/cpu-time.mjs';
import { ALIASES, library } from '../lib/library.mjs';
import { smallFiles } from '../lib/small-files.mjs';
import { quantile } from '../lib/table.mjs';

const WORKERS = 2;
const TURNS = 3;
const SMALL = 200;
/** How the sealed engine runs them: each in a fresh guest, in one that is proven clean, and in the same without a proof. */
const OURS = /** @type {[name: string, isolate: boolean | null][]} */ ([
  ['fresh', true],
  ['proven', null],
  ['reused', false],
]);
/** How Vitest runs them: files in threads of their own, in contexts of their own, and one after another in the same thread. */
const PEERS = [
  { name: 'threads', pool: 'threads', isolate: true },
  { name: 'vmThreads', pool: 'vmThreads', isolate: true },
  { name: 'no isolation', pool: 'threads', isolate: false },
];
const PACKAGES = fileURLToPath(new URL('../../conformance/node_modules', import.meta.url));
const CHILD = fileURLToPath(new URL('../lib/vitest-child.mjs', import.meta.url));

export const about = `the tests that zod ships, and ${SMALL} small files, on ${WORKERS} workers of the sealed engine, beside Vitest on ${WORKERS}; CPU is that of all processes`;

export async function run() {
  const { files, tests, left } = await library();
  console.log(
    `  zod: ${tests.length} files; ${left.length} are left out: they want what zod does not ship or V8's own modules of Node, or set what later files of a worker would see`,
  );
  await beside({ files, tests, alias: ALIASES });
  const small = smallFiles(SMALL);
  console.log(`  ${SMALL} small files of ten assertions`);
  await beside({ files: small, tests: Object.keys(small).filter((path) => path.endsWith('.test.js')), alias: [] });
}

/**
 * Runs the same files by ours and by Vitest, in turns, and prints what it took.
 * @typedef {{ files: Record<string, string>, tests: string[], alias: { source: string, replacement: string }[] }} Project
 * @param {Project} project
 */
async function beside(project) {
  const root = await written(project);
  /** @type {Map<string, { time: number, cpu: number, states?: Record<string, string> }[]>} */
  const measured = new Map();
  const note = (name, one) => measured.set(name, [...(measured.get(name) ?? []), one]);
  try {
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [name, isolate] of OURS) await ours(project, isolate, (kind, one) => note(`ours, ${name}, ${kind}`, one));
      for (const peer of PEERS) {
        note(`Vitest ${peer.name}, cold`, await cold(root, peer));
        await warm(root, peer, (one) => note(`Vitest ${peer.name}, warm`, one));
      }
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  print(measured);
  compare(measured);
}

/** A folder with the files, and Vitest beside them. @param {Project} project */
async function written({ files, tests, alias: aliases }) {
  const root = await mkdtemp(join(tmpdir(), 'verdict-bench-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await symlink(PACKAGES, join(root, 'node_modules'));
  const alias = aliases.map(
    ({ source, replacement }) => `{ find: /${source.replaceAll('/', '\\/')}/, replacement: ${JSON.stringify(root + replacement)} }`,
  );
  await writeFile(
    join(root, 'vitest.config.mjs'),
    `export default { cacheDir: ${JSON.stringify(join(root, '.cache'))}, resolve: { alias: [${alias.join(', ')}] }, test: { include: ${JSON.stringify(tests.map((path) => path.slice(1)))}, globals: true } };\n`,
  );
  return root;
}

/** A browser of its own, from its start; then once more in the same page. */
async function ours({ files, tests, alias: aliases }, isolate, note) {
  const begin = performance.now();
  const server = await chromium.launchServer({ executablePath: executable(), args: ARGUMENTS });
  const { pid } = server.process();
  const browser = await chromium.connect(server.wsEndpoint());
  try {
    const page = await newPage(browser, 'bench/', { expected: SELF_CHECK });
    await page.waitForFunction('window.measure !== undefined');
    const call = (...args) => page.evaluate((args) => window.measure('library', ...args), args);
    const alias = aliases.map(({ source, replacement }) => ({ find: { source }, replacement }));
    await call('start', files, WORKERS, { alias });
    const command = `test:${tests.join(' ')}`;
    const { states } = await call('run', command, isolate);
    note('cold', { time: performance.now() - begin, cpu: treeSeconds(pid), states });
    const before = treeSeconds(pid);
    const again = await call('run', command, isolate);
    note('warm', { ...again, cpu: treeSeconds(pid) - before });
  } finally {
    await browser.close();
    await server.close();
  }
}

/** `vitest run`, from its start to its end. */
async function cold(root, { pool, isolate }) {
  await rm(join(root, '.cache'), { recursive: true, force: true });
  const [before, begin] = [endedSeconds(), performance.now()];
  const vitest = spawn(
    process.execPath,
    [join(PACKAGES, 'vitest/vitest.mjs'), 'run', `--pool=${pool}`, `--isolate=${isolate}`, `--maxWorkers=${WORKERS}`, '--reporter=dot'],
    { cwd: root, stdio: 'ignore', env: { ...process.env, CI: 'true' } },
  );
  await once(vitest, 'close');
  return { time: performance.now() - begin, cpu: endedSeconds() - before };
}

/** Vitest in a process that has run all tests before. */
async function warm(root, { pool, isolate }, note) {
  const child = fork(CHILD, [root, pool, String(WORKERS), String(isolate)], {
    cwd: root,
    env: { ...process.env, CI: 'true' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const ask = async () => {
    child.send('run');
    const [answer] = await once(child, 'message');
    return answer;
  };
  await ask();
  const before = treeSeconds(child.pid);
  const again = await ask();
  note({ ...again, cpu: treeSeconds(child.pid) - before });
  child.send('end');
  await once(child, 'close');
}

const median = (measured, name, key) =>
  quantile(
    measured.get(name).map((one) => one[key]),
    0.5,
  );

function print(measured) {
  const names = [...measured.keys()];
  const titles = ['wall s', 'CPU s', ...PEERS.map(({ name }) => `than ${name}`)];
  console.log(`  ${''.padEnd(28)}${titles.map((title) => title.padStart(20)).join('')}`);
  for (const state of ['cold', 'warm']) {
    for (const name of names.filter((one) => one.endsWith(state))) {
      const cpu = median(measured, name, 'cpu');
      const ratios = PEERS.map(({ name: peer }) => `${(median(measured, `Vitest ${peer}, ${state}`, 'cpu') / cpu).toFixed(1)}× less`);
      const cells = [(median(measured, name, 'time') / 1000).toFixed(2), cpu.toFixed(2), ...ratios];
      console.log(`  ${name.padEnd(28)}${cells.map((cell) => cell.padStart(20)).join('')}`);
    }
  }
}

/** All have to come to the same. */
function compare(measured) {
  const states = [...measured].flatMap(([name, ones]) => (ones.at(-1).states ? [[name, ones.at(-1).states]] : []));
  const count = (all) => Object.values(all).filter((state) => state === 'passed').length;
  for (const [name, all] of states) console.log(`  ${name}: ${count(all)} of ${Object.keys(all).length} tests passed`);
  const [, theirs] = states.find(([name]) => name.startsWith('Vitest threads'));
  for (const [name, all] of states) {
    const keys = [...new Set([...Object.keys(all), ...Object.keys(theirs)])].filter((key) => all[key] !== theirs[key]);
    for (const key of keys.slice(0, 20))
      console.log(`  differs, ${name}: ${key}: ${all[key] ?? 'is not there'}; Vitest: ${theirs[key] ?? 'is not there'}`);
    if (keys.length > 20) console.log(`  differs, ${name}: ${keys.length - 20} more`);
  }
}
