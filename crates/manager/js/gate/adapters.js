/**
 * Adapters to the file systems that agents have.
 * @module
 */

/** @typedef {import('./index.js').Adapter} Adapter */

/** What a state manager has whose artifacts can be written. */
const ARTIFACT_METHODS = ['createArtifact', 'updateArtifact', 'deleteArtifact', 'getArtifactContent', 'getAllArtifactMetadata'];

/** What a new artifact is called by the end of its path. @type {Record<string, string>} */
const TYPES = { js: 'javascript', mjs: 'javascript', ts: 'typescript', json: 'json', md: 'markdown', html: 'html', css: 'css' };

/**
 * An agent's state manager: `createArtifact(path, type, content, description)`, `updateArtifact(path, content)`,
 * `deleteArtifact(path)`, `getArtifactContent(path)`, `getAllArtifactMetadata()`, `createCheckpoint(description)`,
 * `restoreCheckpoint(id)`, each sync or async; also where they stand on its `api`. One that only has `createVFSSnapshot()`
 * can be read: what it gives are the files by path. A gate, which writes, refuses it.
 *
 * @param {any} stateManager
 * @param {{ typeOf?: (path: string) => string, description?: string }} [options] What a new artifact is called.
 * @returns {Adapter}
 */
export function stateManagerAdapter(stateManager, { typeOf = typeByName, description = 'Applied by the gate' } = {}) {
  const face = (/** @type {any} */ state) =>
    ['getAllArtifactMetadata', 'createVFSSnapshot'].some((method) => typeof state?.[method] === 'function');
  const state = face(stateManager) ? stateManager : stateManager?.api;
  if (typeof state?.createVFSSnapshot === 'function' && !hasAll(state, ARTIFACT_METHODS)) return snapshotAdapter(state);
  need(state, 'state manager', ARTIFACT_METHODS);
  /** Metadata of artifacts, including deleted ones: a rollback creates these again as they were. @type {Map<string, any>} */
  const known = new Map();
  /** @type {Adapter} */
  const adapter = {
    list: async () => {
      const present = entriesOf(await state.getAllArtifactMetadata());
      for (const [path, metadata] of present) known.set(path, metadata);
      return present.map(([path, metadata]) => stamped(path, metadata));
    },
    read: (path) => state.getArtifactContent(path),
    write: async (path, content) => {
      const text = textOf(path, content);
      const there = await state.getArtifactContent(path);
      if (there !== null && there !== undefined) return state.updateArtifact(path, text);
      const metadata = known.get(path);
      return state.createArtifact(path, metadata?.type ?? typeOf(path), text, metadata?.description ?? description);
    },
    remove: (path) => state.deleteArtifact(path),
  };
  if (typeof state.createCheckpoint === 'function' && typeof state.restoreCheckpoint === 'function') {
    adapter.createCheckpoint = (about) => state.createCheckpoint(about);
    adapter.restoreCheckpoint = (id) => state.restoreCheckpoint(id);
  }
  return adapter;
}

/**
 * An agent's VFS: `list(base)`, `read(path)`, `write(path, content)`, `delete(path)`, each sync or async; also
 * where they stand on its `api`. Folders in a list (a `/` at the end, or `type: 'directory'`) are listed in turn.
 *
 * @param {any} vfs
 * @returns {Adapter}
 */
export function vfsAdapter(vfs) {
  const files = typeof vfs?.read === 'function' ? vfs : vfs?.api;
  need(files, 'VFS', ['list', 'read', 'write', 'delete']);
  /** @type {Adapter} */
  const adapter = {
    list: async (base) => [...(await walk(files, base, new Set())).values()],
    read: (path) => files.read(path),
    write: (path, content) => files.write(path, textOf(path, content)),
    remove: (path) => files.delete(path),
  };
  if (typeof files.createCheckpoint === 'function' && typeof files.restoreCheckpoint === 'function') {
    adapter.createCheckpoint = (about) => files.createCheckpoint(about);
    adapter.restoreCheckpoint = (id) => files.restoreCheckpoint(id);
  }
  return adapter;
}

/**
 * The files of a state manager that only gives them all at once: `{ [path]: content }`, a `Map`, or a list of pairs or
 * of `{ path, content }`. Listing reads them again.
 * @param {any} state
 * @returns {Adapter} Without the methods that write.
 */
function snapshotAdapter(state) {
  /** @type {Promise<Map<string, any>> | undefined} */
  let files;
  const take = async () => {
    const given = await state.createVFSSnapshot();
    const list = given instanceof Map || Array.isArray(given) ? [...given] : Object.entries(given ?? {});
    return new Map(list.map((entry) => (Array.isArray(entry) ? [entry[0], entry[1]] : [entry?.path, entry?.content])));
  };
  /** @type {Pick<Adapter, 'list' | 'read'>} */
  const readable = {
    list: async () => {
      files = take();
      return [...(await files).keys()];
    },
    read: async (path) => {
      files ??= take();
      return (await files).get(path) ?? null;
    },
  };
  return /** @type {Adapter} */ (readable);
}

/** @param {any} files @param {string} base @param {Set<string>} seen Folders. @returns {Promise<Map<string, any>>} Items by path. */
async function walk(files, base, seen) {
  const found = new Map();
  seen.add(base);
  for (const item of (await files.list(base)) ?? []) {
    const path = typeof item === 'string' ? item : item?.path;
    if (typeof path !== 'string') throw new TypeError(`list(${base}) gave something that is no path`);
    const folder = path.endsWith('/') || ['directory', 'folder', 'dir'].includes(item?.type);
    if (!folder) found.set(path, stamped(path, item));
    else if (!seen.has(path)) for (const below of await walk(files, path, seen)) found.set(...below);
  }
  return found;
}

/** What keepers of files call what a write changes. */
const STAMPS = 'hash etag version revision mtime mtimeMs modified lastModified updated updatedAt updated_at'.split(' ');

/** A file in a list, with a stamp if its record has one. @param {string} path @param {any} record */
function stamped(path, record) {
  const values = STAMPS.map((name) => record?.[name]).filter(
    (value) => ['string', 'number'].includes(typeof value) || value instanceof Date,
  );
  return values.length === 0 ? path : { path, stamp: JSON.stringify([values, record.size]) };
}

/** @param {any} object @param {string[]} methods */
const hasAll = (object, methods) => methods.every((method) => typeof object?.[method] === 'function');

/** @param {any} object @param {string} what @param {string[]} methods */
function need(object, what, methods) {
  for (const method of methods) {
    if (typeof object?.[method] !== 'function') throw new TypeError(`The ${what} has no method ${method}`);
  }
}

/** Metadata by path, as an object, a `Map` or a list. @param {any} metadata @returns {[string, any][]} */
function entriesOf(metadata) {
  if (metadata instanceof Map) return [...metadata];
  if (Array.isArray(metadata)) return metadata.map((entry) => [entry?.path ?? entry?.id, entry]);
  return Object.entries(metadata ?? {});
}

/** These keepers hold texts. @param {string} path @param {string | Uint8Array} content */
function textOf(path, content) {
  if (typeof content === 'string') return content;
  throw new TypeError(`${path} is not UTF-8, and only texts can be kept here`);
}

/** @param {string} path */
function typeByName(path) {
  return TYPES[/** @type {string} */ (path.split('.').pop()).toLowerCase()] ?? 'text';
}
