/**
 * What a program sees: the files of a snapshot, over the libraries of TypeScript and the types that the checker has with it.
 * @module
 */

/** Where the compiler looks for its libraries. */
export const LIBRARIES = '/node_modules/typescript/lib';
const LIBRARY = `${LIBRARIES}/lib.`;

/**
 * @typedef {{ libraries: Record<string, string>, types: () => Record<string, string> }} Data
 * @typedef {import('./files.js').Files} Files
 */

/** The files below those of a snapshot. */
export class View {
  #files;
  #data;
  /** Folders of bundled packages, and the folders in them. @type {{ packages: Set<string>, folders: Set<string> } | undefined} */
  #bundled;

  constructor(/** @type {Files} */ files, /** @type {Data} */ data) {
    this.#files = files;
    this.#data = data;
  }

  /** The file at a path. What is no file of the snapshot has its own name as hash, as it never changes. */
  get(/** @type {string} */ path) {
    if (path.startsWith(LIBRARY)) {
      const text = this.#data.libraries[path.slice(LIBRARIES.length + 1)];
      if (text !== undefined) return { hash: path, text };
    }
    const own = this.#files.get(path);
    if (own !== undefined || !this.#isBundled(path)) return own;
    const text = this.#data.types()[path];
    return text === undefined ? undefined : { hash: `bundled:${path}`, text, isBundled: true };
  }

  /** Whether a file is bundled: nobody can correct what is wrong in it. */
  isBundledFile(/** @type {string} */ path) {
    return this.#files.get(path) === undefined && this.#isBundled(path);
  }

  isFolder(/** @type {string} */ path) {
    if (this.#files.isFolder(path)) return true;
    if (!path.startsWith('/node_modules')) return false;
    const folder = path.replace(/\/$/, '');
    if (folder === '/node_modules' || folder === '/node_modules/@types') return true;
    return this.#isBundled(folder) && this.#bundledFolders().folders.has(folder);
  }

  /** The names in a folder of the snapshot; bundled packages are found only by their names. */
  entries(/** @type {string} */ path) {
    return this.#files.entries(path);
  }

  /** Whether a path is in a bundled package that the snapshot does not have itself. */
  #isBundled(/** @type {string} */ path) {
    const folder = /^\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
    return folder !== undefined && this.#bundledFolders().packages.has(folder) && !this.#files.isFolder(folder);
  }

  #bundledFolders() {
    if (this.#bundled !== undefined) return this.#bundled;
    const [packages, folders] = [new Set(), new Set()];
    for (const path of Object.keys(this.#data.types())) {
      packages.add(/^\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at));
    }
    this.#bundled = { packages, folders };
    return this.#bundled;
  }
}
