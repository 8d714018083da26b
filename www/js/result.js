/**
 * The answer to a command, as elements. Everything in it is hostile text.
 * @module
 */

import { display, displayLines, duration, h, short } from './dom.js';
import { errorNodes } from './errors.js';
import { findingNode } from './finding.js';

/** How many entries are shown; those that failed come first. */
const MAX_ENTRIES = 200;
const MAX_CONSOLE = 50;
const MAX_WARNINGS = 5;

/**
 * One sentence.
 *
 * @param {any} result
 * @returns {string}
 */
export function headlineOf(result) {
  if (!result.success)
    return (
      [result.code, result.error]
        .filter(Boolean)
        .map((text) => display(text, 600))
        .join(': ') || 'Failed.'
    );
  const counts = testCounts(result);
  if (counts) return `Passed: ${counts.passed.toLocaleString()} of ${counts.total.toLocaleString()} tests.`;
  const found = entriesOf(result);
  if (!found) return 'Passed.';
  return found.length > 0 || result.omitted > 0 ? 'Passed, with warnings.' : 'Passed: nothing found.';
}

/** The verb of a result's command; '' if the command has none. @param {any} result */
function verbOf({ command }) {
  return typeof command === 'string' ? command.slice(0, Math.max(0, command.indexOf(':'))).trim() : '';
}

/**
 * The entries of a result that is a list of them: what an expression gives is no such list, whatever is in it.
 * @param {any} result
 * @returns {any[] | null}
 */
function entriesOf(result) {
  return Array.isArray(result.output) && verbOf(result) !== 'eval' ? result.output : null;
}

/**
 * How many tests there are, with those that were cut; null for what is no `test:`.
 *
 * @param {any} result
 * @returns {{ passed: number, failed: number, total: number } | null}
 */
function testCounts(result) {
  const entries = verbOf(result) === 'test' ? entriesOf(result) : null;
  if (!entries) return null;
  const { passed, failed, failedOutside, skipped, todo } = result.counts ?? {};
  if (typeof passed !== 'number') return { passed: count(entries, 'passed'), failed: count(entries, 'failed'), total: entries.length };
  return { passed, failed: failed + failedOutside, total: passed + failed + failedOutside + skipped + todo };
}

/**
 * Whether a result is a list of findings, and there is one.
 *
 * @param {any} result Null if no command ran.
 */
export function hasFindings(result) {
  return ['lint', 'type-check', 'typecheck'].includes(verbOf(result ?? {})) && (entriesOf(result)?.length ?? 0) > 0;
}

/**
 * The findings, and whether they concern the live files.
 *
 * @param {any} result Null if no command ran.
 * @param {string} liveRoot Root hash of the live files.
 * @param {Node} [findings] What shows the findings, if something better than a plain list does.
 * @returns {Node[]}
 */
export function resultNodes(result, liveRoot, findings) {
  if (!result) return [];
  const { output, omitted } = result;
  const entries = entriesOf(result);
  const nodes = [];
  if (findings) nodes.push(findings);
  else if (entries && verbOf(result) === 'test') {
    const ordered = [...entries].sort((a, b) => rank(a) - rank(b));
    nodes.push(...entryNodes(ordered, { label: 'Tests, failed ones first', omitted, nodeOf: testNode }));
  } else if (entries) nodes.push(...entryNodes(entries, { label: 'Findings', omitted, nodeOf: (finding) => findingNode(finding) }));
  else if (output !== null && output !== undefined) nodes.push(h('pre', { class: 'value' }, displayLines(JSON.stringify(output, null, 2))));
  nodes.push(...consoleNodes(result.console));
  nodes.push(factsNode(result, liveRoot));
  return nodes;
}

/**
 * A list of entries, and how many are not shown.
 *
 * @param {any[]} entries
 * @param {{ label: string, omitted: unknown, nodeOf: (entry: any) => Node }} list `omitted`: how many were cut before they came here.
 * @returns {Node[]}
 */
export function entryNodes(entries, { label, omitted, nodeOf }) {
  const cut = typeof omitted === 'number' ? omitted : 0;
  if (entries.length === 0 && cut === 0) return [];
  const shown = entries.slice(0, MAX_ENTRIES);
  const list = h('ul', { class: 'entries', tabindex: '0', 'aria-label': label });
  list.append(...shown.map(nodeOf));
  const rest = entries.length - shown.length + cut;
  return rest > 0 ? [list, h('p', { class: 'note' }, `and ${rest.toLocaleString()} more`)] : [list];
}

/** @param {any} entry Failed first, then skipped, then passed. */
function rank({ state, passed }) {
  return passed ? 2 : state === 'failed' || state === undefined ? 0 : 1;
}

const MARKS = { passed: '✓', failed: '✗', skipped: '–', todo: '…', error: '✗', warning: '▲' };

/** @param {any} entry */
function testNode(entry) {
  const state = entry.state ?? (entry.passed ? 'passed' : 'failed');
  const path = Array.isArray(entry.path) && entry.path.length > 0 ? entry.path : [entry.suite, entry.test];
  const item = h('li', { 'data-state': Object.hasOwn(MARKS, state) ? state : 'failed' }, ...markNodes(state));
  item.append(
    h('span', { class: 'what' }, path.map((/** @type {unknown} */ name) => display(name)).join(' › ')),
    placeNode(entry.failedAt ?? entry),
  );
  item.append(...errorNodes(entry));
  return item;
}

/**
 * One line of a list of entries.
 *
 * @param {{ state: string, text: unknown, place: string, rule?: string }} entry
 */
export function entryNode({ state, text, place, rule }) {
  const what = h('span', { class: 'what' }, display(text, 600), ...(rule ? [' ', h('code', {}, display(rule, 60))] : []));
  return h('li', { 'data-state': state }, ...markNodes(state), what, h('span', { class: 'place' }, display(place)));
}

/** @param {string} state */
function markNodes(state) {
  const mark = MARKS[/** @type {keyof typeof MARKS} */ (state)] ?? '✗';
  return [h('span', { class: 'mark', 'aria-hidden': 'true' }, mark), h('span', { class: 'sr' }, `${display(state, 20)}: `)];
}

/** @param {any} place */
function placeNode({ file, line, column }) {
  const text = file ? [file, line, column].filter((part) => part !== undefined).join(':') : line ? `line ${line}` : '';
  return h('span', { class: 'place' }, display(text));
}

/** @param {any} log */
function consoleNodes(log) {
  const entries = Array.isArray(log?.entries) ? log.entries : [];
  if (entries.length === 0) return [];
  const lines = entries.slice(0, MAX_CONSOLE).map((/** @type {any} */ entry) => `${display(entry.level, 20)}  ${display(entry.text, 400)}`);
  const total = typeof log.total === 'number' ? log.total : entries.length;
  if (total > lines.length) lines.push(`… ${(total - lines.length).toLocaleString()} more`);
  return [h('details', { class: 'printed' }, h('summary', {}, `Console, ${total.toLocaleString()} lines`), h('pre', {}, lines.join('\n')))];
}

/** @param {any} result @param {string} liveRoot */
function factsNode(result, liveRoot) {
  const facts = h('p', { class: 'facts' });
  const add = (/** @type {(Node | string)[]} */ ...parts) => facts.append(h('span', {}, ...parts));
  const counts = testCounts(result);
  if (counts && counts.total > 0) add(`${counts.passed.toLocaleString()} passed, ${counts.failed.toLocaleString()} failed`);
  if (typeof result.timing?.totalMs === 'number') add(duration(result.timing.totalMs));
  if (result.snapshotRoot) {
    const root = display(result.snapshotRoot, 64);
    add('judged ', h('code', { title: root }, short(root)), root === liveRoot ? ', the live files' : ', a copy with the change');
  }
  if (result.omitted > 0) add(`output cut to its limit: ${result.omitted.toLocaleString()} entries are missing`);
  else if (result.truncated) add('cut to its limit');
  for (const warning of Array.isArray(result.warnings) ? result.warnings.slice(0, MAX_WARNINGS) : []) add(display(warning, 300));
  if (result.engine === 'browser' || result.engine === 'both') add(...engineParts(result));
  return facts;
}

/** What one may think of a result that the browser's own engine had a part in. @param {any} result */
function engineParts({ provisional, witnesses }) {
  if (!witnesses) return [provisional ? 'in the sealed frame: provisional, a guest might have forged it' : 'in the sealed frame'];
  const { confirmed, unconfirmed, disagreements } = witnesses;
  const rest = [
    [disagreements, 'told otherwise by it'],
    [unconfirmed, 'that it cannot run'],
  ].flatMap(([tests, what]) => (tests.length > 0 ? [`, ${tests.length.toLocaleString()} ${what}`] : []));
  return [`in the sealed frame: ${confirmed.toLocaleString()} tests confirmed by the interpreter`, ...rest];
}

/** @param {any[]} entries @param {'passed' | 'failed'} state */
function count(entries, state) {
  return entries.filter((entry) => (state === 'passed' ? entry.passed : !entry.passed && (entry.state ?? 'failed') === 'failed')).length;
}
