/**
 * The projects that the checker is compared on: published packages that ship their sources, the cases of `test/cases`, and folders.
 * @module
 */

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

import { cases, ROOT } from '../test/world.mjs';

/** Where packages are installed. */
const INSTALLED = ['', 'tests/bench/', 'tests/conformance/types/'].map((folder) => join(ROOT, folder, 'node_modules'));

/** What a checker or `tsc` reads of a package. */
export const READ = /\.(?:[cm]?[jt]sx?|json)$/i;

// biome-ignore lint/suspicious/noTemplateCurlyInString: TypeScript puts the folder of the project there.
const CONFIG_DIR = '${configDir}';

const BUNDLER = { skipDefaultLibCheck: true, strict: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler', types: [] };

/** @type {Record<string, unknown>} */
const SCRIPTS = { ...BUNDLER, allowJs: true, checkJs: true };

/**
 * A project. Without `at`, the files of the package of its name are its root.
 * @typedef {object} Project
 * @property {Record<string, string>} [at] Packages, by the folders that they are put into.
 * @property {string[]} [needs] Packages that are put into `node_modules`, besides the dependencies.
 * @property {Record<string, object>} config What is written, by path.
 * @property {string} [project] The configuration that is checked, `tsconfig.json` by default.
 */

const EXCLUDE = ['node_modules', 'test', 'dist'];

/** @type {Record<string, Project>} */
const PROJECTS = {
  nanoevents: { config: { 'tsconfig.json': { compilerOptions: { ...BUNDLER, skipDefaultLibCheck: false }, exclude: EXCLUDE } } },
  'd3-color': { config: { 'tsconfig.json': { compilerOptions: { ...SCRIPTS, strict: false }, exclude: EXCLUDE } } },
  'robust-predicates': {
    config: { 'jsconfig.json': { compilerOptions: SCRIPTS, exclude: EXCLUDE }, 'tsconfig.json': { extends: './jsconfig' } },
  },
  '@noble/hashes': {
    config: {
      'tsconfig.json': {
        compilerOptions: { ...BUNDLER, allowImportingTsExtensions: true, lib: ['es2022', 'dom'], noUnusedLocals: true },
        include: ['src'],
      },
    },
  },
  vfile: { needs: ['@types/unist'], config: { 'tsconfig.json': { compilerOptions: SCRIPTS, exclude: EXCLUDE } } },
  unified: {
    needs: ['@types/unist'],
    config: { 'tsconfig.json': { compilerOptions: { ...SCRIPTS, module: 'nodenext', moduleResolution: 'nodenext' } } },
  },
  'remark-parse': {
    needs: ['@types/unist', '@types/mdast', 'vfile'],
    config: { 'tsconfig.json': { compilerOptions: SCRIPTS, exclude: EXCLUDE } },
  },
  'remark-gfm': {
    needs: ['@types/unist', '@types/mdast', 'vfile'],
    config: { 'tsconfig.json': { compilerOptions: SCRIPTS, exclude: EXCLUDE } },
  },
  'retext-indefinite-article': {
    needs: ['@types/unist', '@types/nlcst', 'vfile'],
    config: { 'tsconfig.json': { compilerOptions: { ...SCRIPTS, exactOptionalPropertyTypes: true }, exclude: EXCLUDE } },
  },
  'mdast-util-to-markdown': {
    needs: ['@types/unist', '@types/mdast'],
    config: {
      'tsconfig.json': {
        compilerOptions: { ...SCRIPTS, lib: ['es2022'], declaration: true, emitDeclarationOnly: true },
        include: ['lib', 'index.js'],
      },
    },
  },
  'estree-walker': {
    needs: ['@types/estree'],
    config: { 'tsconfig.json': { compilerOptions: { ...SCRIPTS, strict: false, maxNodeModuleJsDepth: 1 }, include: ['src'] } },
  },
  '@jridgewell/sourcemap-codec': {
    config: {
      'tsconfig.json': {
        extends: ['./base/strict.json', './base/modules.json'],
        compilerOptions: { lib: ['es2022', 'dom'], isolatedDeclarations: true, declaration: true },
      },
      'base/strict.json': { compilerOptions: { strict: true, types: [], noUncheckedIndexedAccess: true, skipLibCheck: true } },
      'base/modules.json': {
        compilerOptions: { target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
        include: [`${CONFIG_DIR}/src`],
      },
    },
  },
  entities: {
    config: {
      'tsconfig.json': {
        compilerOptions: { ...BUNDLER, module: 'node20', moduleResolution: 'node16', verbatimModuleSyntax: true, lib: ['es2022'] },
        include: ['src'],
        exclude: ['**/*.spec.ts'],
      },
    },
  },
  immer: {
    config: { 'tsconfig.json': { compilerOptions: { ...BUNDLER, noImplicitReturns: true, skipLibCheck: true }, include: ['src'] } },
  },
  redux: {
    config: {
      'tsconfig.json': {
        compilerOptions: { ...BUNDLER, lib: ['es2022', 'dom'], isolatedModules: true, composite: true },
        include: ['src'],
      },
    },
  },
  reselect: {
    config: {
      'tsconfig.json': {
        compilerOptions: { ...BUNDLER, noImplicitOverride: true, paths: { reselect: ['./src/index'] } },
        include: ['src'],
      },
    },
  },
  mobx: {
    config: {
      'tsconfig.json': {
        compilerOptions: { ...BUNDLER, skipDefaultLibCheck: true, experimentalDecorators: true, useDefineForClassFields: true },
        include: ['src'],
      },
    },
  },
  preact: {
    config: {
      'tsconfig.json': {
        compilerOptions: {
          ...SCRIPTS,
          strict: false,
          skipLibCheck: true,
          jsx: 'react',
          jsxFactory: 'createElement',
          jsxFragmentFactory: 'Fragment',
          paths: { preact: ['./src/index.js'], 'preact/hooks': ['./hooks/src/index.js'] },
        },
        include: ['src', 'hooks/src', 'compat/src'],
      },
    },
  },
  'type-fest': {
    config: {
      'tsconfig.json': {
        compilerOptions: { ...BUNDLER, lib: ['esnext', 'dom'], exactOptionalPropertyTypes: true },
        include: ['index.d.ts', 'source'],
      },
    },
  },
  'signal-polyfill': {
    project: 'tsconfig.check.json',
    config: {
      'tsconfig.check.json': { extends: './tsconfig.json', compilerOptions: { ignoreDeprecations: '6.0', skipLibCheck: true, types: [] } },
    },
  },
  rxjs: {
    needs: ['tslib'],
    project: 'src/tsconfig.check.json',
    config: {
      'src/tsconfig.check.json': {
        extends: './tsconfig.base',
        compilerOptions: { ignoreDeprecations: '6.0', types: [], skipLibCheck: true, importHelpers: true },
      },
    },
  },
  zod: {
    config: {
      'tsconfig.json': {
        compilerOptions: {
          ...BUNDLER,
          module: 'nodenext',
          moduleResolution: 'nodenext',
          customConditions: ['@zod/source'],
          skipLibCheck: true,
          rootDir: '.',
          outDir: 'out',
          allowImportingTsExtensions: false,
        },
        include: ['src/v4/core', 'src/v4/classic', 'src/index.ts'],
        exclude: ['**/tests'],
      },
    },
  },
  '@tanstack/react-query': {
    at: { core: '@tanstack/query-core', react: '@tanstack/react-query' },
    needs: ['@types/react', 'csstype', 'react'],
    config: {
      'tsconfig.json': { files: [], references: [{ path: './core' }, { path: './react/tsconfig.json' }] },
      'base.json': {
        compilerOptions: {
          ...BUNDLER,
          lib: ['es2022', 'dom'],
          skipLibCheck: true,
          composite: true,
          outDir: `${CONFIG_DIR}/out`,
          rootDir: `${CONFIG_DIR}/src`,
        },
      },
      'core/tsconfig.json': { extends: '../base.json', include: ['src'], exclude: ['src/__tests__'] },
      'react/tsconfig.json': {
        extends: '../base.json',
        compilerOptions: { jsx: 'react-jsx', paths: { '@tanstack/query-core': ['../core/src/index.ts'] } },
        include: ['src'],
        exclude: ['src/__tests__'],
        references: [{ path: '../core' }],
      },
    },
  },
};

/** @typedef {{ name: string, folder: string, project: string, mutations?: number }} Ready A project that is ready in a folder. */

const isRead = (/** @type {string} */ path) => READ.test(path) || !basename(path).includes('.');

/** Copies what is read of a folder. */
async function copy(/** @type {string} */ from, /** @type {string} */ to, /** @type {string[]} */ without) {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, {
    recursive: true,
    filter: (path) => isRead(path) && !without.some((name) => path.slice(from.length).split(sep).includes(name)),
  });
}

/** The folder of an installed package. */
async function installed(/** @type {string} */ name) {
  for (const folder of INSTALLED) {
    const at = join(folder, name);
    const found = await readFile(join(at, 'package.json'), 'utf8').catch(() => undefined);
    if (found !== undefined) return { at, dependencies: Object.keys(JSON.parse(found).dependencies ?? {}) };
  }
  throw new Error(`${name} is not installed: run \`cargo xtask conformance types\`, which installs it`);
}

/** Puts packages and what they depend on into `node_modules`. */
async function depend(/** @type {string} */ folder, /** @type {string[]} */ names, done = new Set()) {
  for (const name of names) {
    if (done.has(name)) continue;
    done.add(name);
    const { at, dependencies } = await installed(name);
    await copy(at, join(folder, 'node_modules', name), ['node_modules']);
    await depend(folder, dependencies, done);
  }
}

async function ofPackage(
  /** @type {string} */ name,
  /** @type {Project} */ { at = { '.': name }, needs = [], config, project },
  /** @type {string} */ to,
) {
  const folder = join(to, name.replace('/', '-'));
  for (const [below, one] of Object.entries(at)) {
    const found = await installed(one);
    await copy(found.at, join(folder, below), ['node_modules']);
    const others = Object.values(at);
    await depend(
      folder,
      [...needs, ...found.dependencies].filter((each) => !others.includes(each)),
    );
  }
  for (const [path, text] of Object.entries(config)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), JSON.stringify(text, null, 2));
  }
  return { name, folder, project: project ?? 'tsconfig.json' };
}

/** All packages and cases, or the named ones; a name with a slash at its start or a dot is a folder. */
export async function projects(/** @type {string[]} */ names, /** @type {string} */ to) {
  /** @type {Ready[]} */
  const ready = [];
  const isWanted = (/** @type {string} */ name) => names.length === 0 || names.includes(name);
  for (const [name, project] of Object.entries(PROJECTS)) if (isWanted(name)) ready.push(await ofPackage(name, project, to));
  for (const { name: own, given } of await cases()) {
    const name = `case ${own}`;
    if (!isWanted(name)) continue;
    const folder = join(to, own);
    for (const [path, text] of given) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    ready.push({ name, folder, project: 'tsconfig.json', mutations: 3 });
  }
  for (const name of names.filter((one) => !ready.some((each) => each.name === one))) {
    const from = resolve(name);
    const folder = join(to, `folder-${ready.length}`);
    await copy(from, folder, ['.git']);
    ready.push({ name: basename(from), folder, project: 'tsconfig.json' });
  }
  return ready;
}
