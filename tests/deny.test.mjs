/** `deny.toml` lets honest dependencies pass, and refuses a licence, a source, a package and a second version. */

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const CONFIG = fileURLToPath(new URL('../deny.toml', import.meta.url));

/** Programs of cargo are found even if their folder is not on PATH. */
const PATH = [process.env.PATH, join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin')].join(delimiter);

/** A project is small: it has neither all allowed licences nor all versions that are skipped. */
const UNUSED = ['license-not-encountered', 'license-exception-not-encountered', 'unmatched-skip', 'unmatched-skip-root'];

/**
 * Runs a program.
 * @param {string} cwd
 * @param {string} program
 * @param {string[]} words
 * @returns {Promise<{ code: number, text: string }>}
 */
function run(cwd, program, words) {
  const env = { ...process.env, PATH, CARGO_NET_OFFLINE: 'true', CARGO_TERM_COLOR: 'never' };
  return new Promise((resolve) => {
    execFile(program, words, { cwd, env }, (error, out, err) => resolve({ code: error ? 1 : 0, text: out + err }));
  });
}

/** @param {string} folder @param {string} manifest */
async function crate(folder, manifest) {
  await mkdir(join(folder, 'src'), { recursive: true });
  await writeFile(join(folder, 'Cargo.toml'), manifest);
  await writeFile(join(folder, 'src/lib.rs'), '');
}

/** @param {string} name @param {string} version @param {string} license */
const manifest = (name, version, license) => `[package]\nname = "${name}"\nversion = "${version}"\nlicense = "${license}"\n`;

describe('deny.toml', () => {
  let root = '';
  let count = 0;
  before(async () => {
    const { code } = await run('.', 'cargo-deny', ['--version']);
    assert.equal(code, 0, 'cargo-deny is missing; `cargo xtask setup` installs it');
    root = await mkdtemp(join(tmpdir(), 'verdict-deny-'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  /**
   * Checks a project with dependencies, given as `name = what` and crates in folders beside it.
   * @param {string[]} dependencies
   * @param {Record<string, string>} crates Manifests by folder.
   */
  async function check(dependencies, crates) {
    const folder = join(root, `${++count}`);
    for (const [name, text] of Object.entries(crates)) await crate(join(folder, name), text);
    await crate(
      join(folder, 'own'),
      `${manifest('own', '0.1.0', 'MIT')}publish = false\n\n[workspace]\n[dependencies]\n${dependencies.join('\n')}\n`,
    );
    const own = join(folder, 'own');
    const allow = UNUSED.flatMap((lint) => ['-A', lint]);
    const words = ['check', '-D', 'warnings', ...allow, 'licenses', 'bans', 'sources'];
    return run(own, 'cargo-deny', ['--offline', '--config', CONFIG, '--manifest-path', join(own, 'Cargo.toml'), ...words]);
  }

  /** Compares the kinds of errors. @param {{ code: number, text: string }} result @param {string[]} kinds */
  const ended = ({ code, text }, ...kinds) => {
    const found = [...text.matchAll(/^(?:error|warning)\[([\w-]+)\]/gm)].map(([, kind]) => kind);
    assert.deepEqual(found, kinds, text);
    assert.equal(code, kinds.length === 0 ? 0 : 1, text);
  };

  test('permissive licences pass, also as an alternative', async () => {
    const dependencies = ['a = { path = "../a" }', 'b = { path = "../b" }'];
    const crates = { a: manifest('a', '1.0.0', 'MIT'), b: manifest('b', '1.0.0', 'GPL-3.0-only OR Apache-2.0') };
    ended(await check(dependencies, crates));
  });

  test('a licence that is not listed is refused', async () => {
    for (const license of ['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'MPL-2.0']) {
      const result = await check(['a = { path = "../a" }'], { a: manifest('a', '1.0.0', license) });
      ended(result, 'rejected');
    }
  });

  test('an exception is for its crate', async () => {
    const result = await check(['webdriver = { path = "../a" }'], { a: manifest('webdriver', '1.0.0', 'MPL-2.0') });
    ended(result);
  });

  test('a repository is no source', async () => {
    const repository = join(root, 'repository');
    await crate(repository, manifest('a', '1.0.0', 'MIT'));
    const git = (/** @type {string[]} */ ...words) => execFileSync('git', ['-C', repository, ...words], { stdio: 'pipe' });
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'a');
    const folder = join(root, 'git');
    await crate(folder, `${manifest('own', '0.1.0', 'MIT')}\n[workspace]\n[dependencies]\na = { git = "file://${repository}" }\n`);
    execFileSync('cargo', ['fetch', '--quiet'], { cwd: folder, stdio: 'pipe' });
    const words = ['--offline', '--config', CONFIG, '--manifest-path', join(folder, 'Cargo.toml'), 'check', 'sources'];
    ended(await run(dirname(folder), 'cargo-deny', words), 'source-not-allowed');
  });

  test('a banned crate and a second version are refused', async () => {
    const openssl = await check(['openssl-sys = { path = "../a" }'], { a: manifest('openssl-sys', '1.0.0', 'MIT') });
    ended(openssl, 'banned');
    const both = ['a = { path = "../a" }', 'b = { path = "../b", package = "a" }'];
    const twice = await check(both, { a: manifest('a', '1.0.0', 'MIT'), b: manifest('a', '2.0.0', 'MIT') });
    ended(twice, 'duplicate');
  });
});
