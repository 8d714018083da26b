/**
 * The agent's live files.
 * @module
 */

const encoder = new TextEncoder();
/** Number of files that are hashed at the same time. */
const FEW = 16;

/** @typedef {'created' | 'modified' | 'deleted'} Kind */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {{ text: string, place: string, parts: Bytes[] }} Stamp What the root hash takes of a file. */
/**
 * @typedef {object} Keeper What keeps the files beyond the page.
 * @property {(path: string, text: string) => Promise<void>} write
 * @property {(path: string) => Promise<void>} remove
 * @property {(entries: Iterable<[string, string]>) => Promise<void>} replace
 */

/**
 * A virtual file system of texts: absolute paths to contents. A change holds at once. A `change` event follows, with the
 * detail `{ path, kind }`. The promise of the method settles when the change is also on disk.
 */
export class Vfs extends EventTarget {
  /** @type {Map<string, string>} */
  #files = new Map();
  /** @type {Map<string, Stamp>} Hashes of contents that did not change. */
  #stamps = new Map();
  #disk;

  /**
   * @param {Iterable<[string, string]>} [entries]
   * @param {Keeper | null} [disk] Where the files are kept, the entries already; without one they last as long as the page.
   */
  constructor(entries = [], disk = null) {
    super();
    this.#disk = disk;
    for (const [path, text] of entries) this.#files.set(path, text);
  }

  /** Paths, in the byte order of their UTF-8. @returns {string[]} */
  list() {
    return [...this.#files.keys()].sort(byBytes);
  }

  /** @param {string} path @returns {string | null} Null if the file is missing; an empty file is a file. */
  read(path) {
    return this.#files.get(path) ?? null;
  }

  /** @param {string} path @param {string} text */
  async write(path, text) {
    if (typeof text !== 'string') throw new TypeError(`the content of ${path} is no text`);
    this.#put(path, text);
    // Write existing content again too: an earlier write may not have reached the disk.
    await this.#disk?.write(path, text);
  }

  /** @param {string} path */
  async remove(path) {
    this.#drop(path);
    await this.#disk?.remove(path);
  }

  /** All files, by path. @returns {[string, string][]} */
  entries() {
    return this.list().map((path) => [path, /** @type {string} */ (this.read(path))]);
  }

  /**
   * Makes this the files of another, change by change.
   *
   * @param {Iterable<[string, string]>} entries
   */
  async become(entries) {
    const wanted = new Map(entries);
    for (const path of this.list()) if (!wanted.has(path)) this.#drop(path);
    for (const [path, text] of wanted) this.#put(path, text);
    await this.#disk?.replace(wanted);
  }

  /**
   * The root hash of these files, equal to the verifier's of the same snapshot. `root_hash` in `crates/vfs` describes
   * the algorithm.
   *
   * @returns {Promise<string>} Lowercase hex.
   */
  async root() {
    const stamps = await Promise.all(this.entries().map(([path, text]) => this.#stamp(path, text)));
    return hex(await hashOf(stamps, 0));
  }

  /** @param {string} path @param {string} text @returns {Promise<Stamp>} */
  async #stamp(path, text) {
    const known = this.#stamps.get(path);
    if (known?.text === text) return known;
    const [name, bytes] = [encoder.encode(path), encoder.encode(text)];
    const [place, digest] = await Promise.all([sha256([name]), sha256([bytes])]);
    const length = new Uint8Array(8);
    new DataView(length.buffer).setBigUint64(0, BigInt(bytes.length), true);
    const made = { text, place: hex(place), parts: [name, new Uint8Array(1), digest, length] };
    this.#stamps.set(path, made);
    return made;
  }

  /** @param {string} path @param {string} text */
  #put(path, text) {
    const before = this.#files.get(path);
    if (before === text) return;
    this.#files.set(path, text);
    this.#tell(path, before === undefined ? 'created' : 'modified');
  }

  /** @param {string} path */
  #drop(path) {
    if (this.#files.delete(path)) this.#tell(path, 'deleted');
  }

  /** @param {string} path @param {Kind} kind */
  #tell(path, kind) {
    this.dispatchEvent(new CustomEvent('change', { detail: Object.freeze({ path, kind }) }));
  }
}

/**
 * The hash of files, by path, whose places agree in their first digits.
 *
 * @param {Stamp[]} files
 * @param {number} digits How many.
 * @returns {Promise<Bytes>}
 */
async function hashOf(files, digits) {
  if (files.length <= FEW) return sha256([Uint8Array.of(0), ...files.flatMap(({ parts }) => parts)]);
  const groups = [...'0123456789abcdef'].map((digit) => files.filter(({ place }) => place[digits] === digit));
  const hashes = groups.map((group) => (group.length === 0 ? new Uint8Array(32) : hashOf(group, digits + 1)));
  return sha256([Uint8Array.of(1), ...(await Promise.all(hashes))]);
}

/** The hash of bytes, one after the other. @param {Bytes[]} parts @returns {Promise<Bytes>} */
async function sha256(parts) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer()));
}

/** Lowercase hex. @param {Bytes} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Orders texts by their UTF-8, which for characters beyond the basic plane is not the order of UTF-16.
 *
 * @param {string} a
 * @param {string} b
 */
function byBytes(a, b) {
  const [left, right] = [encoder.encode(a), encoder.encode(b)];
  const end = Math.min(left.length, right.length);
  for (let index = 0; index < end; index++) {
    if (left[index] !== right[index]) return left[index] - right[index];
  }
  return left.length - right.length;
}
