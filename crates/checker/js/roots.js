/**
 * The files that a program needs to check some of a project's files as if it had them all.
 * @module
 */

/** Text that may declare something for files that do not import it. */
const GLOBAL = /\bdeclare\s+(?:global|module|namespace)\b|<reference\s|\b(?:globalThis|window|self|global)\s*[.[]/;

/** Specifiers of packages: their declarations may be global. */
const PACKAGES = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(['"`])([^'"`./][^'"`]*)\1/g;

/** What each version of a file has for others. @type {WeakMap<object, { isGlobal: boolean, packages: string[] }>} */
const known = new WeakMap();

/**
 * The wanted files, those that may declare something for all, and for each imported package a file that imports it.
 * @param {import('./view.js').View} view
 * @param {string[]} all The paths of all files of the project, sorted.
 * @param {Set<string>} wanted
 */
export function rootsOf(view, all, wanted) {
  /** @type {Set<string>} */
  const packages = new Set();
  return all.filter((path) => {
    const file = view.get(path);
    if (file === undefined) return wanted.has(path);
    const has = known.get(file) ?? read(path, file.text);
    known.set(file, has);
    const fresh = has.packages.filter((name) => !packages.has(name));
    for (const name of fresh) packages.add(name);
    return wanted.has(path) || has.isGlobal || fresh.length > 0;
  });
}

function read(/** @type {string} */ path, /** @type {string} */ text) {
  const isGlobal = /\.d\.(?:[^./]+\.)?[cm]?ts$/.test(path) || GLOBAL.test(text);
  const packages = [...text.matchAll(PACKAGES)].map(([, , name]) => name ?? '');
  return { isGlobal, packages: [...new Set(packages)] };
}
