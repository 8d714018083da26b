/** What lints in a process of its own: that process, warm, and the CPU time of its turns. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('../linter-child.mjs', import.meta.url));

/**
 * Starts a linter and has it lint all files once.
 *
 * @param {string} name A file beside this one.
 * @param {{ files: Record<string, string>, languageOptions: Record<string, unknown> }} given
 */
export async function started(name, given) {
  const child = fork(CHILD, [name], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code}`);
  });
  // It ends after its last turn, when nobody waits for it.
  ended.catch(() => {});
  const next = async () => {
    const [answer] = await Promise.race([once(child, 'message'), ended]);
    return answer;
  };
  await next();
  child.send(given);
  await next();
  const lint = async () => {
    child.send('lint');
    return /** @type {{ ms: number, found: number }} */ (await next());
  };
  await lint();
  return { lint, end: () => child.kill() };
}
