/**
 * The declarations that the checker has with it: TypeScript's libraries, and the types of Node and Vitest. Comments are left out, and
 * every line and column stays where it is.
 * @module
 */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/** Modules whose types a snapshot need not have. */
const ROOTS = ['vitest', 'vitest/globals'];

/** Packages that a snapshot can import without having them. What only these need is put below them, where it finds no other importer. */
const OFFERED = ['vitest', '@types/node'];

/** What configurations import. Vitest's own declarations need those of Vite, which are larger than all others together. */
const CONFIG = `
export type UserConfig = Record<string, any>;
export type ViteUserConfig = UserConfig;
export interface ConfigEnv { command: 'build' | 'serve'; mode: string; isSsrBuild?: boolean; isPreview?: boolean }
export type UserConfigFnObject = (env: ConfigEnv) => UserConfig;
export type UserConfigFnPromise = (env: ConfigEnv) => Promise<UserConfig>;
export type UserConfigFn = (env: ConfigEnv) => UserConfig | Promise<UserConfig>;
export type UserConfigExport = UserConfig | Promise<UserConfig> | UserConfigFn;
export declare function defineConfig<T extends UserConfigExport>(config: T): T;
export declare function defineProject<T extends UserConfigExport>(config: T): T;
export declare function mergeConfig(defaults: UserConfig, overrides: UserConfig, isRoot?: boolean): UserConfig;
export declare const configDefaults: Readonly<Record<string, any> & { include: string[]; exclude: string[] }>;
export declare const coverageConfigDefaults: Readonly<Record<string, any>>;
export declare const defaultInclude: string[];
export declare const defaultExclude: string[];
export declare const defaultBrowserPort: number;
`;

/** Where a file is for programs: packages that are not offered are below the one that needs them. */
function placed(/** @type {string} */ path) {
  if (OFFERED.some((name) => path.startsWith(`/node_modules/${name}/`))) return path;
  const above = path.startsWith('/node_modules/undici-types/') ? '@types/node' : 'vitest';
  return `/node_modules/${above}${path}`;
}

/** A source without its comments. Directives in `///` stay, as they have a meaning. */
export function stripped(/** @type {string} */ name, /** @type {string} */ text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  /** @type {Map<number, number>} */
  const comments = new Map();
  const visit = (/** @type {ts.Node} */ node) => {
    const children = node.getChildren(file);
    if (children.length === 0 || ts.isToken(node)) {
      for (const ranges of [ts.getLeadingCommentRanges(text, node.getFullStart()), ts.getTrailingCommentRanges(text, node.getEnd())]) {
        for (const { pos, end } of ranges ?? []) if (!/^\/\/\/\s*</.test(text.slice(pos, end))) comments.set(pos, end);
      }
    }
    for (const child of children) if (child.kind !== ts.SyntaxKind.JSDoc) visit(child);
  };
  visit(file);
  let [result, at] = ['', 0];
  for (const [pos, end] of [...comments].sort(([a], [b]) => a - b)) {
    if (pos < at) continue;
    const inside = text.slice(pos, end);
    const rest = text.slice(end, text.indexOf('\n', end));
    // What follows on the same line keeps its column.
    const blank = rest.trim() === '' ? '' : ' '.repeat(inside.length - inside.lastIndexOf('\n') - 1);
    result += text.slice(at, pos) + '\n'.repeat(inside.split('\n').length - 1) + blank;
    at = end;
  }
  return (result + text.slice(at))
    .replace(/\r\n/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trimEnd();
}

/** TypeScript's libraries by file name. */
export async function libraries(/** @type {string} */ root) {
  const folder = join(root, 'node_modules/typescript/lib');
  const names = (await readdir(folder)).filter((name) => /^lib\..*d\.ts$/.test(name)).sort();
  /** @type {Record<string, string>} */
  const found = {};
  for (const name of names) found[name] = stripped(name, await readFile(join(folder, name), 'utf8'));
  return found;
}

/**
 * The declarations that a file with tests reaches, by their paths from the root, those of `vitest/config`, and the `package.json` of
 * each package.
 */
export async function types(/** @type {string} */ root) {
  const entry = join(root, '__verdict_entry.ts');
  const text = ROOTS.map((name) => `import '${name}';`).join('\n');
  const options = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    skipLibCheck: true,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  // Packages keep the paths under which programs find them.
  host.realpath = (path) => path;
  const { readFile: read, fileExists } = host;
  host.readFile = (path) => (path === entry ? text : read.call(host, path));
  host.fileExists = (path) => path === entry || fileExists.call(host, path);
  host.getSourceFile = (path, target) => {
    const content = host.readFile(path);
    return content === undefined ? undefined : ts.createSourceFile(path, content, target, true);
  };
  const program = ts.createProgram([entry], options, host);
  /** @type {Record<string, string>} */
  const found = {};
  const packages = new Set();
  for (const file of program.getSourceFiles()) {
    const path = file.fileName.slice(root.length);
    if (file.fileName === entry || /\/typescript\/lib\//.test(path)) continue;
    // Nobody looks up a line of these: a project that has them installed uses its own.
    found[placed(path)] = stripped(path, file.text).replace(/\n+/g, '\n');
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
    if (folder !== undefined) packages.add(folder);
  }
  for (const folder of packages) {
    const json = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
    const { name, version, type, types, typings, main, exports, imports, typesVersions } = json;
    found[placed(`${folder}/package.json`)] = JSON.stringify({
      name,
      version,
      type,
      types,
      typings,
      main,
      exports,
      imports,
      typesVersions,
    });
  }
  found['/node_modules/vitest/config.d.ts'] = CONFIG.trim();
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}
