/**
 * The projects that are compared: packages of npm that ship their tests.
 * @module
 */

/**
 * @typedef {object} Project
 * @property {string} name
 * @property {Record<string, string>} [packages] The packages of its members, by their folders; `.` for that of the whole project.
 * @property {string} [made] Instead of packages, the name of a text below `made/` with the files of a project in a usual style.
 * @property {string[]} [workspaces] The folders of such a project that are packages of its workspace.
 * @property {string} [at] The folder in which the commands run.
 * @property {'own' | 'none' | 'given' | 'made'} configuration `own` where the package ships Vitest's configuration.
 *   `none` where it has none.
 *   `given` where its repository has one that npm has not, so that one in its style is among `files`. `made` where
 *   all of the project is ours.
 * @property {string[]} [also] Packages that the tests import, besides the dependencies of the members.
 * @property {Record<string, string>} [files] What a package takes from its repository, by path. npm has it not.
 */

/** A `tsconfig.json` that a package extends. */
const BASE = JSON.stringify({
  compilerOptions: { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', strict: true, skipLibCheck: true, jsx: 'react-jsx' },
});

/** A workspace of npm. */
const WORKSPACE = JSON.stringify({ private: true, workspaces: ['packages/*'] });

/** What packages of CopilotKit take from their repository. It names no target, so that fields of classes are assigned. */
const COPILOTKIT = {
  'package.json': WORKSPACE,
  'packages/tsconfig/base.json': JSON.stringify({
    compilerOptions: { module: 'esnext', moduleResolution: 'bundler', esModuleInterop: true, strict: true, skipLibCheck: true },
  }),
};

/** The same of Automerge, whose packages all merge the configuration of the workspace into theirs. */
const AUTOMERGE = {
  'package.json': WORKSPACE,
  'vitest.config.ts': `import path from 'path';
import { fileURLToPath } from 'url';
import { defineConfig } from 'vitest/config';

const here = path.dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  test: { globals: true, environment: 'jsdom', setupFiles: [path.join(here, './testSetup.ts')], testTimeout: 20_000 },
});
`,
  // The package of Automerge whose import makes its WebAssembly ready.
  'testSetup.ts': `import '@automerge/automerge';\nimport '@testing-library/jest-dom/vitest';\n`,
};

/** What packages of atproto take from their repository. */
const ATPROTO = {
  'package.json': JSON.stringify({ private: true, workspaces: ['packages/*', 'packages/lex/*'] }),
  'tsconfig/isomorphic.json': BASE,
  'tsconfig/vitest.json': BASE,
};

/** Lists of texts that packages of atproto share with those in other languages, each with a few of each kind. */
const INTEROP = {
  aturi_syntax_valid: ['at://did:plc:asdf123', 'at://user.bsky.social/io.nsid.someFunc/record-key'],
  aturi_syntax_invalid: ['a://did:plc:asdf123', 'at://did:plc:asdf123/repo post'],
  datetime_syntax_valid: ['1985-04-12T23:20:50.123Z', '1985-04-12T23:20:50.123+01:45'],
  datetime_syntax_invalid: ['1985-04-12', '1985-04-12T23:20:50.123', '1985/04/12T23:20:50.123Z'],
  datetime_parse_invalid: ['1985-00-12T23:20:50.123Z', '1985-04-12T25:20:50.123Z'],
  did_syntax_valid: ['did:method:val', 'did:plc:7iza6de2dwap2sbkpav7c6c6'],
  did_syntax_invalid: ['did', 'did:method', 'DID:method:val'],
  handle_syntax_valid: ['a.co', 'john2.test.bsky.app'],
  handle_syntax_invalid: ['john..test', 'a', '-john.test'],
  nsid_syntax_valid: ['com.example.fooBar', 'net.users.bob.ping'],
  nsid_syntax_invalid: ['com.example', 'com.example.foo.*', 'com..example.foo'],
  recordkey_syntax_valid: ['self', 'example.com', '~1.2-3_'],
  recordkey_syntax_invalid: ['alpha/beta', '.', '#extra'],
  tid_syntax_valid: ['3jzfcijpj2z2a', '7777777777777'],
  tid_syntax_invalid: ['3jzfcijpj2z2aa', '0000000000000', '3jzf-cij-pj2z-2a'],
};

/** These lists below a folder. @param {string} folder */
const interop = (folder) =>
  Object.fromEntries(Object.entries(INTEROP).map(([name, lines]) => [`${folder}/${name}.txt`, `# ${name}\n${lines.join('\n')}\n`]));

/** What tests of components need. */
const REACT = ['jsdom', '@testing-library/jest-dom', '@testing-library/react', 'react', 'react-dom'];

const TLDRAW = {
  'package.json': WORKSPACE,
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'es2022', strict: true, skipLibCheck: true, experimentalDecorators: true },
  }),
  'vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { globals: true, environment: 'jsdom', include: ['packages/*/src/**/*.test.{ts,tsx}'] },
});
`,
};

/** An adapter of Automerge, in a workspace with the package that it extends. @param {string} name @returns {Project} */
const automerge = (name) => ({
  name: `automerge-${name}`,
  packages: {
    'packages/automerge-repo': '@automerge/automerge-repo',
    [`packages/automerge-repo-${name}`]: `@automerge/automerge-repo-${name}`,
  },
  at: `packages/automerge-repo-${name}`,
  configuration: 'own',
  also: ['jsdom', '@testing-library/jest-dom'],
  files: AUTOMERGE,
});

/** @type {Project[]} */
export const projects = [
  {
    name: 'copilotkit-shared',
    packages: { 'packages/shared': '@copilotkit/shared' },
    at: 'packages/shared',
    configuration: 'own',
    also: ['valibot', 'arktype', '@valibot/to-json-schema'],
    files: COPILOTKIT,
  },
  {
    name: 'copilotkit-gql',
    packages: { 'packages/runtime-client-gql': '@copilotkit/runtime-client-gql' },
    at: 'packages/runtime-client-gql',
    configuration: 'own',
    files: COPILOTKIT,
  },
  {
    name: 'copilotkit-sdk',
    packages: { 'packages/sdk-js': '@copilotkit/sdk-js' },
    at: 'packages/sdk-js',
    configuration: 'own',
    files: COPILOTKIT,
  },
  {
    name: 'copilotkit',
    packages: {
      'packages/shared': '@copilotkit/shared',
      'packages/runtime-client-gql': '@copilotkit/runtime-client-gql',
      'packages/sdk-js': '@copilotkit/sdk-js',
    },
    configuration: 'own',
    also: ['valibot', 'arktype', '@valibot/to-json-schema'],
    files: {
      ...COPILOTKIT,
      'vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { projects: ['packages/*'] } });
`,
    },
  },
  {
    name: 'automerge-repo',
    packages: {
      'packages/automerge-repo': '@automerge/automerge-repo',
      'packages/automerge-repo-network-messagechannel': '@automerge/automerge-repo-network-messagechannel',
      'packages/automerge-repo-storage-nodefs': '@automerge/automerge-repo-storage-nodefs',
    },
    at: 'packages/automerge-repo',
    configuration: 'own',
    also: ['jsdom', '@testing-library/jest-dom'],
    files: AUTOMERGE,
  },
  {
    name: 'automerge-react-hooks',
    packages: {
      'packages/automerge-repo': '@automerge/automerge-repo',
      'packages/automerge-repo-react-hooks': '@automerge/automerge-repo-react-hooks',
    },
    at: 'packages/automerge-repo-react-hooks',
    configuration: 'own',
    also: [...REACT, 'react-error-boundary'],
    files: AUTOMERGE,
  },
  ...['network-messagechannel', 'network-broadcastchannel', 'storage-nodefs'].map((name) => automerge(name)),
  {
    name: 'atproto-syntax',
    packages: { 'packages/syntax': '@atproto/syntax' },
    at: 'packages/syntax',
    configuration: 'own',
    files: { ...ATPROTO, ...interop('interop-test-files/syntax'), ...interop('packages/syntax/tests/interop-files') },
  },
  { name: 'signal-polyfill', packages: { '.': 'signal-polyfill' }, configuration: 'own', also: ['vite-plugin-dts', 'expect-type'] },
  { name: 'mock-express', packages: { '.': 'vitest-mock-express' }, configuration: 'own' },
  {
    name: 'lex-data',
    packages: { 'packages/lex/lex-data': '@atproto/lex-data' },
    at: 'packages/lex/lex-data',
    configuration: 'none',
    files: ATPROTO,
  },
  {
    name: 'lex-schema',
    packages: { 'packages/lex/lex-schema': '@atproto/lex-schema' },
    at: 'packages/lex/lex-schema',
    configuration: 'none',
    files: ATPROTO,
  },
  {
    name: 'tldraw',
    packages: { 'packages/state': '@tldraw/state', 'packages/store': '@tldraw/store', 'packages/utils': '@tldraw/utils' },
    configuration: 'given',
    also: ['lodash', 'jsdom'],
    files: TLDRAW,
  },
  {
    name: 'theme-check',
    packages: { 'packages/theme-check-common': '@shopify/theme-check-common' },
    at: 'packages/theme-check-common',
    configuration: 'given',
    also: ['yaml'],
    files: {
      'package.json': WORKSPACE,
      'tsconfig.json': BASE,
      // Its types refer to those of a package beside it.
      'packages/liquid-html-parser/tsconfig.json': BASE,
      'packages/theme-check-common/vitest.config.mts': `import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { setupFiles: ['./src/test/test-setup.ts'] } });
`,
    },
  },
  { name: 'assistant-stream', packages: { '.': 'assistant-stream' }, configuration: 'none', also: ['ai'] },
  {
    name: 'convex-rate-limiter',
    packages: { '.': '@convex-dev/rate-limiter' },
    configuration: 'none',
    also: ['convex', 'convex-test', 'react', 'react-dom', 'jsdom', '@testing-library/react', '@edge-runtime/vm'],
  },
  { name: 'zod', packages: { '.': 'zod' }, configuration: 'none', also: ['@web-std/file', 'recheck'] },
  {
    name: 'query-core',
    packages: { '.': '@tanstack/query-core' },
    configuration: 'given',
    also: [...REACT],
    files: {
      'vite.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { dir: './src', environment: 'jsdom', globals: true } });
`,
    },
  },
  {
    name: 'react-app',
    made: 'react-app',
    configuration: 'made',
    also: [...REACT, '@testing-library/user-event', '@vitejs/plugin-react', 'vite-tsconfig-paths'],
  },
  {
    name: 'monorepo',
    made: 'monorepo',
    configuration: 'made',
    workspaces: ['packages/core', 'packages/util', 'apps/web'],
    also: ['happy-dom'],
  },
  { name: 'library', made: 'library', configuration: 'made' },
  { name: 'vite-assets', made: 'vite-assets', configuration: 'made' },
  { name: 'mocks', made: 'mocks', configuration: 'made' },
  { name: 'node-style', made: 'node-style', configuration: 'made' },
];
