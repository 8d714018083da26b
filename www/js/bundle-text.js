/**
 * The files that a bundle has in `paws-change` blocks, as places of its text. The gate reads bundles itself; this only finds what to edit.
 * @module
 */

/** A fence, as CommonMark has it, at the start of a line. */
const FENCE = /^(?<marks>`{3,}|~{3,})[ \t]*(?<kind>[^\s`]*)/;

/**
 * The content of a file in a bundle.
 *
 * @typedef {object} Content
 * @property {number} start Where its lines begin in the bundle, in UTF-16 units.
 * @property {number} end Where its closing fence begins.
 * @property {string | null} text The text that the file gets; null if it is encoded.
 * @property {boolean} hasLastEnd Whether the text has the end of its last line.
 * @property {string} marks The opening fence.
 * @property {number} opening Where the opening fence begins.
 * @property {number} closing Where the line of the closing fence ends.
 */

/** @typedef {{ kind: string, marks: string, opening: number, start: number, end: number, closing: number }} Block */

/**
 * The contents of a bundle, by path.
 *
 * @param {string} bundle
 * @returns {Map<string, Content>}
 */
export function contentsOf(bundle) {
  const contents = new Map();
  /** @type {Map<string, string> | null} */
  let head = null;
  for (const { kind, marks, opening, start, end, closing } of blocksOf(bundle)) {
    const lines = bundle.slice(start, end);
    if (kind === 'paws-change') {
      head = headOf(lines);
      if (/^delete$/i.test(head.get('operation') ?? '')) head = null;
      continue;
    }
    const path = head?.get('new_path') || head?.get('file_path');
    const hasLastEnd = head?.get('newline_at_end') !== 'false';
    const isEncoded = head?.get('encoding') === 'base64';
    head = null;
    if (!path) continue;
    const text = isEncoded ? null : hasLastEnd ? lines : lines.replace(/\n$/, '');
    contents.set(path.startsWith('/') ? path : `/${path}`, { start, end, text, hasLastEnd, marks, opening, closing });
  }
  return contents;
}

/**
 * Whether a bundle is Markdown with blocks, which can be edited here. Other forms are JSON and markers.
 *
 * @param {string} bundle
 */
export function isEditable(bundle) {
  return !/^\s*[{[]/.test(bundle) && !bundle.includes('DOGS_START_FILE');
}

/**
 * A bundle in which a file has another text. A file that is not in the bundle gets a block at its end.
 *
 * @param {string} bundle
 * @param {string} path
 * @param {string} text
 * @returns {string | null} Null if the bundle cannot say that.
 */
export function withContent(bundle, path, text) {
  if (!isEditable(bundle)) return null;
  const found = contentsOf(bundle).get(path);
  const changed = found ? replaced(bundle, found, text) : appended(bundle, path, text);
  return changed !== null && contentsOf(changed).get(path)?.text === text ? changed : null;
}

/** @param {string} bundle @param {Content} found @param {string} text */
function replaced(bundle, { start, end, hasLastEnd, marks, opening, closing }, text) {
  const lines = hasLastEnd ? text : `${text}\n`;
  const needed = fenceFor(lines, marks);
  if (needed === marks) return bundle.slice(0, start) + lines + bundle.slice(end);
  const info = bundle.slice(opening + marks.length, start);
  return bundle.slice(0, opening) + needed + info + lines + needed + bundle.slice(closing);
}

/** @param {string} bundle @param {string} path @param {string} text */
function appended(bundle, path, text) {
  const hasLastEnd = text.endsWith('\n') || text === '';
  const fence = fenceFor(text, '```');
  const head = ['operation: MODIFY', `file_path: ${JSON.stringify(path)}`, ...(hasLastEnd ? [] : ['newline_at_end: false'])];
  const above = bundle === '' || bundle.endsWith('\n') ? bundle : `${bundle}\n`;
  return `${above}\n\`\`\`paws-change\n${head.join('\n')}\n\`\`\`\n\n${fence}\n${text}${hasLastEnd ? '' : '\n'}${fence}\n`;
}

/** A fence that no line of a content closes. @param {string} lines @param {string} marks The one that is wanted. */
function fenceFor(lines, marks) {
  let fence = marks;
  while (lines.split('\n').some((line) => closes(line, fence))) fence += marks[0];
  return fence;
}

/** @param {string} line @param {string} marks */
function closes(line, marks) {
  const text = line.replace(/^ {0,3}/, '').trimEnd();
  return text.length >= marks.length && text === marks[0].repeat(text.length);
}

/** The fenced blocks that are closed. @param {string} bundle @returns {Block[]} */
function blocksOf(bundle) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Omit<Block, 'end' | 'closing'> | null} */
  let open = null;
  let at = 0;
  for (const line of bundle.split('\n')) {
    const next = at + line.length + 1;
    if (open && closes(line, open.marks)) {
      blocks.push({ ...open, end: at, closing: at + line.length });
      open = null;
    } else if (!open) {
      const { marks = '', kind = '' } = FENCE.exec(line)?.groups ?? {};
      if (marks) open = { kind, marks, opening: at, start: next };
    }
    at = next;
  }
  return blocks;
}

/** The lines `key: value` of a head. @param {string} lines */
function headOf(lines) {
  const pairs = lines.split('\n').map((line) => /^([^\s:]+)\s*:\s*(.*?)\s*$/.exec(line));
  return new Map(pairs.flatMap((pair) => (pair ? [[pair[1], scalar(pair[2])]] : [])));
}

/** A value, which may be a JSON string. @param {string} value @returns {string} */
function scalar(value) {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return '';
  }
}
