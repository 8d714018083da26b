/**
 * A finding of `lint:` or `type-check:` as an entry of a list. Everything in it is hostile text.
 * @module
 */

import { frameOf } from './code-frame.js';
import { display, h } from './dom.js';
import { frameNode } from './source-nodes.js';

/** How many other places of one finding are shown. */
const MAX_RELATED = 10;

/** @typedef {import('/verdict/index.js').Diagnostic} Diagnostic */

/**
 * @typedef {object} Around What is known about a finding.
 * @property {readonly string[]} [lines] The lines of the text that was checked.
 * @property {ReadonlyMap<string, string>} [pages] The addresses of the pages of the rules.
 * @property {Node[]} [fixes] What offers its fixes.
 */

/**
 * @param {Diagnostic} finding
 * @param {Around} [around]
 */
export function findingNode(finding, { lines = [], pages = new Map(), fixes = [] } = {}) {
  const state = finding.severity === 'warning' ? 'warning' : 'error';
  const item = h(
    'li',
    { class: 'finding', 'data-state': state },
    h('span', { class: 'mark', 'aria-hidden': 'true' }, state === 'warning' ? '▲' : '✗'),
    h(
      'span',
      { class: 'what' },
      h('strong', { class: 'severity' }, state === 'warning' ? 'Warning' : 'Error'),
      ' ',
      h('span', { class: 'outdated', hidden: '' }, 'Outdated'),
      ' ',
      display(finding.message, 600),
      ...ruleNodes(finding, pages),
    ),
    h('span', { class: 'place' }, display(placeOf(finding))),
  );
  const frame = frameOf(lines, finding);
  if (frame.length > 0) item.append(frameNode(frame));
  item.append(...relatedNodes(finding));
  if (fixes.length > 0) item.append(h('div', { class: 'fixes' }, ...fixes));
  return item;
}

/** @param {Pick<Diagnostic, 'file' | 'line' | 'column'>} place */
export function placeOf({ file, line, column }) {
  return file ? [file, line, column].filter(Boolean).join(':') : line ? `line ${line}` : '';
}

/** The rule, with a link to its page if it has one, and the code. @param {Diagnostic} finding @param {ReadonlyMap<string, string>} pages */
function ruleNodes({ rule, code }, pages) {
  const nodes = [];
  const page = typeof rule === 'string' ? pages.get(rule) : undefined;
  const name = h('code', {}, display(rule, 80));
  if (rule && page) {
    const opens = h('span', { class: 'sr' }, ' (opens in a new tab)');
    nodes.push(' ', h('a', { class: 'rule', href: page, target: '_blank', rel: 'noopener' }, name, opens));
  } else if (rule) {
    nodes.push(' ', name);
  }
  if (code) nodes.push(' ', h('code', {}, display(code, 60)));
  return nodes;
}

/** @param {Diagnostic} finding @returns {Node[]} */
function relatedNodes({ related }) {
  if (!Array.isArray(related) || related.length === 0) return [];
  const items = related
    .slice(0, MAX_RELATED)
    .map((one) => h('li', {}, display(one?.message, 300), ' ', h('span', { class: 'place' }, display(placeOf(one ?? {})))));
  const more = related.length - items.length;
  if (more > 0) items.push(h('li', {}, `and ${more.toLocaleString()} more`));
  return [h('ul', { class: 'related' }, ...items)];
}
