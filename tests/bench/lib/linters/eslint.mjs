/** ESLint in Node, with its recommended rules. */

import { createRequire } from 'node:module';

const require = createRequire(new URL('../../../conformance/lint/', import.meta.url));
const { Linter } = require('eslint');
const js = require('@eslint/js');

/** @param {Record<string, string>} files @param {Record<string, unknown>} languageOptions */
export function create(files, languageOptions) {
  const linter = new Linter({ cwd: '/' });
  const configs = [js.configs.recommended, { files: ['**/*.{js,mjs,cjs}'], languageOptions }];
  const entries = Object.entries(files);
  return () => entries.reduce((count, [filename, text]) => count + linter.verify(text, configs, { filename }).length, 0);
}
