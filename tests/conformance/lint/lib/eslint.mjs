/** What ESLint finds in cases. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import * as typescript from '@typescript-eslint/parser';
import js from '@eslint/js';
import { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';

import { finding, fixed } from './findings.mjs';
import { modules } from './modules.mjs';

const require = createRequire(import.meta.url);

/** The plugins by the prefix of their rules. They are large, and most rules need none. */
const PLUGINS = {
  '@typescript-eslint': () => import('@typescript-eslint/eslint-plugin'),
  vitest: () => import('@vitest/eslint-plugin'),
  // The ES module needs its native resolver, which `package.json` replaces.
  import: () => require('eslint-plugin-import-x'),
  'import-x': () => require('eslint-plugin-import-x'),
};

async function pluginsOf(rule) {
  const [prefix] = rule.split('/');
  const load = rule.includes('/') && PLUGINS[prefix];
  return load ? { [prefix]: (await load()).default } : {};
}

/** @param {import('./cases.mjs').Case[]} cases @returns {Promise<import('./findings.mjs').Outcome[]>} */
export async function eslint(cases) {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  try {
    const outcomes = [];
    for (const one of cases) outcomes.push(await lint(one, folder));
    return outcomes;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The configuration with ESLint's objects for the names of presets. */
function presets(value) {
  if (value === 'recommended') return js.configs.recommended;
  if (Array.isArray(value)) return value.map(presets);
  if (value === null || typeof value !== 'object') return value;
  return 'extends' in value ? { ...value, extends: presets(value.extends) } : value;
}

async function lint(one, root) {
  const folder = mkdtempSync(join(root, 'case-'));
  const { code, filename, languageOptions, options, rule, settings } = one;
  const isImports = /^import(-x)?\//.test(rule);
  if (isImports || Object.keys(one.files).length > 0) {
    for (const [path, text] of Object.entries({ ...one.files, [filename]: code })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }
  const isTypeScript = /\.[mc]?tsx?$/.test(filename);
  const jsx = /\.(jsx|tsx)$/.test(filename) ? { parserOptions: { ecmaFeatures: { jsx: true } } } : {};
  const config = {
    files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    plugins: await pluginsOf(rule),
    languageOptions: { ...(isTypeScript ? { parser: typescript } : {}), ...jsx, ...(isImports ? { parserOptions: { ...jsx.parserOptions, tsconfigRootDir: folder } } : {}), ...languageOptions },
    rules: { [rule]: ['error', ...options] },
    settings: isImports ? { ...modules, ...settings } : settings,
  };
  const linter = new Linter({ cwd: folder, configType: 'flat' });
  const configs = one.configs ? defineConfig(presets(one.configs)) : [config];
  const messages = linter.verify(code, configs, { filename: join(folder, filename) });
  const fatal = messages.find((message) => message.fatal && message.message.startsWith('Parsing error'));
  if (fatal) return { fatal: true, messages: [], output: code };
  const entries = messages.map((message) =>
    finding(code, one, { ...message, message: message.message.replaceAll(folder, ''), suggestions: (message.suggestions ?? []).map(({ desc, fix, messageId }) => ({ messageId, message: desc, fix })) }),
  );
  return { fatal: false, messages: entries, output: fixed(code, messages) };
}
