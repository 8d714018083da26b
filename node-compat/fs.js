'use strict';
// node:fs: the files of the snapshot, to be read, and those that the guest wrote itself.
(function ({ primordials, native, require }) {
  const {
    Error,
    Date,
    Promise,
    ArrayPrototypePush,
    ArrayPrototypeSort,
    ObjectDefineProperty,
    ObjectKeys,
    PromiseReject,
    PromiseResolve,
    ReflectApply,
    StringPrototypeIncludes,
    NumberIsInteger,
  } = primordials;
  const { coded, invalidArgType, invalidArgValue, validateFunction } = require('errors');
  const { adopt, Buffer } = require('buffer');
  const path = require('path');
  const scratch = require('scratch');

  const ERRORS = {
    __proto__: null,
    ENOENT: [-2, 'no such file or directory'],
    ENOTDIR: [-20, 'not a directory'],
    EISDIR: [-21, 'illegal operation on a directory'],
    EROFS: [-30, 'read-only file system'],
    EINVAL: [-22, 'invalid argument'],
    EACCES: [-13, 'permission denied'],
    EEXIST: [-17, 'file already exists'],
    ENOTEMPTY: [-39, 'directory not empty'],
    ERR_FS_EISDIR: [21, 'is a directory'],
  };
  function failure(code, syscall, file, hint = '', dest = undefined) {
    const [errno, text] = ERRORS[code];
    const at = file === undefined ? '' : dest === undefined ? ` '${file}'` : ` '${file}' -> '${dest}'`;
    const error = new Error(`${code}: ${text}, ${syscall}${at}${hint}`);
    error.errno = errno;
    error.code = code;
    error.syscall = syscall;
    if (file !== undefined) error.path = file;
    if (dest !== undefined) error.dest = dest;
    return error;
  }
  function named(value, name = 'path') {
    if (value !== null && typeof value === 'object' && typeof value.href === 'string' && typeof value.protocol === 'string')
      value = require('node-url').fileURLToPath(value);
    else if (native.kind(value) === 'Uint8Array') value = native.decode(value, 'utf8');
    else if (typeof value !== 'string') throw invalidArgType(name, ['string', 'Buffer', 'URL'], value);
    if (StringPrototypeIncludes(value, '\u0000'))
      throw invalidArgValue(name, value, 'must be a string, Uint8Array, or URL without null bytes');
    return value;
  }
  const encodingOf = (options) => (typeof options === 'string' ? options : options?.encoding);
  function encoded(bytes, options) {
    const encoding = encodingOf(options);
    if (encoding === undefined || encoding === null || encoding === 'buffer') return adopt(bytes);
    if (!Buffer.isEncoding(encoding)) throw invalidArgValue('encoding', encoding, 'is invalid encoding');
    return adopt(bytes).toString(encoding);
  }

  class Stats {
    #directory;
    constructor(directory, size) {
      this.#directory = directory;
      const at = native.timeOrigin();
      const plain = {
        dev: 1,
        mode: directory ? 16877 : 33188,
        nlink: 1,
        uid: 1000,
        gid: 1000,
        rdev: 0,
        blksize: 4096,
        ino: 1,
        size,
        blocks: (size + 511 - ((size + 511) % 512)) / 512,
        atimeMs: at,
        mtimeMs: at,
        ctimeMs: at,
        birthtimeMs: at,
        atime: new Date(at),
        mtime: new Date(at),
        ctime: new Date(at),
        birthtime: new Date(at),
      };
      for (const key of ObjectKeys(plain)) this[key] = plain[key];
    }
    isDirectory() {
      return this.#directory;
    }
    isFile() {
      return !this.#directory;
    }
    isBlockDevice() {
      return false;
    }
    isCharacterDevice() {
      return false;
    }
    isSymbolicLink() {
      return false;
    }
    isFIFO() {
      return false;
    }
    isSocket() {
      return false;
    }
  }
  class Dirent {
    #kind;
    constructor(name, parent, kind) {
      this.name = name;
      this.parentPath = parent;
      this.path = parent;
      this.#kind = kind;
    }
    isDirectory() {
      return this.#kind === 'directory';
    }
    isFile() {
      return this.#kind === 'file';
    }
    isSymbolicLink() {
      return false;
    }
    isBlockDevice() {
      return false;
    }
    isCharacterDevice() {
      return false;
    }
    isFIFO() {
      return false;
    }
    isSocket() {
      return false;
    }
  }

  function readFileSync(file, options) {
    file = named(file);
    const resolved = path.resolve(file),
      kind = scratch.kind(resolved);
    if (kind === undefined) throw failure('ENOENT', 'open', file);
    if (kind === 'directory') throw failure('EISDIR', 'read');
    return encoded(scratch.read(resolved), options);
  }
  function statOf(syscall) {
    return (file, options) => {
      file = named(file);
      const resolved = path.resolve(file),
        kind = scratch.kind(resolved);
      if (kind === undefined) {
        if (options?.throwIfNoEntry === false) return undefined;
        throw failure('ENOENT', syscall, file);
      }
      return new Stats(kind === 'directory', kind === 'directory' ? 4096 : scratch.size(resolved));
    };
  }
  const statSync = statOf('stat'),
    lstatSync = statOf('lstat');
  function existsSync(file) {
    try {
      return scratch.kind(path.resolve(named(file))) !== undefined;
    } catch {
      return false;
    }
  }
  function accessSync(file, mode = 0) {
    file = named(file);
    if (scratch.kind(path.resolve(file)) === undefined) throw failure('ENOENT', 'access', file);
    if (mode & 2 && !scratch.isWithin(path.resolve(file))) throw failure('EROFS', 'access', file);
  }
  function readdirSync(folder, options) {
    folder = named(folder);
    const resolved = path.resolve(folder),
      kind = scratch.kind(resolved);
    if (kind === undefined) throw failure('ENOENT', 'scandir', folder);
    if (kind === 'file') throw failure('ENOTDIR', 'scandir', folder);
    const found = [];
    const walk = (at, prefix) => {
      const entries = scratch.list(at);
      for (let i = 0; i < entries.length; i++) {
        const [name, kind] = entries[i];
        ArrayPrototypePush(
          found,
          options?.withFileTypes ? new Dirent(name, prefix === '' ? folder : path.join(folder, prefix), kind) : path.join(prefix, name),
        );
        if (kind === 'directory' && options?.recursive) walk(path.join(at, name), path.join(prefix, name));
      }
    };
    walk(resolved, '');
    return found;
  }
  function realpathSync(file) {
    file = named(file);
    const resolved = path.resolve(file);
    if (scratch.kind(resolved) === undefined) throw failure('ENOENT', 'lstat', file);
    return resolved;
  }
  realpathSync.native = realpathSync;
  function readlinkSync(file) {
    file = named(file);
    // No file is a link.
    throw failure(scratch.kind(path.resolve(file)) === undefined ? 'ENOENT' : 'EINVAL', 'readlink', file);
  }

  const writes = require('fs-writes').operations({ failure, named });
  const sync = {
    readFileSync,
    statSync,
    lstatSync,
    accessSync,
    readdirSync,
    realpathSync,
    readlinkSync,
    ...writes.sync,
    openSync: (file) => {
      throw coded(
        Error,
        'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
        `File descriptors are not available in this sandbox: read '${named(file)}' with readFile`,
      );
    },
  };
  // The same by callback and by promise.
  const callbacks = {},
    promises = {};
  for (const name of ObjectKeys(sync)) {
    const short = primordials.StringPrototypeSlice(name, 0, -4),
      operation = sync[name];
    ObjectDefineProperty(operation, 'name', { value: name, configurable: true });
    callbacks[short] = {
      [short](...args) {
        const callback = args.pop();
        validateFunction(callback, 'cb');
        let result;
        try {
          result = [null, ReflectApply(operation, undefined, args)];
        } catch (error) {
          if (error?.syscall === undefined) throw error;
          result = [error];
        }
        primordials.setImmediate(callback, ...result);
      },
    }[short];
    promises[short] = {
      async [short](...args) {
        return ReflectApply(operation, undefined, args);
      },
    }[short];
  }
  callbacks.exists = function exists(file, callback) {
    validateFunction(callback, 'cb');
    primordials.setImmediate(callback, existsSync(file));
  };
  const absent = (name) =>
    function () {
      throw coded(
        Error,
        'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
        `fs.${name} is not available in this sandbox: nothing is watched; mock 'node:fs' with vi.mock`,
      );
    };
  // A file as a stream: what is there when it is first read.
  let isStream = false;
  function ReadStream(file, options) {
    const { Readable } = require('stream-ends').main;
    if (!isStream) require('stream-base').inherit(ReadStream, Readable);
    isStream = true;
    if (!(this instanceof ReadStream)) return new ReadStream(file, options);
    file = named(file);
    const { start = 0, end = Infinity } = typeof options === 'object' && options !== null ? options : {};
    let rest;
    ReflectApply(Readable, this, [
      {
        highWaterMark: 65536,
        ...(typeof options === 'string' ? { encoding: options } : options),
        construct: (callback) => {
          let failed = null;
          try {
            rest = readFileSync(file).subarray(start, end + 1);
          } catch (error) {
            failed = error;
          }
          if (failed === null) this.emit('open', 3);
          callback(failed);
          if (failed === null) this.emit('ready');
        },
        read: (size) => {
          const chunk = rest.subarray(0, size);
          rest = rest.subarray(size);
          // As a disk answers: later.
          primordials.setImmediate(() => {
            this.bytesRead += chunk.length;
            this.push(chunk.length ? chunk : null);
          });
        },
      },
    ]);
    this.path = file;
    this.bytesRead = 0;
  }
  const constants = {
    F_OK: 0,
    R_OK: 4,
    W_OK: 2,
    X_OK: 1,
    COPYFILE_EXCL: 1,
    O_RDONLY: 0,
    O_WRONLY: 1,
    O_RDWR: 2,
    O_CREAT: 64,
    O_EXCL: 128,
    O_TRUNC: 512,
    O_APPEND: 1024,
    S_IFMT: 61440,
    S_IFREG: 32768,
    S_IFDIR: 16384,
    S_IFLNK: 40960,
  };
  promises.constants = constants;
  const exports = {
    ...callbacks,
    ...sync,
    existsSync,
    promises,
    constants,
    Stats,
    Dirent,
    F_OK: 0,
    R_OK: 4,
    W_OK: 2,
    X_OK: 1,
    ReadStream,
    WriteStream: writes.WriteStream,
    createReadStream: (file, options) => new ReadStream(file, options),
    createWriteStream: (file, options) => new writes.WriteStream(file, options),
    watch: absent('watch'),
    watchFile: absent('watchFile'),
    unwatchFile() {},
  };
  return { exports, promises };
});
