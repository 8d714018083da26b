/**
 * Where the text of a finding is, and how a fix gets there. It is in the live files, which only the gate changes, or in the
 * editor's bundle.
 * @module
 */

import { contentsOf, isEditable, withContent } from './bundle-text.js';
import { display } from './dom.js';

/** @typedef {import('./fix-dialog.js').Change} Change */
/** @typedef {import('./vfs.js').Vfs} Vfs */
/** @typedef {[path: string, content: string | Uint8Array][]} Entries */

/**
 * @typedef {object} Place
 * @property {ReadonlyMap<string, string>} texts The texts that were checked, by path.
 * @property {string} note What happens when a fix is applied.
 * @property {(path: string) => string | null} now The text of a file as it is; null if no fix can be written there.
 * @property {() => Entries} entries All files as they are.
 * @property {(changes: readonly Change[], signal: AbortSignal) => Promise<string | null>} write Null if it is done, else why it is not.
 * @property {(listener: () => void, signal: AbortSignal) => void} watch Calls the listener after each change.
 */

/** What has to pass before a fix is written to the live files. */
const VERIFY = 'test:/tests/*.test.js';
const TIMEOUT_MS = 30_000;

/**
 * The live files. A fix goes through the gate, as every change of them.
 *
 * @param {object} needs
 * @param {Vfs} needs.vfs
 * @param {{ apply(bundle: string, options: object): Promise<{ success: boolean, message: string }> }} needs.gate
 * @param {(path: string | null) => void} needs.onJudged Called with the first file that was changed, or null.
 * @param {Entries} checked The files that were checked.
 * @returns {Place}
 */
export function livePlace({ vfs, gate, onJudged }, checked) {
  return {
    texts: textsOf(checked),
    note: `Apply hands the fix to the gate, like every change of these files. The gate runs ${VERIFY} first.`,
    now: (path) => vfs.read(path),
    entries: () => vfs.entries(),
    write: async (changes, signal) => {
      const operations = changes.map(({ path, before, after }) => ({ type: 'modify', path, content: after, oldContent: before }));
      const bundle = JSON.stringify({ version: 2, changes: operations });
      const { success, message } = await gate.apply(bundle, { verifyCommand: VERIFY, timeoutMs: TIMEOUT_MS, runId: runId(), signal });
      onJudged(success ? changes[0].path : null);
      return success ? null : message;
    },
    watch: (listener, signal) => vfs.addEventListener('change', listener, { signal }),
  };
}

/**
 * The bundle in the editor. A fix changes its text, and nothing is applied to the files.
 *
 * @param {object} needs
 * @param {Vfs} needs.vfs
 * @param {HTMLTextAreaElement} needs.editor
 * @param {Entries} checked The files as the bundle made them.
 * @returns {Place}
 */
export function bundlePlace({ vfs, editor }, checked) {
  let bundle = '';
  /** @type {ReturnType<typeof contentsOf>} */
  let contents = new Map();
  const read = () => {
    // Many files are asked for in a turn.
    if (bundle !== editor.value) [bundle, contents] = [editor.value, contentsOf(editor.value)];
    return contents;
  };
  const now = (/** @type {string} */ path) => {
    const content = read().get(path);
    return isEditable(editor.value) ? (content ? content.text : vfs.read(path)) : null;
  };
  return {
    texts: textsOf(checked),
    note: 'Apply changes the bundle in the editor, and no file. The gate has the last word when you apply the change.',
    now,
    entries: () => {
      const texts = [...read()].flatMap(([path, { text }]) => (text === null ? [] : [/** @type {const} */ ([path, text])]));
      return [...new Map([...checked, ...texts])];
    },
    write: async (changes) => {
      let written = editor.value;
      for (const { path, after } of changes) {
        const changed = withContent(written, path, after);
        if (changed === null) return `the bundle cannot have this text of ${display(path)}`;
        written = changed;
      }
      const { scrollTop } = editor;
      editor.value = written;
      editor.scrollTop = scrollTop;
      editor.dispatchEvent(new Event('input', { bubbles: true }));
      return null;
    },
    watch: (listener, signal) => {
      editor.addEventListener('input', listener, { signal });
      vfs.addEventListener('change', listener, { signal });
    },
  };
}

/** Sorts by time. */
export function runId() {
  return `${new Date().toISOString().replace(/[:.]/g, '-')}-${crypto.randomUUID().slice(0, 8)}`;
}

/** @param {Entries} entries */
function textsOf(entries) {
  return new Map(
    entries.flatMap(([path, content]) => (typeof content === 'string' ? [/** @type {[string, string]} */ ([path, content])] : [])),
  );
}
