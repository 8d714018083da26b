'use strict';
// What a guest writes below the folder for temporary files. It is in memory and goes with the guest; all else is the snapshot.
(function ({ primordials, native, require }) {
  const {
    ArrayPrototypePush,
    ArrayPrototypeSort,
    ObjectKeys,
    StringPrototypeIncludes,
    StringPrototypeSlice,
    StringPrototypeStartsWith,
    TypedArrayPrototypeSlice,
  } = primordials;
  const { dirname } = require('path');

  const ROOT = '/tmp';
  // Files with their bytes, and folders, by path.
  const entries = { __proto__: null };

  const isWithin = (path) => path === ROOT || StringPrototypeStartsWith(path, `${ROOT}/`);
  function kind(path) {
    const entry = entries[path];
    if (entry !== undefined) return entry.bytes === undefined ? 'directory' : 'file';
    return native.fileKind(path) ?? (path === ROOT ? 'directory' : undefined);
  }
  function read(path) {
    const bytes = entries[path]?.bytes;
    return bytes === undefined ? native.readFile(path) : TypedArrayPrototypeSlice(bytes);
  }
  const size = (path) => (entries[path]?.bytes ?? native.readFile(path)).length;
  // Names and kinds of what is in a folder, by name.
  function list(folder) {
    const found = native.fileKind(folder) === 'directory' ? native.readDir(folder) : [];
    if (!isWithin(folder) && !(folder === '/' && ObjectKeys(entries).length > 0)) return found;
    const known = { __proto__: null };
    for (let i = 0; i < found.length; i++) known[found[i][0]] = found[i][1];
    const start = folder === '/' ? '/' : `${folder}/`;
    const paths = ObjectKeys(entries);
    if (folder === '/') known[StringPrototypeSlice(ROOT, 1)] = 'directory';
    for (let i = 0; i < paths.length; i++) {
      const name = StringPrototypeSlice(paths[i], start.length);
      if (StringPrototypeStartsWith(paths[i], start) && name !== '' && !StringPrototypeIncludes(name, '/')) known[name] = kind(paths[i]);
    }
    const names = ArrayPrototypeSort(ObjectKeys(known)),
      all = [];
    for (let i = 0; i < names.length; i++) ArrayPrototypePush(all, [names[i], known[names[i]]]);
    return all;
  }
  // Whether a file of the guest may be there: the folder must be, and no folder in its place.
  function problem(path) {
    if (!isWithin(path)) return 'EROFS';
    if (kind(path) === 'directory') return 'EISDIR';
    const parent = kind(dirname(path));
    return parent === 'directory' ? undefined : parent === undefined ? 'ENOENT' : 'ENOTDIR';
  }
  const isOwn = (path) => entries[path] !== undefined;
  const write = (path, bytes) => {
    entries[path] = { bytes: TypedArrayPrototypeSlice(bytes) };
  };
  const makeFolder = (path) => {
    entries[path] = {};
  };
  // Removes a file or a folder with what is in it.
  function remove(path) {
    const paths = ObjectKeys(entries);
    for (let i = 0; i < paths.length; i++)
      if (paths[i] === path || StringPrototypeStartsWith(paths[i], `${path}/`)) delete entries[paths[i]];
  }
  function move(from, to) {
    const paths = ObjectKeys(entries),
      moved = [];
    for (let i = 0; i < paths.length; i++) {
      if (paths[i] !== from && !StringPrototypeStartsWith(paths[i], `${from}/`)) continue;
      ArrayPrototypePush(moved, [`${to}${StringPrototypeSlice(paths[i], from.length)}`, entries[paths[i]]]);
      delete entries[paths[i]];
    }
    remove(to);
    for (let i = 0; i < moved.length; i++) entries[moved[i][0]] = moved[i][1];
  }
  return { isWithin, kind, read, size, list, problem, isOwn, write, makeFolder, remove, move };
});
