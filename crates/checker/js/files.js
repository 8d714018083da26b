/**
 * The files of a snapshot as a tree of folders. Nothing else is ever read.
 * @module
 */

/** @typedef {{ hash: string, text: string }} File */

/** Files by absolute path, and the folders that they are in. A snapshot changes by what is put and removed. */
export class Files {
  /** @type {Map<string, File>} */
  #files = new Map();
  /** The names in each folder. @type {Map<string, { files: Set<string>, folders: Set<string> }>} */
  #folders = new Map([['/', { files: new Set(), folders: new Set() }]]);

  get(/** @type {string} */ path) {
    return this.#files.get(path);
  }

  /** All paths, in no order. */
  paths() {
    return this.#files.keys();
  }

  isFolder(/** @type {string} */ path) {
    return this.#folders.has(folderPath(path));
  }

  /** The names in a folder, sorted. */
  entries(/** @type {string} */ path) {
    const folder = this.#folders.get(folderPath(path));
    return { files: [...(folder?.files ?? [])].sort(), directories: [...(folder?.folders ?? [])].sort() };
  }

  /** Adds or replaces a file, and returns whether it is new. */
  put(/** @type {string} */ path, /** @type {File} */ file) {
    const isNew = !this.#files.has(path);
    // A mark of the byte order is no part of the first line.
    this.#files.set(path, file.text.startsWith('\uFEFF') ? { ...file, text: file.text.slice(1) } : file);
    if (isNew) this.#open(parent(path)).files.add(name(path));
    return isNew;
  }

  /** Removes a file, and the folders that are empty then. Returns whether it was there. */
  remove(/** @type {string} */ path) {
    if (!this.#files.delete(path)) return false;
    let folder = parent(path);
    this.#folders.get(folder)?.files.delete(name(path));
    for (; folder !== '/'; folder = parent(folder)) {
      const inside = this.#folders.get(folder);
      if (inside === undefined || inside.files.size + inside.folders.size > 0) break;
      this.#folders.delete(folder);
      this.#folders.get(parent(folder))?.folders.delete(name(folder));
    }
    return true;
  }

  clear() {
    this.#files.clear();
    this.#folders = new Map([['/', { files: new Set(), folders: new Set() }]]);
  }

  #open(/** @type {string} */ path) {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const made = { files: new Set(), folders: new Set() };
    this.#folders.set(path, made);
    this.#open(parent(path)).folders.add(name(path));
    return made;
  }
}

/** The folder of a path. */
export function parent(/** @type {string} */ path) {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 1)) || '/';
}

function name(/** @type {string} */ path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A folder's path without a slash at its end. */
function folderPath(/** @type {string} */ path) {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path || '/';
}
