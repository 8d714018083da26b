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
  loadEnv: () => ({}),
  normalizePath: (path) => path.replaceAll('\\', '/'),
  searchForWorkspaceRoot: () => '/',
  defaultClientConditions: ['module', 'browser', 'development|production'],
  defaultServerConditions: ['module', 'node', 'development|production'],
  version: '7.0.0',
});
