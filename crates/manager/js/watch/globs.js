/**
 * Which files a command names, without asking the engine. What is not certain is left to it.
 * @module
 */

import { absolute } from '../consumers/files.js';

/** The most patterns that braces may stand for. */
const MOST = 100;
const FOREIGN = '/node_modules/';

/**
 * The verb of a command with the paths and globs of its argument, as the engine reads them. Null for what it will refuse.
 * @param {string} command
 * @returns {{ verb: string, patterns: string[] } | null}
 */
export function parse(command) {
  const [, verb, argument] = /^\s*(test|lint|type-check|typecheck|eval)\s*:([\s\S]*)$/.exec(command) ?? [];
  if (!verb) return null;
  const patterns = [];
  let rest = argument.trimStart();
  while (rest !== '' && verb !== 'eval') {
    const [whole, , quoted, plain] = /^(?:(["'])([\s\S]*?)\1|(\S+))/.exec(rest) ?? [];
    if (whole === undefined || (plain && /^["']/.test(plain))) return null;
    patterns.push(plain ?? quoted);
    rest = rest.slice(whole.length).trimStart();
  }
  return { verb, patterns };
}

/**
 * Whether a path is one that patterns select. Null where only the engine can tell.
 * @param {string[]} patterns
 * @returns {((path: string) => boolean) | null}
 */
export function matcher(patterns) {
  const all = patterns.map(one);
  if (all.some((matches) => matches === null)) return null;
  return (path) => all.some((matches) => matches?.(path));
}

/** @param {string} pattern @returns {((path: string) => boolean) | null} */
function one(pattern) {
  const exact = absolute(pattern);
  if (!/[*?[{]/.test(pattern)) return (path) => path === exact;
  // A class may hold anything, and braces may make a `**` that is none beside its neighbours.
  if (/[\\[]/.test(pattern) || /\{[^}]*\*\*/.test(pattern)) return null;
  const whole = pattern.startsWith('/') ? pattern : `/${pattern.replace(/^(?:\.\/)+/, '')}`;
  const expanded = expand(whole);
  if (!expanded) return null;
  const expressions = expanded.map((plain) => new RegExp(`^${expression(plain)}$`, 'su'));
  const isForeign = whole.includes(FOREIGN);
  return (path) => path === exact || ((isForeign || !path.includes(FOREIGN)) && expressions.some((expression) => expression.test(path)));
}

/**
 * The patterns that braces stand for; null for braces that do not match or are too many.
 *
 * @param {string} pattern
 * @returns {string[] | null}
 */
function expand(pattern) {
  const open = pattern.indexOf('{');
  if (open < 0) return [pattern];
  let depth = 0;
  let from = open + 1;
  const parts = [];
  for (let at = open; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '{') depth += 1;
    if (depth === 1 && (character === ',' || character === '}')) {
      parts.push(pattern.slice(from, at));
      from = at + 1;
    }
    if (character === '}') depth -= 1;
    if (depth === 0) break;
  }
  if (depth !== 0) return null;
  const all = [];
  for (const part of parts) {
    const expanded = expand(pattern.slice(0, open) + part + pattern.slice(from));
    if (!expanded || all.length + expanded.length > MOST) return null;
    all.push(...expanded);
  }
  return all;
}

/** @param {string} pattern */
function expression(pattern) {
  const parts = /(?<=^|\/)\*\*\/|(?<=\/)\*\*$|\*+|\?|[^*?]+/gu;
  return [...pattern.matchAll(parts)]
    .map(([part]) => {
      if (part === '**/') return '(?:[^/]*/)*';
      if (part === '**') return '.*';
      if (part.startsWith('*')) return '[^/]*';
      return part === '?' ? '[^/]' : part.replace(/[\\^$.|+()[\]{}/]/g, '\\$&');
    })
    .join('');
}
