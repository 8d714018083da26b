/**
 * The rules that speak of how much there is, not of what is wrong.
 * @module
 */

/**
 * ESLint's, as warnings and with ESLint's own limits: cyclomatic complexity 20, blocks 4 deep, 300 lines a file, 50 lines and
 * 10 statements a function, callbacks 10 deep, 3 parameters. Lines count without comments and blank ones.
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
  // What is no configuration is refused by who reads it.
  if (!isObject(config) || !isObject(config?.lint)) return config;
  return { ...config, lint: { defaults: LIMITS, ...config?.lint } };
}
