/**
 * Rewrites a module to use captured built-ins: members of lists, strings, maps, patterns and so on become calls of
 * `verdictSafe` (`guest/safe.js`). Code under test cannot change these, not even from a getter inside a matcher.
 * @module
 */

import { parseAst } from 'vite';

import { CLASSES, GETTERS, METHODS, STATICS } from './guest/built-ins.js';

const methods = new Set(METHODS),
  getters = new Set(GETTERS),
  classes = new Set(CLASSES);
/** @type {Map<string, Set<string>>} */
const statics = new Map(Object.entries(STATICS).map(([name, members]) => [name, new Set(members)]));

/** @typedef {any} Node */

/** All nodes, children first. @param {Node} node @param {Node[]} parents @returns {Iterable<[Node, Node[]]>} */
function* walk(node, parents = []) {
  yield [node, parents];
  const inner = [...parents, node];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent' || value === null || typeof value !== 'object') continue;
    for (const one of Array.isArray(value) ? value : [value]) if (typeof one?.type === 'string') yield* walk(one, inner);
  }
}

const isStatic = (/** @type {Node} */ { object, property, computed }) =>
  !computed && object.type === 'Identifier' && statics.get(object.name)?.has(property.name) === true;
/** `Object.prototype.toString`. */
const isTagOf = (/** @type {Node} */ node) =>
  node.type === 'MemberExpression' &&
  node.property.name === 'toString' &&
  node.object.type === 'MemberExpression' &&
  node.object.property.name === 'prototype' &&
  node.object.object.name === 'Object';
/** Whether a member is written, deleted or declared instead of read. */
const isTarget = (/** @type {Node} */ node, /** @type {Node} */ parent) =>
  (parent.type === 'AssignmentExpression' && parent.left === node) ||
  parent.type === 'UpdateExpression' ||
  (parent.type === 'UnaryExpression' && parent.operator === 'delete') ||
  /Pattern$/.test(parent.type);

/** @param {string} code */
export function capture(code) {
  /** @type {[at: number, end: number, text: string, order: number][]} */
  const edits = [];
  const put = (/** @type {number} */ at, /** @type {string} */ text, order = 0) => edits.push([at, at, text, order]);
  const replace = (/** @type {number} */ at, /** @type {number} */ end, text = '') => edits.push([at, end, text, 0]);
  const wrap = (/** @type {Node} */ node, /** @type {string} */ name, /** @type {number} */ depth) => {
    put(node.start, `verdictSafe.${name}(`, depth);
    put(node.end, ')', -depth);
  };
  const ast = /** @type {Node} */ (parseAst(code));
  for (const [node, parents] of walk(ast)) {
    const parent = parents.at(-1),
      depth = parents.length;
    const inChain =
      parents.some(({ type }) => type === 'ChainExpression') &&
      parents
        .slice(parents.findLastIndex(({ type }) => type === 'ChainExpression'))
        .every(({ type }) => ['ChainExpression', 'MemberExpression', 'CallExpression'].includes(type));
    switch (node.type) {
      case 'CallExpression': {
        const { callee } = node;
        if (callee.type !== 'MemberExpression' || callee.computed || node.optional || callee.object.type === 'Super') break;
        // `a?.m(x)` outside a longer chain.
        const isMaybe =
          callee.optional &&
          parent.type === 'ChainExpression' &&
          parent.expression === node &&
          !/\?\./.test(code.slice(callee.object.start, callee.object.end));
        if ((inChain || callee.optional) && !isMaybe) break;
        const open = code.indexOf('(', callee.property.end) + 1;
        if (['call', 'apply'].includes(callee.property.name) && isTagOf(callee.object))
          replace(callee.start, callee.end, 'verdictSafe.tagOf');
        else if (methods.has(callee.property.name) && !isStatic(callee)) {
          put(node.start, `verdictSafe.${isMaybe ? 'maybe_' : ''}${callee.property.name}(`, depth);
          replace(code.lastIndexOf(isMaybe ? '?.' : '.', callee.property.start), open, node.arguments.length > 0 ? ', ' : '');
        }
        break;
      }
      case 'MemberExpression':
        // immutable.js marks its values with these properties.
        if (node.computed && /^IS_\w+_(SENTINEL|SYMBOL)$/.test(node.property.name))
          replace(node.start, node.end, `verdictSafe.foreign(${code.slice(node.object.start, node.object.end)}, ${node.property.name})`);
        if (node.computed || isTarget(node, parent)) break;
        if (isStatic(node)) replace(node.start, node.end, `verdictSafe.${node.object.name}_${node.property.name}`);
        else if (
          getters.has(node.property.name) &&
          !node.optional &&
          !inChain &&
          node.object.type !== 'Super' &&
          !(parent.type === 'CallExpression' && parent.callee === node)
        ) {
          put(node.start, `verdictSafe.get_${node.property.name}(`, depth);
          replace(code.lastIndexOf('.', node.property.start), node.end, ')');
        }
        break;
      case 'BinaryExpression':
        if (node.operator !== 'instanceof' || node.right.type !== 'Identifier' || !classes.has(node.right.name)) break;
        put(node.start, 'verdictSafe.isInstance(', depth);
        replace(code.slice(0, node.right.start).lastIndexOf('instanceof'), node.right.end, `, verdictSafe.class_${node.right.name})`);
        break;
      case 'ForOfStatement':
        if (!node.await) wrap(node.right, 'iterate', depth + 1);
        break;
      case 'SpreadElement':
        if (parent.type !== 'ObjectExpression') wrap(node.argument, 'iterate', depth + 1);
        break;
      case 'VariableDeclarator':
        if (node.id.type === 'ArrayPattern' && node.init) wrap(node.init, 'iterate', depth + 1);
        break;
    }
  }
  // Insertions at the same offset: the outer one comes first at a start and last at an end.
  edits.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[3] - b[3]);
  let text = '',
    at = 0;
  for (const [from, to, put] of edits) {
    if (from < at) throw new Error(`two edits of one place: ${code.slice(from - 40, to + 40)}`);
    text += code.slice(at, from) + put;
    at = to;
  }
  return text + code.slice(at);
}
