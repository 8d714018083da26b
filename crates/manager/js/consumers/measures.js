/**
 * The rules that speak of how much there is, not of what is wrong.
 * @module
 */

/**
 * ESLint's rules that measure, as warnings, with ESLint's own limits. Cyclomatic complexity may be 20, blocks 4 deep and
 * callbacks 10 deep. A file may have 300 lines, a function 50 lines, 10 statements and 3 parameters. Blank lines and
 * comments do not count.
 * @type {Record<string, import('../index.js').RuleEntry>}
 */
const LIMITS = {
  complexity: 'warn',
  'max-depth': 'warn',
  'max-lines': ['warn', { skipComments: true, skipBlankLines: true }],
  'max-lines-per-function': ['warn', { skipComments: true, skipBlankLines: true }],
  'max-nested-callbacks': 'warn',
  'max-params': 'warn',
  'max-statements': 'warn',
};

/** Whether a finding is one of these rules'. @param {{ rule?: string }} entry */
export const isMeasure = ({ rule }) => rule !== undefined && Object.hasOwn(LIMITS, rule);

/**
 * A configuration under which they run unless it, or the snapshot's, says otherwise of them.
 * @param {any} config
 */
export function measuring(config) {
  const isObject = (/** @type {any} */ value) =>
    value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));
  // Invalid values are kept: their reader refuses them.
  if (!isObject(config) || !isObject(config?.lint)) return config;
  return { ...config, lint: { defaults: LIMITS, ...config?.lint } };
}
