/**
 * The messages of a checker, for Node and for a worker.
 *
 * `{ type: 'SNAPSHOT', root, base?, put, remove }` makes a snapshot, as a change of the last one where `base` names it. `{ type: 'CHECK',
 * id, root, files, all, config }` asks about one and is answered by `{ type: 'CHECKED', id, diagnostics, files, typescript }`, or by
 * `{ type: 'FAILED', id, code, message }`. `needSnapshot` says that the snapshot is not here. `{ type: 'TYPE_AT', id, root, path, line,
 * column, config }` asks what is at a place, and is answered by `{ type: 'TYPED', id, found }`.
 * @module
 */

import { Checker } from './checker.js';

/**
 * @param {any} ts The compiler, `ts.core.mjs`.
 * @param {import('./view.js').Data} data
 * @param {import('./sources.js').Sources} [sources] Parsed files that several checkers share.
 * @returns {(message: any) => any} Answers one message; `undefined` where there is nothing to say.
 */
export function server(ts, data, sources) {
  let checker = new Checker(ts, data, sources);
  /** @type {string | undefined} */
  let root;
  return (message) => {
    const { type, id } = message;
    try {
      if (type === 'SNAPSHOT') {
        if (message.base !== undefined && message.base !== null && message.base !== root)
          return { type: 'FAILED', id, code: 'needSnapshot', message: `the base ${message.base} is not here` };
        checker.change({ put: message.put, remove: message.remove, whole: message.base === undefined || message.base === null });
        root = message.root;
        return undefined;
      }
      if (type !== 'CHECK' && type !== 'TYPE_AT')
        return { type: 'FAILED', id, code: 'protocol', message: `unknown message ${String(type)}` };
      if (message.root !== root) return { type: 'FAILED', id, code: 'needSnapshot', message: `the snapshot ${message.root} is not here` };
      if (type === 'TYPE_AT') return { type: 'TYPED', id, found: checker.typeAt(message) ?? null };
      return { type: 'CHECKED', id, typescript: ts.version, ...checker.check(message) };
    } catch (error) {
      // What was being built is not trusted again.
      checker = new Checker(ts, data);
      root = undefined;
      return { type: 'FAILED', id, code: 'crashed', message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
    }
  };
}
