/**
 * The checker says what `tsc -p` says: the same codes, places and words. What `tsc` said is recorded beside each case;
 * `VERDICT_TSC=compare` asks it again, and `VERDICT_TSC=record` writes what it says now.
 * @module
 */

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';

import { cases, checker, lines, tsc } from './world.mjs';

const MODE = process.env.VERDICT_TSC;

for (const { name, given, record } of await cases()) {
  test(name, async () => {
    if (MODE === 'record') await writeFile(record, JSON.stringify(await tsc(given), null, 2) + '\n');
    const expected = JSON.parse(await readFile(record, 'utf8'));
    if (MODE === 'compare') assert.deepEqual(await tsc(given), expected);
    assert.equal(expected.length === 0, /(?:^|\/)clean/.test(name), 'only clean cases have nothing to say');
    const { check } = await checker(given);
    assert.deepEqual(lines(check().diagnostics), expected);
    assert.deepEqual(lines(check().diagnostics), expected, 'asked again');
  });
}
