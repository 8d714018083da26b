/** The wasm that lints and checks types in a page's worker, in Node. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../../dist/wasm/', import.meta.url);

/**
 * @typedef {object} Engine
 * @property {(payload: Record<string, unknown>) => any} verify Returns the result. It throws for other answers.
 * @property {(payload: Record<string, unknown>) => void} receive Hands in the payload of a `SNAPSHOT`.
 */

/**
 * Loads the wasm.
 *
 * @returns {Promise<() => Engine>} What starts an engine that remembers nothing.
 */
export async function engines() {
  const glue = await import(new URL('analysis.js', FOLDER).href);
  glue.initSync({ module: new WebAssembly.Module(readFileSync(fileURLToPath(new URL('analysis_bg.wasm', FOLDER)))) });
  return () => {
    let answer;
    const core = new glue.WorkerCore(0, (message) => {
      if (message.type !== 'PROGRESS') answer = message;
    });
    let id = 0;
    return {
      verify(payload) {
        id += 1;
        core.handle({ type: 'VERIFY', id, payload });
        if (answer?.type !== 'VERIFY_COMPLETE') throw new Error(JSON.stringify(answer));
        return answer;
      },
      receive(payload) {
        core.handle({ type: 'SNAPSHOT', payload });
      },
    };
  };
}
