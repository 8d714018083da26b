/**
 * The package as it would be published, installed from its tarball, on a page that each bundler builds and on one that
 * none does, under the policy that docs/guide/hosting.md asks for.
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import * as esbuild from 'esbuild';
import * as vite from 'vite';
import webpack from 'webpack';

import { serve } from '../../widget/test/serve.mjs';
import { launch } from '../e2e/lib/browser.mjs';

const NAME = '@verdict/verdict';
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const APP = fileURLToPath(new URL('app/', import.meta.url));

/** Longest wait for what the page does, in milliseconds. */
const PATIENCE = 60_000;

/** @type {import('playwright-core').Browser} */
let browser;
/** A project that has the package installed. @type {string} */
let project;
/** Files of the tarball. @type {string[]} */
let packed;

before(async () => {
  project = await mkdtemp(join(tmpdir(), 'verdict-packaging-'));
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const npm = async (/** @type {string} */ cwd, /** @type {string[]} */ ...words) =>
    (await promisify(execFile)('npm', words, { cwd })).stdout;
  const [{ filename, files }] = JSON.parse(await npm(DIST, 'pack', '--json', '--pack-destination', project));
  packed = files.map((/** @type {{ path: string }} */ { path }) => path);
  // The package needs no other: nothing has to be downloaded.
  await npm(project, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(project, filename));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  if (project) await rm(project, { recursive: true, force: true });
});

/** A copy of the page in the project. @returns {Promise<string>} */
async function copyOfPage(/** @type {string} */ name, options = 'options.js') {
  const folder = join(project, name);
  await cp(APP, folder, { recursive: true });
  await cp(join(APP, options), join(folder, 'options.js'));
  return folder;
}

/** The page as it is, but for names that only a bundler or an import map can resolve. */
async function withoutBundler() {
  const folder = await copyOfPage('none');
  const { exports } = JSON.parse(await readFile(join(project, 'node_modules', NAME, 'package.json'), 'utf8'));
  const text = await readFile(join(folder, 'app.js'), 'utf8');
  const resolved = text.replace(
    new RegExp(`'${NAME}(/[^']*)?'`, 'g'),
    (_, below = '') => `'${new URL(exports[`.${below}`].default, `file:///node_modules/${NAME}/`).pathname}'`,
  );
  await writeFile(join(folder, 'app.js'), resolved);
  return { '/': folder, '/node_modules/': join(project, 'node_modules') };
}

async function withVite() {
  const root = await copyOfPage('vite');
  await vite.build({ root, configFile: false, logLevel: 'error' });
  return { '/': join(root, 'dist') };
}

/** Says of what the package has minified that it is, which webpack would take half a minute to do again. */
const minified = {
  apply: (/** @type {import('webpack').Compiler} */ compiler) =>
    compiler.hooks.compilation.tap('minified', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_PRE_PROCESS;
      compilation.hooks.processAssets.tap({ name: 'minified', stage }, () => {
        for (const { name, info, source } of compilation.getAssets()) {
          if (/\/(?:sealed|checker)\//.test(info.sourceFilename ?? '')) compilation.updateAsset(name, source, { minimized: true });
        }
      });
    }),
};

async function withWebpack() {
  const context = await copyOfPage('webpack');
  const path = join(context, 'dist');
  const compiler = webpack({
    mode: 'production',
    context,
    entry: './app.js',
    output: { path, filename: 'app.js' },
    performance: false,
    plugins: [minified],
  });
  assert.ok(compiler);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  assert.ok(stats && !stats.hasErrors() && !stats.hasWarnings(), stats?.toString());
  await cp(join(context, 'index.html'), join(path, 'index.html'));
  return { '/': path };
}

async function withEsbuild(/** @type {string} */ name, /** @type {string} */ options) {
  const folder = await copyOfPage(name, options);
  const outdir = join(folder, 'dist');
  const { warnings } = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: { app: './app.js', worker: `${NAME}/worker` },
    bundle: true,
    format: 'esm',
    loader: { '.wasm': 'file' },
    logLevel: 'silent',
    outdir,
  });
  assert.deepEqual(warnings, []);
  await cp(join(folder, 'index.html'), join(outdir, 'index.html'));
  await cp(join(project, 'node_modules', NAME, 'checker'), join(outdir, 'checker'), { recursive: true });
  return { '/': outdir };
}

/** What the page at an address leaves in `window.outcome`. @returns {Promise<any>} */
async function outcomeAt(/** @type {string} */ url) {
  const page = await browser.newPage();
  try {
    /** @type {string[]} */
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error.stack ?? error)));
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.url().endsWith('/favicon.ico')) problems.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(url);
    await page.waitForFunction(() => 'outcome' in window, undefined, { timeout: PATIENCE }).catch((error) => problems.push(String(error)));
    return { ...(await page.evaluate(() => /** @type {any} */ (window).outcome)), problems };
  } finally {
    await page.close();
  }
}

/** The page must have evaluated, tested and linted, and its gate must have refused what fails its test. */
function check(/** @type {any} */ { error, problems, results, gate, defined }) {
  assert.deepEqual([error, problems], [undefined, []]);
  assert.deepEqual(
    results.map((/** @type {any} */ { command, success, error: why }) => [command, success, why]),
    ['eval:1+1', 'test:/tests/*.test.js', 'test:/tests/enum.check.ts', 'lint:/src/*.js', 'type-check:/src/typed.ts'].map((command) => [
      command,
      true,
      null,
    ]),
    JSON.stringify(results),
  );
  assert.equal(results[0].output, 2);
  assert.equal(results[4].types.layer, 'full');
  assert.deepEqual(
    results[1].output.map((/** @type {any} */ { test: name, passed }) => [name, passed]),
    [['adds', true]],
  );
  assert.deepEqual(gate, {
    success: false,
    state: 'refused',
    message: 'Verification failed: 1 test(s) failed (/tests/sum.test.js adds: expected -1 to be 3 // Object.is equality)',
  });
  assert.equal(defined, true, 'the elements are defined');
}

describe('the package', () => {
  test('has every file that its entry points name, licences, and nothing of the workspace', async () => {
    const { exports } = JSON.parse(await readFile(join(project, 'node_modules', NAME, 'package.json'), 'utf8'));
    const named = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)));
    for (const file of named) assert.ok(packed.includes(file.replace('./', '')), file);
    for (const [name, target] of Object.entries(exports)) {
      if (typeof target === 'object' && 'types' in target) assert.equal(Object.keys(target)[0], 'types', name);
    }
    for (const file of ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md']) assert.ok(packed.includes(file), file);
    assert.deepEqual(
      packed.filter((file) => /test|node_modules|\.rs$/.test(file) && !file.startsWith('docs/')),
      [],
    );
  });

  test('has pages whose links and images lead to files of the package', async () => {
    const pages = packed.filter((file) => file.endsWith('.md'));
    assert.ok(pages.includes('README.md') && pages.includes('docs/guide/page.md'), `${pages}`);
    const lost = pages.map(async (page) => {
      const text = (await readFile(join(DIST, page), 'utf8')).replace(/^(```+)[^]*?^\1|`[^`\n]*`/gm, '');
      const targets = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target ?? '');
      return targets.filter((target) => !packed.includes(join(page, '..', target))).map((target) => `${page}: ${target}`);
    });
    assert.deepEqual((await Promise.all(lost)).flat(), []);
  });

  for (const [name, build] of /** @type {[string, () => Promise<Record<string, string>>][]} */ ([
    ['without a bundler', withoutBundler],
    ['built by Vite', withVite],
    ['built by webpack', withWebpack],
    ['built by esbuild, told where worker and wasm are', () => withEsbuild('esbuild', 'options.esbuild.js')],
  ])) {
    test(`${name} evaluates, tests, lints and guards`, async () => {
      const { origin, close } = await serve(await build());
      try {
        check(await outcomeAt(`${origin}/`));
      } finally {
        await close();
      }
    });
  }

  test("on Vite's own server", async () => {
    const root = await copyOfPage('vite-server');
    const server = await vite.createServer({
      root,
      configFile: false,
      logLevel: 'error',
      server: { host: '127.0.0.1', port: 0, hmr: false },
    });
    try {
      await server.listen();
      check(await outcomeAt(String(server.resolvedUrls?.local[0])));
    } finally {
      await server.close();
    }
  });

  test('built by esbuild, told nothing: no result, but which file is missing and what to do', async () => {
    const { origin, close } = await serve(await withEsbuild('esbuild-untold', 'options.js'));
    try {
      const { results, problems } = await outcomeAt(`${origin}/`);
      assert.ok(
        problems.some((/** @type {string} */ text) => text.includes('/wasm/manager_bg.wasm')),
        problems.join('\n'),
      );
      for (const { success, code, detail, hint } of results) {
        assert.deepEqual([success, code], [false, 'err:startup']);
        assert.match(detail, /manager_bg\.wasm/);
        assert.match(hint, /wasmUrl|dist/);
      }
    } finally {
      await close();
    }
  });
});
