/** The recording of the terminal in the guide shows what `verdict` prints. With VERDICT_UPDATE=1 it is made again. */

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';

import { ROOT } from './lib/pages.mjs';
import { record } from './lib/recording.mjs';

const CAST = `${ROOT}docs/images/terminal.cast`;
const GUIDE = `${ROOT}docs/guide/terminal.md`;
/** The block of the guide: all between its fences. */
const BLOCK = /(?<=^```text recording\n)[\s\S]*?(?=^```$)/m;

test('the recording of the terminal is what is printed now', { skip: process.platform !== 'linux' }, async () => {
  const { cast, text } = await record();
  const guide = await readFile(GUIDE, 'utf8');
  if (process.env.VERDICT_UPDATE) {
    await writeFile(CAST, cast);
    await writeFile(
      GUIDE,
      guide.replace(BLOCK, () => text),
    );
    return;
  }
  assert.equal(text, BLOCK.exec(guide)?.[0]);
  const [header, ...events] = (await readFile(CAST, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual([header.version, header.width > 0, header.height > 0], [2, true, true]);
  assert.ok(events.every(([time, kind, data], index) => kind === 'o' && typeof data === 'string' && time >= (events[index - 1]?.[0] ?? 0)));
});
