'use strict';
(function ({ primordials, native, require }) {
  const { TypeError, ArrayPrototypePush, ArrayPrototypeSplice, ObjectDefineProperty, SymbolIterator, ReflectApply } = primordials;
  const { define } = require('errors');
  const { Blob, File, isBlob } = require('blob');
  const few = (method, wanted, given) => {
    if (given < wanted)
      throw new TypeError(
        `FormData.${method}: ${wanted} argument${wanted > 1 ? 's' : ''} required, but${given > 0 ? ' only' : ''} ${given} found.`,
      );
  };
  function entry(name, value, filename) {
    name = native.usv(`${name}`);
    if (!isBlob(value)) return [name, native.usv(`${value}`)];
    if (!(value instanceof File)) value = new File([value], filename ?? 'blob', { type: value.type });
    else if (filename !== undefined) value = new File([value], filename, { type: value.type, lastModified: value.lastModified });
    return [name, value];
  }
  class FormData {
    #entries = [];
    constructor(form = undefined) {
      if (form !== undefined) throw new TypeError('FormData constructor: Argument 1 could not be converted to: undefined.');
    }
    append(name, value, filename = undefined) {
      few('append', 2, arguments.length);
      ArrayPrototypePush(this.#entries, entry(name, value, filename));
    }
    set(name, value, filename = undefined) {
      few('set', 2, arguments.length);
      const made = entry(name, value, filename);
      let found = false;
      for (let i = 0; i < this.#entries.length; ) {
        if (this.#entries[i][0] !== made[0]) {
          i++;
          continue;
        }
        if (found) {
          ArrayPrototypeSplice(this.#entries, i, 1);
          continue;
        }
        found = true;
        this.#entries[i++] = made;
      }
      if (!found) ArrayPrototypePush(this.#entries, made);
    }
    delete(name) {
      few('delete', 1, arguments.length);
      name = native.usv(`${name}`);
      for (let i = this.#entries.length - 1; i >= 0; i--) if (this.#entries[i][0] === name) ArrayPrototypeSplice(this.#entries, i, 1);
    }
    get(name) {
      return this.getAll(name)[0] ?? null;
    }
    getAll(name) {
      few('get', 1, arguments.length);
      name = native.usv(`${name}`);
      const found = [];
      for (let i = 0; i < this.#entries.length; i++) if (this.#entries[i][0] === name) ArrayPrototypePush(found, this.#entries[i][1]);
      return found;
    }
    has(name) {
      few('has', 1, arguments.length);
      return this.getAll(name).length > 0;
    }
    forEach(callback, thisArg = undefined) {
      for (let i = 0; i < this.#entries.length; i++) ReflectApply(callback, thisArg, [this.#entries[i][1], this.#entries[i][0], this]);
    }
    *entries() {
      for (let i = 0; i < this.#entries.length; i++) yield [this.#entries[i][0], this.#entries[i][1]];
    }
    *keys() {
      for (let i = 0; i < this.#entries.length; i++) yield this.#entries[i][0];
    }
    *values() {
      for (let i = 0; i < this.#entries.length; i++) yield this.#entries[i][1];
    }
  }
  define(FormData, ['append', 'set', 'delete', 'get', 'getAll', 'has', 'forEach', 'entries', 'keys', 'values']);
  ObjectDefineProperty(FormData.prototype, SymbolIterator, { value: FormData.prototype.entries, writable: true, configurable: true });
  return { FormData };
});
