'use strict';
// node:fs: what writes. Below the folder for temporary files it does; elsewhere the snapshot stays as it is.
(function ({ primordials, native, require }) {
  const {
    NumberPrototypeToString,
    ReflectApply,
    StringPrototypeIncludes,
    StringPrototypePadStart,
    TypedArrayPrototypeSet,
    TypedArrayPrototypeSubarray,
    Uint8Array,
  } = primordials;
  const path = require('path');
  const { Buffer, joined } = require('buffer');
  const { invalidArgType } = require('errors');
  const scratch = require('scratch');

  const HINT = ": a snapshot is never changed; write below os.tmpdir(), mock 'node:fs' with vi.mock, or keep files in memory";

  return { operations };

  // The operations, made of what node:fs has: its errors, and its reading of names.
  function operations({ failure, named }) {
    const fail = (code, syscall, file, dest) => failure(code, syscall, file, code === 'EROFS' ? HINT : '', dest);
    const refused = (syscall) => (file) => {
      throw fail('EROFS', syscall, named(file));
    };
    function bytesOf(data, options) {
      if (typeof data === 'string') return Buffer.from(data, (typeof options === 'string' ? options : options?.encoding) ?? 'utf8');
      if (native.kind(data) === 'Uint8Array') return data;
      if (data?.buffer !== undefined && typeof data.byteLength === 'number')
        return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      throw invalidArgType('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
    }
    function put(file, data, options, flag) {
      let bytes = bytesOf(data, options);
      file = named(file);
      const at = path.resolve(file),
        problem = scratch.problem(at);
      if (problem !== undefined) throw fail(problem, 'open', file);
      const before = scratch.kind(at) === 'file';
      if (before && StringPrototypeIncludes(flag, 'x')) throw fail('EEXIST', 'open', file);
      if (before && flag[0] === 'a') bytes = joined([scratch.read(at), bytes]);
      scratch.write(at, bytes);
    }
    const flagOf = (options, usual) => (typeof options === 'object' && options !== null ? (options.flag ?? usual) : usual);
    const writeFileSync = (file, data, options) => put(file, data, options, flagOf(options, 'w'));
    const appendFileSync = (file, data, options) => put(file, data, options, flagOf(options, 'a'));

    function mkdirSync(folder, options) {
      folder = named(folder);
      const at = path.resolve(folder),
        kind = scratch.kind(at);
      if (kind === 'directory' && options?.recursive) return undefined;
      if (kind !== undefined) throw fail('EEXIST', 'mkdir', folder);
      if (!scratch.isWithin(at)) throw fail('EROFS', 'mkdir', folder);
      const parent = path.dirname(at),
        above = scratch.kind(parent);
      if (above === 'file') throw fail('ENOTDIR', 'mkdir', folder);
      if (above === undefined && !options?.recursive) throw fail('ENOENT', 'mkdir', folder);
      const first = above === undefined ? mkdirSync(parent, options) : at;
      scratch.makeFolder(at);
      return options?.recursive ? first : undefined;
    }
    let made = 0;
    function mkdtempSync(prefix) {
      prefix = named(prefix, 'prefix');
      for (;;) {
        made += 1;
        const folder = `${prefix}${StringPrototypePadStart(NumberPrototypeToString(made, 36), 6, '0')}`,
          at = path.resolve(folder);
        if (scratch.kind(at) !== undefined) continue;
        const parent = scratch.kind(path.dirname(at));
        if (parent === undefined) throw fail('ENOENT', 'mkdtemp', `${prefix}XXXXXX`);
        if (!scratch.isWithin(at)) throw fail('EROFS', 'mkdtemp', `${prefix}XXXXXX`);
        scratch.makeFolder(at);
        return folder;
      }
    }
    // What is to be removed: a file or folder of the guest.
    function own(file, syscall, wanted) {
      const at = path.resolve(file),
        kind = scratch.kind(at);
      if (kind === undefined) throw fail('ENOENT', syscall, file);
      if (!scratch.isOwn(at)) throw fail('EROFS', syscall, file);
      if (wanted === 'file' && kind === 'directory') throw fail('EISDIR', syscall, file);
      if (wanted === 'directory' && kind === 'file') throw fail('ENOTDIR', syscall, file);
      return at;
    }
    function rmSync(file, options) {
      file = named(file);
      const kind = scratch.kind(path.resolve(file));
      if (kind === undefined) {
        if (options?.force) return;
        throw fail('ENOENT', 'lstat', file);
      }
      const at = own(file, 'rm');
      if (kind === 'directory' && !options?.recursive) throw fail('ERR_FS_EISDIR', 'rm', file);
      scratch.remove(at);
    }
    function rmdirSync(file, options) {
      file = named(file);
      const at = own(file, 'rmdir', 'directory');
      if (!options?.recursive && scratch.list(at).length > 0) throw fail('ENOTEMPTY', 'rmdir', file);
      scratch.remove(at);
    }
    const unlinkSync = (file) => scratch.remove(own(named(file), 'unlink', 'file'));
    function renameSync(from, to) {
      from = named(from, 'oldPath');
      to = named(to, 'newPath');
      const source = path.resolve(from),
        target = path.resolve(to);
      if (scratch.kind(source) === undefined) throw fail('ENOENT', 'rename', from, to);
      if (!scratch.isOwn(source)) throw fail('EROFS', 'rename', from, to);
      const problem = scratch.problem(target);
      if (problem !== undefined && !(problem === 'EISDIR' && scratch.list(target).length === 0)) throw fail(problem, 'rename', from, to);
      scratch.move(source, target);
    }
    function copyFileSync(from, to, mode = 0) {
      from = named(from, 'src');
      to = named(to, 'dest');
      const source = path.resolve(from),
        target = path.resolve(to),
        kind = scratch.kind(source);
      if (kind !== 'file') throw fail(kind === undefined ? 'ENOENT' : 'EISDIR', 'copyfile', from, to);
      const problem = scratch.problem(target);
      if (problem !== undefined) throw fail(problem, 'copyfile', from, to);
      if (mode & 1 && scratch.kind(target) !== undefined) throw fail('EEXIST', 'copyfile', from, to);
      scratch.write(target, scratch.read(source));
    }
    function cpSync(from, to, options) {
      from = named(from, 'src');
      to = named(to, 'dest');
      const kind = scratch.kind(path.resolve(from));
      if (kind === undefined) throw fail('ENOENT', 'cp', from);
      if (!scratch.isWithin(path.resolve(to))) throw fail('EROFS', 'cp', to);
      mkdirSync(kind === 'directory' ? to : path.dirname(to), { recursive: true });
      if (kind === 'file') return copyFileSync(from, to);
      if (!options?.recursive) throw fail('ERR_FS_EISDIR', 'cp', from);
      const names = scratch.list(path.resolve(from));
      for (let i = 0; i < names.length; i++) cpSync(path.join(from, names[i][0]), path.join(to, names[i][0]), options);
    }
    function truncateSync(file, length = 0) {
      file = named(file);
      const bytes = new Uint8Array(length),
        at = own(file, 'open', 'file'),
        old = scratch.read(at);
      TypedArrayPrototypeSet(bytes, length < old.length ? TypedArrayPrototypeSubarray(old, 0, length) : old);
      scratch.write(at, bytes);
    }
    // Times and modes are not kept.
    const touched = (syscall) => (file) => {
      own(named(file), syscall);
    };
    let isStream = false;
    function WriteStream(file, options) {
      const { Writable } = require('stream-ends').main;
      if (!isStream) require('stream-base').inherit(WriteStream, Writable);
      isStream = true;
      if (!(this instanceof WriteStream)) return new WriteStream(file, options);
      file = named(file);
      const flag = typeof options === 'object' && options !== null ? (options.flags ?? 'w') : 'w';
      const append = (chunk) => {
        appendFileSync(file, chunk);
        this.bytesWritten += chunk.length;
      };
      ReflectApply(Writable, this, [
        {
          ...(typeof options === 'object' ? options : {}),
          construct: (callback) => {
            let failed = null;
            try {
              put(file, '', undefined, flag);
            } catch (error) {
              failed = error;
            }
            if (failed === null) this.emit('open', 3);
            callback(failed);
            if (failed === null) this.emit('ready');
          },
          write(chunk, _encoding, callback) {
            append(chunk);
            callback();
          },
          writev(chunks, callback) {
            for (let i = 0; i < chunks.length; i++) append(chunks[i].chunk);
            callback();
          },
        },
      ]);
      this.path = file;
      this.bytesWritten = 0;
    }
    const sync = {
      mkdirSync,
      rmSync,
      writeFileSync,
      appendFileSync,
      rmdirSync,
      unlinkSync,
      renameSync,
      copyFileSync,
      cpSync,
      symlinkSync: refused('symlink'),
      linkSync: refused('link'),
      truncateSync,
      utimesSync: touched('utime'),
      chmodSync: touched('chmod'),
      chownSync: touched('chown'),
      mkdtempSync,
    };
    return { sync, WriteStream };
  }
});
