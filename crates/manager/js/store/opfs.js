/**
 * A store in the origin's private file system (OPFS): one file a key.
 *
 * A put writes beside the file, and closing replaces the file. So a file is whole whenever the page ends. A new file has
 * its name before its content. So every content ends with a line feed that is not part of the text, and a file without
 * one does not count. Names are encoded: a key is never a path.
 * @module
 */

import { exclusive } from './lock.js';

/** The folder that contains all stores. */
const ROOT = 'verdict';

/** The end of every complete file, by which a torn write is detected. */
const END = '\n';

/**
 * @param {string} [folder]
 * @returns {import('./index.js').Store}
 */
export function opfsStore(folder = 'verdict') {
  /** @type {Promise<FileSystemDirectoryHandle> | undefined} */
  let opening;
  const open = () => {
    opening ??= openFolder(folder).catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const locked = (/** @type {string} */ key, /** @type {() => Promise<void>} */ act) => exclusive(`verdict:store:${folder}:${key}`, act);
  return {
    kind: 'opfs',
    warnings: [],
    get: async (key) => {
      const content = await readFile(await open(), key);
      return content ? content.slice(0, -END.length) : null;
    },
    put: async (key, text) => {
      const directory = await open();
      await locked(key, () => writeFile(directory, key, text));
    },
    delete: async (key) => {
      const directory = await open();
      await locked(key, () => directory.removeEntry(encode(key)).catch(unlessMissing));
    },
    list: async (prefix = '') => {
      const keys = [];
      for await (const name of /** @type {any} */ (await open()).keys()) {
        const key = decode(name);
        if (key?.startsWith(prefix) && (await readFile(await open(), key))) keys.push(key);
      }
      return keys.sort();
    },
  };
}

/** @param {string} folder @returns {Promise<FileSystemDirectoryHandle>} */
async function openFolder(folder) {
  const storage = globalThis.navigator?.storage;
  if (typeof storage?.getDirectory !== 'function') throw new Error('OPFS is not available here');
  if (typeof FileSystemFileHandle === 'undefined' || !('createWritable' in FileSystemFileHandle.prototype)) {
    throw new Error('OPFS cannot be written on this browser');
  }
  const root = await (await storage.getDirectory()).getDirectoryHandle(ROOT, { create: true });
  return root.getDirectoryHandle(encode(folder), { create: true });
}

/** @param {FileSystemDirectoryHandle} directory @param {string} key @returns {Promise<string | undefined>} */
async function readFile(directory, key) {
  for (let attempt = 1; ; attempt++) {
    try {
      const handle = await directory.getFileHandle(encode(key));
      return await (await handle.getFile()).text();
    } catch (error) {
      const { name } = /** @type {Error} */ (error);
      // A file that is replaced during a read must be read again from the start.
      if (name === 'NotFoundError') return undefined;
      if (name !== 'NotReadableError' || attempt === 3) throw error;
    }
  }
}

/** @param {FileSystemDirectoryHandle} directory @param {string} key @param {string} text */
async function writeFile(directory, key, text) {
  const name = encode(key);
  const isNew = await directory.getFileHandle(name).then(
    () => false,
    () => true,
  );
  const handle = await directory.getFileHandle(name, { create: true });
  /** @type {FileSystemWritableFileStream | undefined} */
  let writable;
  try {
    writable = await handle.createWritable();
    await writable.write(text + END);
    await writable.close();
  } catch (error) {
    await writable?.abort().catch(() => {});
    // The name was created before the content, so an empty file remains: remove it.
    if (isNew) await directory.removeEntry(name).catch(() => {});
    throw error;
  }
}

/** @param {unknown} error */
function unlessMissing(error) {
  if (/** @type {Error} */ (error)?.name !== 'NotFoundError') throw error;
}

const SAFE = /^[a-z0-9_-]$/;

/** A key as one file name, of lowercase letters alone: some systems know no others. @param {string} key */
function encode(key) {
  let name = '';
  for (const byte of new TextEncoder().encode(key)) {
    const character = String.fromCharCode(byte);
    name += SAFE.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return name;
}

/** @param {string} name @returns {string | undefined} */
function decode(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
