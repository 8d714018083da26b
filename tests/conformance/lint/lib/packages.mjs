/** Sources of the packages of npm that are installed here: real code to lint. */

import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The folders with packages, below the root of the repository. */
const FOLDERS = ['node_modules', 'tests/conformance/lint/node_modules', 'tests/bench/node_modules'];

/**
 * The sources of packages by path, each text once, in an order that depends on the paths alone.
 *
 * @param {object} choice
 * @param {readonly string[]} [choice.packages] The names of packages; without it, all that are installed.
 * @param {RegExp} [choice.kinds] What a file's name ends with.
 * @param {number} choice.most The largest size of a file, in bytes.
 * @returns {Promise<Record<string, string>>}
 */
export async function sources({ packages, kinds = /\.[cm]?js$/, most }) {
  const texts = {};
  const seen = new Set();
  for (const path of await paths(packages)) {
    if (!kinds.test(path)) continue;
    const bytes = await readFile(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (bytes.length > most || seen.has(hash)) continue;
    seen.add(hash);
    texts[`/${relative(root, path).split(sep).join('/').replaceAll('node_modules', 'packages')}`] = bytes.toString();
  }
  return texts;
}

async function paths(packages) {
  const all = [];
  for (const folder of FOLDERS) {
    for (const one of packages ?? ['.']) {
      const entries = await readdir(join(root, folder, one), { recursive: true, withFileTypes: true }).catch((error) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      all.push(...entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
    }
  }
  return all.sort();
}
