/** Lays a published package out as a project: in a folder of its own below `target/`, with the packages that it needs. @module */

import { cp, link, lstat, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {import('../projects.mjs').Project} Project */

const HERE = fileURLToPath(new URL('..', import.meta.url));
const TARGET = fileURLToPath(new URL('../../../../target/conformance/projects/', import.meta.url));

/** What every project has: the runner, and the compiler of its types. */
const ALWAYS = ['vitest', 'typescript', '@types/node'];

/**
 * Makes the folder of a project anew.
 * @param {Project} project
 * @returns {Promise<string>} The folder.
 */
export async function lay({ name, packages = {}, made, workspaces = [], also = [], files = {} }) {
  const folder = join(TARGET, name);
  await rm(folder, { recursive: true, force: true });
  /** The places of members, by those of their packages here. @type {Map<string, string>} */
  const members = new Map();
  for (const [place, packageName] of Object.entries(packages)) members.set(join('node_modules', packageName), place);
  for (const [from, place] of members) {
    await cp(join(HERE, from), join(folder, place), {
      recursive: true,
      filter: (path) => !relative(join(HERE, from), path).includes('node_modules'),
    });
    if (members.size > 1 || place !== '.') await linked(folder, place, from);
  }
  const own = made ? filesOf(await readFile(join(HERE, 'made', `${made}.txt`), 'utf8')) : {};
  for (const [path, text] of Object.entries({ ...own, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  for (const from of await needed([...members.keys()], [...ALWAYS, ...also])) {
    if (!members.has(from)) await hardLinked(join(HERE, from), join(folder, moved(from, members)));
  }
  for (const place of workspaces) await linked(folder, place, join('node_modules', await nameOf(folder, place)));
  return folder;
}

/** Several files in one text, each with a line `//- /path` before it. @param {string} text @returns {Record<string, string>} */
function filesOf(text) {
  const parts = text.split(/^\/\/- \/(.+)\n/m).slice(1);
  return Object.fromEntries(parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1]]] : [])));
}

/** @param {string} folder @param {string} place */
const nameOf = async (folder, place) => JSON.parse(await readFile(join(folder, place, 'package.json'), 'utf8')).name;

/** A member as its workspace sees it. @param {string} folder @param {string} place @param {string} name */
async function linked(folder, place, name) {
  const at = join(folder, name);
  await mkdir(dirname(at), { recursive: true });
  await symlink(relative(dirname(at), join(folder, place)), at);
}

/** Where a package goes: what lies in a member stays there. @param {string} from @param {Map<string, string>} members */
function moved(from, members) {
  for (const [member, place] of members) if (from.startsWith(`${member}/`)) return join(place, from.slice(member.length + 1));
  return from;
}

/**
 * The packages that some need to run, by their places: as Node finds them, from within those that need them.
 * @param {string[]} members @param {string[]} names
 */
async function needed(members, names) {
  const found = new Set(members);
  for (const name of names) {
    const place = await nearest('', name);
    if (!place) throw new Error(`${name} is not installed`);
    found.add(place);
  }
  // What is added while this runs is visited too.
  for (const place of found) {
    const manifest = JSON.parse(await readFile(join(HERE, place, 'package.json'), 'utf8'));
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies })) {
      const other = await nearest(place, name);
      if (other) found.add(other);
    }
  }
  return found;
}

/** @param {string} from @param {string} name @returns {Promise<string | undefined>} */
async function nearest(from, name) {
  const place = join(from, 'node_modules', name);
  if (await lstat(join(HERE, place, 'package.json')).catch(() => undefined)) return place;
  if (!from) return undefined;
  const end = from.lastIndexOf('/node_modules/');
  return nearest(end < 0 ? '' : from.slice(0, end), name);
}

/** A package by hard links, without packages that npm installed in it. @param {string} from @param {string} to */
async function hardLinked(from, to, depth = 0) {
  await mkdir(to, { recursive: true });
  const one = async (/** @type {import('node:fs').Dirent} */ entry) => {
    const [source, place] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && (depth > 0 || entry.name !== 'node_modules')) await hardLinked(source, place, depth + 1);
    if (entry.isFile()) await link(source, place);
  };
  await Promise.all((await readdir(from, { withFileTypes: true })).map(one));
}
