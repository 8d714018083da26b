'use strict';
// node:path. `resolve` takes the guest's folder for the working directory.
(function ({ primordials, require }) {
  const {
    StringPrototypeCharCodeAt,
    StringPrototypeSlice,
    StringPrototypeToLowerCase,
    StringPrototypeReplace,
    StringPrototypeSplit,
    ArrayPrototypePush,
    ArrayPrototypeJoin,
    ArrayPrototypePop,
  } = primordials;
  const { invalidArgType, validateString, validateObject } = require('errors');

  const cwd = () => require('process').process.cwd();
  const char = (path, at) => path[at];

  function make(windows) {
    const sep = windows ? '\\' : '/';
    const isSep = (c) => c === '/' || (windows && c === '\\');
    const isLetter = (c) => (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

    // The parts of a path between separators, `..` and `.` worked out.
    function normalizeParts(path, allowAbove) {
      const parts = [];
      let part = '';
      const take = () => {
        if (part === '..') {
          if (parts.length && parts[parts.length - 1] !== '..') ArrayPrototypePop(parts);
          else if (allowAbove) ArrayPrototypePush(parts, '..');
        } else if (part !== '' && part !== '.') ArrayPrototypePush(parts, part);
        part = '';
      };
      for (let i = 0; i < path.length; i++) {
        if (isSep(path[i])) take();
        else part += path[i];
      }
      take();
      return ArrayPrototypeJoin(parts, sep);
    }

    // `{ root, device, absolute }` of a path: how many units its root takes, and what stands in it.
    function rootOf(path) {
      if (!windows) return path[0] === '/' ? { length: 1, device: '', absolute: true } : { length: 0, device: '', absolute: false };
      if (path.length === 0) return { length: 0, device: '', absolute: false };
      if (isSep(path[0])) {
        if (path.length > 1 && isSep(path[1])) {
          let j = 2,
            last = 2;
          while (j < path.length && !isSep(path[j])) j++;
          if (j < path.length && j !== last) {
            const server = StringPrototypeSlice(path, last, j);
            last = j;
            while (j < path.length && isSep(path[j])) j++;
            if (j < path.length && j !== last) {
              last = j;
              while (j < path.length && !isSep(path[j])) j++;
              if (j === path.length || j !== last) {
                const share = StringPrototypeSlice(path, last, j);
                return { length: j < path.length ? j + 1 : j, device: `\\\\${server}\\${share}`, absolute: true, unc: true, end: j };
              }
            }
          }
        }
        return { length: 1, device: '', absolute: true };
      }
      if (isLetter(path[0]) && path[1] === ':') {
        const absolute = path.length > 2 && isSep(path[2]);
        return { length: absolute ? 3 : 2, device: StringPrototypeSlice(path, 0, 2), absolute };
      }
      return { length: 0, device: '', absolute: false };
    }

    function normalize(path) {
      validateString(path, 'path');
      if (path.length === 0) return '.';
      const root = rootOf(path);
      if (windows && root.unc && root.end === path.length) return `${root.device}\\`;
      if (windows && path.length === 1) return root.absolute ? '\\' : path;
      let tail = normalizeParts(StringPrototypeSlice(path, root.unc ? root.end : root.length), !root.absolute);
      const trailing = isSep(path[path.length - 1]);
      if (tail === '' && !root.absolute) tail = '.';
      if (tail !== '' && trailing && !(root.length === path.length)) tail += sep;
      if (!windows && tail === '' && root.absolute) return '/';
      if (!windows && tail === '.' && trailing) return './';
      if (root.device === '') return root.absolute ? `${sep}${tail}` : tail;
      return root.absolute ? `${root.device}${sep}${tail}` : `${root.device}${tail}`;
    }

    function resolve(...paths) {
      let device = '',
        tail = '',
        absolute = false;
      for (let i = paths.length - 1; i >= -1 && !(absolute && (!windows || device !== '')); i--) {
        let path;
        if (i >= 0) {
          path = paths[i];
          validateString(path, `paths[${i}]`);
          if (path.length === 0) continue;
        } else path = windows ? `C:${StringPrototypeReplace(cwd(), /\//g, '\\')}` : cwd();
        const root = rootOf(path);
        if (windows && root.device !== '') {
          if (device !== '') {
            if (StringPrototypeToLowerCase(root.device) !== StringPrototypeToLowerCase(device)) continue;
          } else device = root.device;
        }
        if (!absolute) {
          tail = `${StringPrototypeSlice(path, root.unc ? root.end : root.length)}${sep}${tail}`;
          absolute = root.absolute;
        }
      }
      tail = normalizeParts(tail, !absolute);
      if (!windows) return absolute ? `/${tail}` : tail.length ? tail : '.';
      return absolute ? `${device}\\${tail}` : `${device}${tail}` || '.';
    }

    function join(...paths) {
      let joined;
      let first;
      for (let i = 0; i < paths.length; i++) {
        validateString(paths[i], 'path');
        if (paths[i].length === 0) continue;
        if (joined === undefined) joined = first = paths[i];
        else joined += `${sep}${paths[i]}`;
      }
      if (joined === undefined) return '.';
      if (windows) {
        // Only a first part that is a UNC path itself may begin with two separators.
        let slashes = 0;
        while (slashes < joined.length && isSep(joined[slashes])) slashes++;
        const unc = isSep(first[0]) && first.length > 1 && isSep(first[1]) && first.length > 2 && !isSep(first[2]);
        if (!unc && slashes >= 2) joined = `\\${StringPrototypeSlice(joined, slashes)}`;
      }
      return normalize(joined);
    }

    function dirname(path) {
      validateString(path, 'path');
      if (path.length === 0) return '.';
      const root = rootOf(path);
      let end = -1,
        matched = true;
      for (let i = path.length - 1; i >= (root.length || 1); i--) {
        if (isSep(path[i])) {
          if (!matched) {
            end = i;
            break;
          }
        } else matched = false;
      }
      if (end === -1) {
        if (root.length === 0) return '.';
        if (!windows) return end === -1 && path[0] === '/' ? (end === 1 ? '//' : '/') : '.';
        return StringPrototypeSlice(path, 0, root.length);
      }
      if (!windows && path[0] === '/' && end === 1) return '//';
      return StringPrototypeSlice(path, 0, end);
    }

    function basename(path, suffix) {
      if (suffix !== undefined) validateString(suffix, 'suffix');
      validateString(path, 'path');
      if (suffix !== undefined && suffix.length > 0 && suffix === path) return '';
      let start = windows && path.length >= 2 && isLetter(path[0]) && path[1] === ':' ? 2 : 0;
      let end = path.length;
      while (end > start && isSep(path[end - 1])) end--;
      for (let i = end - 1; i >= start; i--)
        if (isSep(path[i])) {
          start = i + 1;
          break;
        }
      const base = StringPrototypeSlice(path, start, end);
      if (
        suffix !== undefined &&
        suffix.length > 0 &&
        suffix.length <= base.length &&
        base !== suffix &&
        StringPrototypeSlice(base, base.length - suffix.length) === suffix
      ) {
        return StringPrototypeSlice(base, 0, base.length - suffix.length);
      }
      return base;
    }

    function extname(path) {
      validateString(path, 'path');
      const base = basename(path);
      for (let i = base.length - 1; i > 0; i--) {
        if (base[i] !== '.') continue;
        // `..` has no extension, `...` has one.
        return base === '..' ? '' : StringPrototypeSlice(base, i);
      }
      return '';
    }

    function format(object) {
      validateObject(object, 'pathObject');
      const dir = object.dir || object.root;
      const ext = object.ext ? `${object.ext[0] === '.' ? '' : '.'}${object.ext}` : '';
      const base = object.base || `${object.name || ''}${ext}`;
      if (!dir) return base;
      return dir === object.root ? `${dir}${base}` : `${dir}${sep}${base}`;
    }

    function parse(path) {
      validateString(path, 'path');
      const result = { root: '', dir: '', base: '', ext: '', name: '' };
      if (path.length === 0) return result;
      const { length } = rootOf(path);
      result.root = StringPrototypeSlice(path, 0, length);
      const rest = StringPrototypeSlice(path, length);
      result.base = basename(rest);
      result.ext = extname(result.base);
      result.name = StringPrototypeSlice(result.base, 0, result.base.length - result.ext.length);
      let end = rest.length;
      while (end > 0 && isSep(rest[end - 1])) end--;
      const start = end - result.base.length;
      result.dir = start > 0 ? StringPrototypeSlice(path, 0, length + start - 1) : result.root;
      return result;
    }

    function isAbsolute(path) {
      validateString(path, 'path');
      return path.length > 0 && rootOf(path).absolute;
    }

    function relative(from, to) {
      validateString(from, 'from');
      validateString(to, 'to');
      if (from === to) return '';
      const a = resolve(from),
        b = resolve(to);
      if (a === b) return '';
      const same = windows ? StringPrototypeToLowerCase : (text) => text;
      if (windows && same(rootOf(a).device) !== same(rootOf(b).device)) return b;
      const split = (path) => {
        const found = StringPrototypeSplit(StringPrototypeSlice(path, rootOf(path).unc ? rootOf(path).end : rootOf(path).length), sep),
          parts = [];
        for (let i = 0; i < found.length; i++) if (found[i] !== '') ArrayPrototypePush(parts, found[i]);
        return parts;
      };
      const fromParts = split(a),
        toParts = split(b);
      let common = 0;
      while (common < fromParts.length && common < toParts.length && same(fromParts[common]) === same(toParts[common])) common++;
      const out = [];
      for (let i = common; i < fromParts.length; i++) ArrayPrototypePush(out, '..');
      for (let i = common; i < toParts.length; i++) ArrayPrototypePush(out, toParts[i]);
      return ArrayPrototypeJoin(out, sep);
    }

    function toNamespacedPath(path) {
      if (!windows || typeof path !== 'string' || path.length === 0) return path;
      const resolved = resolve(path);
      if (resolved.length <= 2) return path;
      if (resolved[0] === '\\' && resolved[1] === '\\' && resolved[2] !== '?' && resolved[2] !== '.')
        return `\\\\?\\UNC\\${StringPrototypeSlice(resolved, 2)}`;
      if (isLetter(resolved[0]) && resolved[1] === ':' && resolved[2] === '\\') return `\\\\?\\${resolved}`;
      return path;
    }

    return {
      resolve,
      normalize,
      isAbsolute,
      join,
      relative,
      toNamespacedPath,
      _makeLong: toNamespacedPath,
      dirname,
      basename,
      extname,
      format,
      parse,
      sep,
      delimiter: windows ? ';' : ':',
      win32: null,
      posix: null,
    };
  }

  const posix = make(false),
    win32 = make(true);
  posix.win32 = win32.win32 = win32;
  posix.posix = win32.posix = posix;
  return { ...posix, default: posix, win32Module: win32 };
});
