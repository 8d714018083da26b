/**
 * The reference of the command line, generated from what `verdict --help` prints.
 * @module
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const HEAD = `# Command line

<!-- Generated from \`verdict --help\`. \`VERDICT_UPDATE=1 node --test tests/docs/reference.test.mjs\` updates it. -->

[The terminal guide](../guide/terminal.md) shows these commands at work. This page lists what \`--help\` prints.
`;

/** What a command prints for \`--help\`. @returns {Promise<string>} */
async function help(/** @type {string[]} */ words) {
  const program = process.env.VERDICT_CLI;
  assert.ok(program, 'VERDICT_CLI is not set: run this by `cargo xtask test`');
  const { stdout } = await promisify(execFile)(program, [...words, '--help']);
  // By whatever name the program was started.
  const text = stdout.replace(/^Usage: \S+/m, 'Usage: verdict');
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}

/** Names of the commands that a help text lists. */
function commands(/** @type {string} */ text) {
  const [, list = ''] = /^Commands:\n((?: {2}.*\n?)+)/m.exec(text) ?? [];
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name).filter((name) => name !== 'help');
}

/** The sections of a command and of those below it. @returns {Promise<string>} */
async function sections(/** @type {string[]} */ words) {
  const text = await help(words);
  const section = `\n## ${['verdict', ...words].join(' ')}\n\n\`\`\`text\n${text}\n\`\`\`\n`;
  const below = await Promise.all(commands(text).map((name) => sections([...words, name])));
  return section + below.join('');
}

/** The whole page. */
export async function commandLinePage() {
  return HEAD + (await sections([]));
}
