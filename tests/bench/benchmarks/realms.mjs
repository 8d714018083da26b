import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { header, row } from '../lib/table.mjs';

const TURNS = 100;

export const about = 'from a fresh realm with the whole test API to the end of its one empty test, warm';

export async function run({ onPage }) {
  const { inEngine, inFile, whole } = await onPage('suite', 'measureRealms', TURNS);
  const sealed = await onPage('suite', 'measureRealms', TURNS, 'browser');
  const native = await natively();
  header();
  row('in Chromium, the file', inFile);
  row('in Chromium, the request in the engine', inEngine);
  if (native) row('natively, the file', native);
  row("engine: 'browser', from the call to the answer", sealed.whole, { name: 'boa', samples: whole });
}

/** The same by the native host in one process; nothing where there is none (`VERDICT_CLI`). */
async function natively() {
  const program = process.env.VERDICT_CLI;
  if (!program) return undefined;
  const child = spawn(program, ['serve', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const samples = [];
  const lines = createInterface({ input: child.stdout });
  const answers = lines[Symbol.asyncIterator]();
  for (let turn = -10; turn < TURNS; turn += 1) {
    const payload = { command: 'test:/a.test.js', snapshot: [['/a.test.js', 'test("is there", () => {});']] };
    child.stdin.write(`${JSON.stringify({ type: 'VERIFY', id: turn + 11, payload })}\n`);
    let answer;
    do answer = JSON.parse((await answers.next()).value);
    while (answer.type !== 'VERIFY_COMPLETE');
    if (turn >= 0) samples.push(answer.timing.files[0].ms);
  }
  child.stdin.end();
  return samples;
}
