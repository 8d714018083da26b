/** Ours: the wasm of a page's worker, in Node. It gets each snapshot anew, so that it remembers no finding. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../../../dist/wasm/', import.meta.url);

/** @param {Record<string, string>} files @param {Record<string, unknown>} languageOptions */
export async function create(files, languageOptions) {
  const glue = await import(new URL('analysis.js', FOLDER).href);
  glue.initSync({ module: new WebAssembly.Module(readFileSync(fileURLToPath(new URL('analysis_bg.wasm', FOLDER)))) });
  let answer;
  const core = new glue.WorkerCore(0, (message) => {
    if (message.type !== 'PROGRESS') answer = message;
  });
  const snapshot = Object.entries(files);
  const config = { lint: { configs: [{ extends: 'recommended', files: ['**/*'], languageOptions }] } };
  let turn = 0;
  return () => {
    turn += 1;
    // Another configuration in each turn, by its name alone: nothing that is remembered fits.
    config.lint.configs[0].name = `turn ${turn}`;
    core.handle({ type: 'VERIFY', id: turn, payload: { command: 'lint:/**/*', snapshot, config } });
    if (answer?.type !== 'VERIFY_COMPLETE') throw new Error(JSON.stringify(answer));
    return answer.output.length;
  };
}
