/** Facts in the documentation that the program or the sources know better. */

import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';

import { commandLinePage } from './lib/command-line.mjs';
import { pages, ROOT } from './lib/pages.mjs';
import { typesPage } from './lib/types-page.mjs';

const documents = await pages();
const read = (/** @type {string} */ path) => readFile(ROOT + path, 'utf8');
/** All declarations of the package. */
const declarations = async () => {
  const folder = 'crates/manager/js/';
  const files = (await readdir(ROOT + folder, { recursive: true })).filter((file) => file.endsWith('.d.ts')).sort();
  return (await Promise.all(files.map((file) => read(folder + file)))).join('\n');
};
/** Members of an interface or a class. */
const members = (/** @type {string} */ text, /** @type {string} */ type) => {
  const body = new RegExp(`^export (?:interface|class) ${type}\\b[^{]*\\{([\\s\\S]*?)^\\}`, 'm').exec(text)?.[1] ?? '';
  return [...body.matchAll(/^ {2}(\w+)(?:\?)?[:(]/gm)].map(([, name]) => name).filter((name) => name !== 'constructor');
};
/** Without fenced blocks. */
const prose = (/** @type {string} */ text) => text.replace(/^(`{3,})[^`]*\n[\s\S]*?^\1`*$/gm, '');

describe('README.md', () => {
  test('has at most 150 lines and 900 words', async () => {
    const text = await read('README.md');
    assert.ok(text.split('\n').length <= 151, `${text.split('\n').length - 1} lines`);
    assert.ok(text.split(/\s+/).length <= 902, `${text.split(/\s+/).length} words`);
  });
});

describe('links', () => {
  /** The anchors of a page, as GitHub makes them. */
  const anchor = (/** @type {string} */ title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
  const anchors = (/** @type {string} */ text) => new Set([...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, title]) => anchor(title)));
  const known = new Map(documents.map(({ path, text }) => [path, anchors(text)]));

  for (const { path, text } of documents) {
    test(path, async () => {
      for (const [, target] of prose(text).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target)) continue;
        const [file, heading] = target.split('#');
        const to = file === '' ? path : normalize(join(dirname(path), file));
        assert.ok(
          await readFile(ROOT + to).then(
            () => true,
            () => false,
          ),
          `${target}: no such file`,
        );
        if (heading !== undefined) assert.ok(known.get(to)?.has(heading), `${target}: no such heading`);
      }
    });
  }

  test('every page is reached from docs/README.md', () => {
    const reached = new Set(['docs/README.md']);
    for (const page of reached) {
      const text = documents.find(({ path }) => path === page)?.text ?? '';
      for (const [, file] of prose(text).matchAll(/\]\(([^)\s#]+\.md)[^)]*\)/g)) reached.add(normalize(join(dirname(page), file)));
    }
    const lost = documents.map(({ path }) => path).filter((path) => path !== 'README.md' && !reached.has(path));
    assert.deepEqual(lost, []);
  });
});

describe('mentions of files', () => {
  // In prose, code spans that name a file of this repository. Globs and placeholders are none.
  const named = /`((?:crates|tests|docs|schemas|widget|www|\.ci)\/[\w./-]+)`/g;
  for (const { path, text } of documents) {
    test(path, async () => {
      for (const [, file] of prose(text).matchAll(named)) {
        if (file === 'docs/policy/') continue;
        const there = await readFile(ROOT + file).then(
          () => true,
          ({ code }) => code === 'EISDIR',
        );
        assert.ok(there, `${file} is not there`);
      }
    });
  }
});

test('docs/reference/cli.md is what `verdict --help` prints', async () => {
  const page = await commandLinePage();
  if (process.env.VERDICT_UPDATE) await writeFile(`${ROOT}docs/reference/cli.md`, page);
  assert.equal(await read('docs/reference/cli.md'), page, 'VERDICT_UPDATE=1 updates it');
});

test('docs/reference/types.md is what the declarations say', async () => {
  const page = await typesPage();
  if (process.env.VERDICT_UPDATE) await writeFile(`${ROOT}docs/reference/types.md`, page);
  assert.ok(page.split('\n### ').length > 60, 'most types are missing');
  assert.equal(await read('docs/reference/types.md'), page, 'VERDICT_UPDATE=1 updates it');
});

test('docs/guide/hosting.md asks for no source that the pages of tests do not have', async () => {
  const page = (await pages()).find(({ path }) => path === 'docs/guide/hosting.md');
  const documented = page?.fences.find(({ code }) => code.includes('wasm-unsafe-eval') && !code.includes('sandbox'))?.code ?? '';
  const [, served = ''] = /const PAGE_POLICY: &str = "([\s\S]*?)";/.exec(await read('crates/xtask/src/serve/mod.rs')) ?? [];
  const directives = documented
    .replace('Content-Security-Policy:', '')
    .split(';')
    .map((directive) => directive.trim());
  assert.ok(directives.length > 3, documented);
  assert.deepEqual(
    directives.filter((directive) => !served.includes(`${directive};`)),
    [],
  );
});

test('docs/reference/api.md names every export, option and field', async () => {
  const page = await read('docs/reference/api.md');
  const folder = 'crates/manager/js/';
  const [index, gate, store] = await Promise.all(['index.js', 'gate/index.js', 'store/index.js'].map((file) => read(folder + file)));
  const lists = [...`${index}${gate}${store}`.matchAll(/export \{([^}]+)\}/g)].flatMap(([, list]) => list.split(','));
  const exported = lists.map((name) => name.replace(/.* as /, '').trim()).filter((name) => name && name !== 'default');
  assert.ok(exported.length > 15, exported.join());
  const declared = await declarations();
  const types = ['ManagerOptions', 'VerificationOptions', 'ApplyOptions', 'TransactionReport', 'EngineResult', 'ReportStore'];
  const fields = types.flatMap((type) => {
    const names = members(declared, type);
    assert.ok(names.length > 8, `${type}: ${names}`);
    return names;
  });
  fields.push(...['TestResult', 'AnyResult', 'GateReport'].flatMap((type) => members(declared, type)));
  assert.deepEqual(
    [...exported, ...fields].filter((name) => !page.includes(`\`${name}`)),
    [],
  );
});

test('docs/reference/config.md names every limit and key of config.test, and docs/rules/ every lint rule', async () => {
  const page = await read('docs/reference/config.md');
  const declared = await declarations();
  const names = ['Limits', 'TestConfig'].flatMap((type) => members(declared, type));
  assert.ok(names.length > 30, names.join());
  const folder = 'crates/analysis/src/rules/';
  const files = (await readdir(ROOT + folder, { recursive: true })).filter((file) => file.endsWith('.rs'));
  const sources = await Promise.all(files.map((file) => read(folder + file)));
  const rules = sources.flatMap((source) => [...source.matchAll(/^ {4}id: "([^"]+)",$/gm)].map(([, id]) => id));
  assert.ok(rules.length > 15, rules.join());
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
  const table = await read('docs/rules/README.md');
  assert.deepEqual(
    rules.filter((name) => !table.includes(`[${name}](`)),
    [],
  );
});

test('docs/glossary.md names types that there are', async () => {
  const page = await read('docs/glossary.md');
  const sources = async (/** @type {string} */ folder, /** @type {string} */ end) => {
    const found = await readdir(ROOT + folder, { recursive: true });
    const files = found.filter((file) => file.endsWith(end) && !file.includes('node_modules'));
    return (await Promise.all(files.map((file) => read(`${folder}/${file}`)))).join('\n');
  };
  const declared = await sources('crates/manager/js', '.d.ts');
  const lines = page
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line))
    .slice(1);
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  assert.ok(rows.length > 40);
  const terms = rows.map(([, term]) => term);
  assert.deepEqual(
    terms,
    terms.toSorted((a, b) => a.localeCompare(b)),
    'terms are sorted',
  );
  for (const [, term, meaning, rust, script] of rows) {
    assert.match(meaning, /\.$/, term);
    assert.ok(rust || script, `${term}: no type carries it`);
    const [, crate, name] = /^verdict_(\w+)::(\w+)$/.exec(rust) ?? [];
    if (rust) {
      const isThere = new RegExp(`^\\s*pub(?:\\(\\w+\\))? (?:struct|enum|trait|type) ${name}\\b`, 'm');
      assert.ok(isThere.test(await sources(`crates/${crate}/src`, '.rs')), `${term}: no ${rust}`);
    }
    if (script) {
      const isThere = new RegExp(`^export (?:declare )?(?:interface|type|class) ${script}\\b`, 'm');
      assert.ok(isThere.test(declared), `${term}: no ${script}`);
    }
  }
});
