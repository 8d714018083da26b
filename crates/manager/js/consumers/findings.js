/**
 * What checks found, in the shape of a proposal's answer.
 * @module
 */

import { isMeasure } from './measures.js';

/** @typedef {import('../index.js').ProposalEvent} ProposalEvent */

export class Findings {
  /** @type {string[]} */
  errors = [];
  /** @type {string[]} */
  warnings = [];
  /** @type {ProposalEvent[]} */
  events = [];
  /** @type {any[]} */
  patternViolations = [];
  /** @type {any[]} */
  complexityWarnings = [];
  filesAnalyzed = 0;
  /** What was asked, and how it ended. @type {import('../index.js').ProposalCheck[]} */
  checks = [];
  /** The code of the first check that could not be judged. @type {import('../index.js').Code | null} */
  code = null;
  /** Entries of all checks. @type {any[]} */
  output = [];

  get passed() {
    return this.errors.length === 0;
  }

  /** Share of passed checks in percent. */
  get passRate() {
    const { length } = this.checks;
    return length === 0 ? 0 : Math.round((100 * this.checks.filter(({ success }) => success).length) / length);
  }

  /** It is no proposal. @param {string} message */
  refuse(message) {
    this.errors.push(message);
    this.code ??= 'err:protocol';
  }

  /** @param {any} result */
  lint(result) {
    this.#note(result, result.success === true);
    for (const entry of this.#entries(result, 'lint')) {
      const isComplexity = isMeasure(entry) && !isOfConfiguration(entry);
      if (!isSyntax(entry)) (isComplexity ? this.complexityWarnings : this.patternViolations).push(entry);
      this.#add(isComplexity ? 'complexity_warning' : isSyntax(entry) ? 'syntax_error' : 'pattern_detected', entry);
    }
  }

  /** @param {any} result */
  capabilities(result) {
    this.#note(result, result.success === true);
    for (const entry of this.#entries(result, 'capabilities')) this.#add(isSyntax(entry) ? 'syntax_error' : 'capability_violation', entry);
  }

  /**
   * In files whose earlier state is known, only new findings count.
   * @param {any} result
   * @param {Set<string>} before
   * @param {() => Promise<any>} ofBefore Checks them as they were.
   */
  async types(result, before, ofBefore) {
    const found = this.#entries(result, 'type-check');
    const known = found.some(({ file }) => before.has(file)) ? count(await ofBefore()) : new Map();
    const isNew = (/** @type {any} */ entry) => {
      const left = before.has(entry.file) ? (known.get(keyOf(entry)) ?? 0) : 0;
      if (left > 0) known.set(keyOf(entry), left - 1);
      return left === 0;
    };
    const fresh = found.filter(isNew);
    const excused = found.length > 0 && fresh.every(isWarning) && isListed(result);
    this.#note(result, result.success === true || excused);
    for (const entry of fresh) this.#add(isSyntax(entry) ? 'syntax_error' : 'type_error', entry);
  }

  /** @param {any} result */
  tests(result) {
    this.#note(result, result.success === true);
    if (result.success === true) return;
    const failed = listOf(result).filter((entry) => entry.passed !== true && entry.state !== 'skipped' && entry.state !== 'todo');
    for (const entry of failed) {
      const name = (entry.path ?? [entry.suite, entry.test]).join(' > ');
      this.#add('test_failed', { ...entry, severity: 'error', message: `${name}: ${entry.error ?? 'failed'}` });
    }
    if (failed.length === 0) this.#unjudged('test', result);
    else if (result.code) this.failed('test', result);
  }

  /** @param {any} result Of a command that says only whether the change can be applied. */
  fits(result) {
    this.#note(result, result.success === true);
    if (result.success !== true) this.failed('apply', result);
  }

  /** Something could not be run. @param {string} what @param {any} result */
  failed(what, result) {
    const message = String(result.error ?? 'no reason given');
    this.code ??= result.code ?? 'err:crashed';
    this.errors.push(`${what}: ${message}`);
    const type = { 'err:timeout': 'timeout', 'err:crashed': 'worker_crash' }[/** @type {string} */ (result.code)];
    if (type) this.#event(type, { message, command: result.command });
  }

  /** The findings of a check, or the reason why it has no findings. @param {any} result @param {string} what @returns {any[]} */
  #entries(result, what) {
    const entries = listOf(result);
    if (result.success !== true && (!isListed(result) || entries.every(isWarning))) this.#unjudged(what, result);
    return entries;
  }

  /** @param {string} what @param {any} result */
  #unjudged(what, result) {
    if (result.code !== 'err:syntax') return this.failed(what, result);
    // A syntax error may be reported for the whole command instead of a file.
    return this.#add('syntax_error', { ...result.location, severity: 'error', message: String(result.error) });
  }

  /** @param {string} type @param {any} entry */
  #add(type, entry) {
    const { file, line, column, message, rule, code, severity } = entry;
    const place = file ? `${file}${line ? `:${line}${column ? `:${column}` : ''}` : ''}: ` : '';
    const name = rule ?? code;
    const text = `${place}${message}${name ? ` (${name})` : ''}`;
    // Both checks report the same mistake; it is shown once.
    const list = isWarning(entry) ? this.warnings : this.errors;
    if (type === 'syntax_error' && (list.includes(text) || (GRAMMAR.test(code) && this.#isMisread(file)))) return;
    list.push(text);
    this.#event(type, { file, line, column, message, severity, ...(name && { rule: name }) });
  }

  /** Whether another check reports that a file does not parse. @param {string} file */
  #isMisread(file) {
    return this.events.some((event) => event.type === 'syntax_error' && event.file === file && !GRAMMAR.test(String(event.rule)));
  }

  /** @param {string} type @param {object} detail */
  #event(type, detail) {
    this.events.push(/** @type {ProposalEvent} */ ({ type, timestamp: Date.now(), ...detail }));
  }

  /** @param {any} result @param {boolean} success */
  #note({ command, error, code, output }, success) {
    this.checks.push({ command, success, error: success ? null : error, code: success ? null : code });
    if (Array.isArray(output)) this.output.push(...output);
  }
}

/** @param {any} result @returns {any[]} */
const listOf = ({ output }) => (Array.isArray(output) ? output : []);

/** Whether a negative result lists all that is wrong. @param {any} result */
const isListed = ({ code, output, truncated }) => !truncated && (code === null || code === 'err:syntax') && listOf({ output }).length > 0;

/** @param {any} entry */
const isWarning = ({ severity }) => severity === 'warning' || severity === 'info';

/** The codes of TypeScript's grammar. */
const GRAMMAR = /^TS(?:1\d{3}|80(?:0[2-9]|1[0-7])|17\d{3})$/;

/** @param {any} entry */
const isSyntax = ({ rule, code }) => rule === 'err:syntax' || code === 'err:syntax' || rule === 'syntax' || GRAMMAR.test(code);

/** Whether what is wrong is how the rule is configured. @param {any} entry */
const isOfConfiguration = ({ message }) => /^Configuration for rule /.test(String(message));

/** What makes two findings the same one: all but the place. @param {any} entry */
const keyOf = ({ file, code, rule, message }) => JSON.stringify([file, code ?? rule, message]);

/** How often each finding is there. @param {any} result */
function count(result) {
  /** @type {Map<string, number>} */
  const known = new Map();
  for (const entry of listOf(result)) known.set(keyOf(entry), (known.get(keyOf(entry)) ?? 0) + 1);
  return known;
}
