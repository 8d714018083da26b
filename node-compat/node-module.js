'use strict';
// node:module: `require` for files of the snapshot.
(function ({ primordials, native, require }) {
  const { Error, StringPrototypeStartsWith, StringPrototypeSlice, StringPrototypeEndsWith, ArrayPrototypeIncludes, ArrayPrototypePush } =
    primordials;
  const { coded, invalidArgValue } = require('errors');
  const path = require('path');

  function fileOf(file) {
    const url = file !== null && typeof file === 'object' && typeof file.href === 'string';
    if (url || (typeof file === 'string' && StringPrototypeStartsWith(file, 'file:'))) return require('node-url').fileURLToPath(file);
    if (typeof file !== 'string' || !path.isAbsolute(file))
      throw invalidArgValue('filename', file, 'must be a file URL object, file URL string, or absolute path string');
    return file;
  }
  function createRequire(file) {
    const at = fileOf(file);
    // A folder stands for any file in it.
    return native.requireFor(path.resolve(StringPrototypeEndsWith(at, '/') ? `${at}noop.js` : at));
  }
  const builtinModules = native.builtins();
  const isBuiltin = (name) => {
    if (typeof name !== 'string') return false;
    return (
      ArrayPrototypeIncludes(builtinModules, StringPrototypeStartsWith(name, 'node:') ? StringPrototypeSlice(name, 5) : name) ||
      name === 'node:test'
    );
  };
  const refuse = (name) =>
    function () {
      throw coded(
        Error,
        'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
        `module.${name} is not available in this sandbox: nothing of how modules are loaded can be changed; mock them with vi.mock`,
      );
    };
  function Module() {
    refuse('Module')();
  }
  function nodeModulePaths(from) {
    const found = [];
    for (let at = path.resolve(from); ; at = path.dirname(at)) {
      if (path.basename(at) !== 'node_modules') ArrayPrototypePush(found, path.join(at, 'node_modules'));
      if (at === path.dirname(at)) return found;
    }
  }
  const resolveFilename = (request, parent) => createRequire(parent?.filename ?? path.resolve('noop.js')).resolve(request);
  const members = {
    builtinModules,
    createRequire,
    isBuiltin,
    register: refuse('register'),
    registerHooks: refuse('registerHooks'),
    syncBuiltinESMExports() {},
    findSourceMap: () => undefined,
  };
  for (const name of primordials.ObjectKeys(members)) Module[name] = members[name];
  Module._nodeModulePaths = nodeModulePaths;
  Module._resolveFilename = resolveFilename;
  Module.Module = Module;
  return { ...members, Module, default: Module };
});
