/**
 * What went wrong in a test, in full: each error with its source, its stack and what caused it.
 * @module
 */

import { display, displayLines, h } from './dom.js';

/** How many errors of one test are shown, and how many causes inside each other. */
const MAX_ERRORS = 20;
const MAX_LEVELS = 10;

/**
 * Nothing for a test in which nothing went wrong.
 *
 * @param {any} entry An entry of `test:`.
 * @returns {Node[]}
 */
export function errorNodes({ error, diff, errors }) {
  if (!Array.isArray(errors) || errors.length === 0) return error ? [why([error, diff])] : [];
  const nodes = errors.slice(0, MAX_ERRORS).flatMap(one);
  // The judge's own findings about a test are in no error: an expected failure, or missing assertions.
  if (error && !errors.some(({ message }) => String(error).includes(String(message)))) nodes.unshift(why([error]));
  if (errors.length > MAX_ERRORS) nodes.push(h('p', { class: 'note' }, `and ${(errors.length - MAX_ERRORS).toLocaleString()} more`));
  return nodes;
}

/** @param {any} error @returns {Node[]} */
function one(error) {
  const { frame, diff } = error ?? {};
  const header = [contextOf(error), headerOf(error)].filter(Boolean).join('\n');
  const shown = why([header, diff, frame?.text].filter(Boolean).map((part) => `${part}\n`));
  const frames = framesOf(error);
  // A single frame repeats the source excerpt above it.
  const more = [...(frame && frames.length === 1 ? [] : frames), ...carried(error, 0)];
  if (more.length === 0) return [shown];
  return [shown, h('details', { class: 'stack' }, h('summary', {}, 'Stack'), h('pre', {}, displayLines(more.join('\n'))))];
}

/** @param {unknown[]} parts */
function why(parts) {
  return h('pre', { class: 'why' }, displayLines(parts.filter(Boolean).join('\n').trimEnd()));
}

/** `Name: message`, as the first lines of a stack have it. @param {any} error */
function headerOf({ name, message }) {
  return [name, message].filter(Boolean).join(': ') || 'failed';
}

/** Which hook failed, and whose nobody took care of. @param {any} error */
function contextOf({ hook, unhandled, aggregate, test }) {
  const said = [];
  if (hook) said.push(`${display(hook, 40)} hook failed`);
  if (unhandled) {
    const of = Array.isArray(test) ? ` in "${test.map((name) => display(name)).join(' › ')}"` : '';
    said.push(`${unhandled === 'rejection' ? 'Unhandled rejection' : 'Uncaught exception'}${of}`);
  }
  if (aggregate) said.push(`one of the errors of ${display(aggregate, 200)}`);
  return said.length > 0 ? `(${said.join(': ')})` : '';
}

/** The lines of a stack below its header. @param {any} error @returns {string[]} */
function framesOf({ stack }) {
  return String(stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
}

/** What an error carries, in lines. @param {any} error @param {number} level @returns {string[]} */
function carried({ properties, cause, errors }, level) {
  if (level >= MAX_LEVELS) return [];
  const inner = (Array.isArray(errors) ? errors : []).map((error) => ['One of its errors', error]);
  if (cause) inner.push(['Caused by', cause]);
  const lines = inner.flatMap(([what, error]) => [
    `${what}: ${headerOf(error)}`,
    ...(error.diff ? [error.diff] : []),
    ...framesOf(error),
    ...carried(error, level + 1),
  ]);
  return properties ? [`Properties: ${properties}`, ...lines] : lines;
}
