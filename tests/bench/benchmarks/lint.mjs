import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { sources } from '../../conformance/lint/lib/packages.mjs';
import { endedSeconds } from '../lib/cpu-time.mjs';
import { started } from '../lib/linters/index.mjs';
import { bytes, header, quantile, row } from '../lib/table.mjs';

/** Published packages, from small modules to bundles of a megabyte. */
const PACKAGES = [
  'eslint',
  'ajv',
  'acorn',
  'esquery',
  'postcss',
  'vite',
  'vitest',
  '@vitest/expect',
  'entities',
  '@noble/hashes',
  'micromark',
  'zod',
];
const MOST_BYTES = 2_000_000;
const TURNS = 7;
/** ESLint and Biome take seconds for a turn. */
const PEER_TURNS = 3;
/** Not in package.json: npm writes no lock file for it that it can install from. `npm i --no-save oxlint@1.94.0` adds it. */
const OXLINT = fileURLToPath(new URL('../node_modules/oxlint/bin/oxlint', import.meta.url));

const require = createRequire(new URL('../../conformance/lint/', import.meta.url));

export const about = `recommended rules on the sources of ${PACKAGES.length} packages of npm, warm, one thread: milliseconds of CPU`;

export async function run() {
  const files = await sources({ packages: PACKAGES, most: MOST_BYTES });
  const texts = Object.values(files);
  const size = texts.reduce((sum, text) => sum + text.length, 0);
  console.log(
    `  ${texts.length} files, ${bytes(size)}, ${texts.filter((text) => text.length > 500_000).length} of more than half a megabyte`,
  );
  const globals = require('globals');
  const languageOptions = { globals: { ...globals.node, ...globals.browser } };
  header();
  const ours = await measured('verdict', TURNS, { files, languageOptions });
  for (const [name, label] of [
    ['eslint', 'ESLint, the same rules'],
    ['biome', 'Biome, its recommended'],
  ]) {
    const theirs = await measured(name, PEER_TURNS, { files, languageOptions });
    row('wasm in Node', ours, { name: `${label} (Node)`, samples: theirs });
    console.log(`    ${(quantile(theirs, 0.5) / quantile(ours, 0.5)).toFixed(1)} times as fast`);
  }
  await natively(files, languageOptions, ours);
}

async function measured(name, turns, given) {
  const linter = await started(name, given);
  const samples = [];
  for (let turn = 0; turn < turns; turn += 1) samples.push((await linter.lint()).ms);
  linter.end();
  return samples;
}

/** Whole programs, less what they take for a folder with one empty file; nothing where there is none (`VERDICT_CLI`). */
async function natively(files, languageOptions, wasm) {
  const program = process.env.VERDICT_CLI;
  if (!program) return;
  if (!existsSync(OXLINT)) {
    console.log('    oxlint is not installed: npm i --no-save oxlint@1.94.0 in tests/bench');
    return;
  }
  const known = new Set(JSON.parse(output(process.execPath, [OXLINT, '--rules', '--format=json'])).map(({ value }) => value));
  // It refuses a configuration with a rule that it has not.
  const rules = Object.keys(require('@eslint/js').configs.recommended.rules).filter((rule) => known.has(rule));
  const root = await mkdtemp(join(tmpdir(), 'verdict-bench-'));
  try {
    const folders = { all: join(root, 'all'), empty: join(root, 'empty') };
    await written(folders.all, files);
    await written(folders.empty, { '/a.js': '' });
    const oxlintConfig = {
      plugins: [],
      categories: { correctness: 'off' },
      globals: names(languageOptions.globals),
      rules: Object.fromEntries(rules.map((rule) => [rule, 'error'])),
    };
    const config = { lint: [{ extends: 'recommended', languageOptions, files: ['**/*'] }] };
    for (const folder of Object.values(folders)) {
      await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify(oxlintConfig));
    }
    await writeFile(join(root, 'config.json'), JSON.stringify(config));
    const [ours, oxlint] = [[], []];
    for (let turn = -1; turn < TURNS; turn += 1) {
      const cost = (command, args) => cpu(command, args(folders.all)) - cpu(command, args(folders.empty));
      const own = cost(program, (folder) => [
        'verify',
        '--root',
        folder,
        '--json',
        '--workers',
        '1',
        '--config',
        join(root, 'config.json'),
        'lint:**/*.{js,mjs,cjs}',
      ]);
      const their = cost(process.execPath, (folder) => [
        OXLINT,
        '--threads=1',
        '--no-ignore',
        '--format=json',
        '-c',
        join(folder, '.oxlintrc.json'),
        folder,
      ]);
      if (turn < 0) continue;
      ours.push(own);
      oxlint.push(their);
    }
    row('natively, with the files read', ours, { name: 'oxlint, one thread', samples: oxlint });
    row('wasm in Node', wasm, { name: 'oxlint, one thread', samples: oxlint });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** What oxlint knows of globals. */
const names = (globals) =>
  Object.fromEntries(Object.entries(globals).map(([name, writable]) => [name, writable ? 'writable' : 'readonly']));

async function written(folder, files) {
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Milliseconds of CPU of a program, with those that it starts. */
function cpu(command, args) {
  const before = endedSeconds();
  const said = output(command, args);
  const taken = (endedSeconds() - before) * 1000;
  // Both print a result in JSON, and no other text where they end without one.
  JSON.parse(said);
  return taken;
}

function output(command, args) {
  const { error, status, stdout, stderr } = spawnSync(command, args, { maxBuffer: 1 << 30, encoding: 'utf8' });
  if (error ?? status > 1) throw error ?? new Error(`${command} ended with ${status}: ${stderr}`);
  return stdout;
}
