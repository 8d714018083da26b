const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { parseEnv } = require('node:util');
const { isForeign, partly } = require('/node_modules/.verdict/foreign.js');

const isObject = (value) => Object.prototype.toString.call(value) === '[object Object]';
const listed = (value) => (Array.isArray(value) ? value : [value]);
const entries = (alias) => (Array.isArray(alias) ? alias : Object.keys(alias).map((find) => ({ find, replacement: alias[find] })));

function mergeAlias(base, over) {
  return isObject(base) && isObject(over) ? { ...base, ...over } : [...entries(over), ...entries(base)];
}

/** Merges configurations as Vite does. */
function merged(base, over, at) {
  const all = { ...base };
  for (const key of Object.keys(over)) {
    const [below, value] = [all[key], over[key]];
    if (value === undefined || value === null) continue;
    if (below === undefined || below === null) all[key] = value;
    else if (key === 'alias' && (at === 'resolve' || at === 'test' || at === '')) all[key] = mergeAlias(below, value);
    else if (Array.isArray(below) || Array.isArray(value)) all[key] = [...listed(below), ...listed(value)];
    else if (isObject(below) && isObject(value)) all[key] = merged(below, value, at === '' ? key : `${at}.${key}`);
    else all[key] = value;
  }
  return all;
}

function mergeConfig(base, over, isRoot = true) {
  // A value of another package keeps its name, by which a warning finds it.
  const [below, above] = [base, over].map((config) => (isForeign(config) ? { ...config } : config));
  if (typeof below === 'function' || typeof above === 'function') {
    throw new Error('Cannot merge config in form of callback');
  }
  return merged(below, above, isRoot ? '' : '.');
}

const REFERENCE = /(?<!\\)\$(?:\{([A-Za-z_][\w.]*)(?::?-([^}\\]*))?\}|([A-Za-z_]\w*))/g;

/** The variables of `.env` files that begin with a prefix, as Vite reads them: later files win, and the environment over all. */
function loadEnv(mode, folder, prefixes = 'VITE_') {
  if (mode === 'local')
    throw new Error('"local" cannot be used as a mode name because it conflicts with the .local postfix for .env files.');
  const parsed = {};
  if (folder !== false) {
    for (const name of ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`]) {
      const file = join(folder, name);
      if (existsSync(file)) Object.assign(parsed, parseEnv(readFileSync(file, 'utf8')));
    }
  }
  const expanded = (text, open) =>
    text.replace(REFERENCE, (_, braced, other = '', plain) => {
      const name = braced ?? plain;
      const value = process.env[name] ?? (open.includes(name) ? undefined : parsed[name]);
      return value ? expanded(value, [...open, name]) : other;
    });
  const found = {};
  const isWanted = (name) => listed(prefixes).some((prefix) => name.startsWith(prefix));
  for (const name of Object.keys(parsed).filter(isWanted)) {
    found[name] = expanded(parsed[name], [name]).replaceAll('\\$', '$');
  }
  for (const name of Object.keys(process.env).filter(isWanted)) found[name] = process.env[name];
  return found;
}

const same = (config) => config;
const exclude = ['**/node_modules/**', '**/.git/**'];
const configDefaults = {
  allowOnly: true,
  isolate: true,
  watch: false,
  globals: false,
  environment: 'node',
  clearMocks: false,
  restoreMocks: false,
  mockReset: false,
  unstubGlobals: false,
  unstubEnvs: false,
  include: ['**/*.{test,spec}.?(c|m)[jt]s?(x)'],
  exclude,
  teardownTimeout: 10000,
  testTimeout: 5000,
  hookTimeout: 10000,
  coverage: { exclude: [], include: [], reporter: [] },
  fakeTimers: { loopLimit: 10000, shouldClearNativeTimers: true },
};

module.exports = partly('vite', {
  defineConfig: same,
  defineProject: same,
  defineWorkspace: same,
  mergeConfig,
  mergeAlias,
  configDefaults,
  coverageConfigDefaults: configDefaults.coverage,
  defaultInclude: configDefaults.include,
  defaultExclude: exclude,
  loadEnv,
  normalizePath: (path) => path.replaceAll('\\', '/'),
  searchForWorkspaceRoot: () => '/',
  defaultClientConditions: ['module', 'browser', 'development|production'],
  defaultServerConditions: ['module', 'node', 'development|production'],
  version: '7.0.0',
});
