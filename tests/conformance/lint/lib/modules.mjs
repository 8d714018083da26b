/** Settings under which `eslint-plugin-import-x` sees files as a snapshot does. */

import { isBuiltin, createRequire } from 'node:module';

import enhanced from 'enhanced-resolve';
import fs from 'node:fs';
import { dirname } from 'node:path';

const { CachedInputFileSystem, ResolverFactory } = enhanced;
const extensions = ['.js', '.mjs', '.ts', '.mts', '.tsx', '.jsx', '.json'];
const resolver = ResolverFactory.createResolver({
  fileSystem: new CachedInputFileSystem(fs, 0),
  useSyncFileSystemCalls: true,
  extensions,
  extensionAlias: { '.js': ['.js', '.ts', '.tsx'], '.mjs': ['.mjs', '.mts'], '.cjs': ['.cjs', '.cts'], '.jsx': ['.jsx', '.tsx'] },
  conditionNames: ['node', 'import', 'module-sync', 'development'],
  mainFields: ['main', 'module'],
});

/** @param {string} specifier @param {string} file */
function resolve(specifier, file) {
  if (isBuiltin(specifier)) return { found: true, path: null };
  try {
    const path = resolver.resolveSync({}, dirname(file), specifier);
    return path ? { found: true, path } : { found: false };
  } catch {
    return { found: false };
  }
}

const typescript = createRequire(import.meta.url).resolve('@typescript-eslint/parser');

export const modules = {
  'import-x/extensions': extensions.filter((extension) => extension !== '.json').concat('.cjs', '.cts'),
  'import-x/parsers': { [typescript]: ['.ts', '.tsx', '.mts', '.cts'] },
  'import-x/resolver-next': [{ interfaceVersion: 3, name: 'snapshot', resolve }],
};
