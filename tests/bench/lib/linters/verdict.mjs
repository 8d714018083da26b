/** Ours: the wasm of a page's worker, in Node. It gets each snapshot anew, so that it remembers no finding. */

import { engines } from '../analysis.mjs';

/** @param {Record<string, string>} files @param {Record<string, unknown>} languageOptions */
export async function create(files, languageOptions) {
  const { verify } = (await engines())();
  const snapshot = Object.entries(files);
  const config = { lint: { configs: [{ extends: 'recommended', files: ['**/*'], languageOptions }] } };
  let turn = 0;
  return () => {
    turn += 1;
    // Another configuration in each turn, by its name alone: nothing that is remembered fits.
    config.lint.configs[0].name = `turn ${turn}`;
    return verify({ command: 'lint:/**/*', snapshot, config }).output.length;
  };
}
