/**
 * A reporter for Node's test runner that `cargo xtask hostile` reads: a line of JSON for each test, with its path, whether it
 * passed, and the outcomes that were noted in it.
 * @module
 */

import { MARK } from './outcomes.mjs';

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* cases(events) {
  /** @type {string[]} */
  const path = [];
  /** @type {{ nesting: number, line: { path: string[], holds: boolean, outcomes: string[], why?: string } } | undefined} */
  let last;
  const flush = () => (last ? `${JSON.stringify(last.line)}\n` : '');
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      path.length = data.nesting;
      path.push(data.name);
    } else if (type === 'test:diagnostic' && last && data.nesting === last.nesting && data.message.startsWith(MARK)) {
      last.line.outcomes = JSON.parse(data.message.slice(MARK.length));
    } else if (['test:pass', 'test:fail'].includes(type)) {
      path.length = data.nesting;
      path.push(data.name);
      const { type: kind, error } = data.details ?? {};
      // A suite that fails because of a test has nothing to add; one may also fail by itself.
      const suite = kind === 'suite' && (type === 'test:pass' || error?.failureType === 'subtestsFailed');
      if (suite || data.skip !== undefined || data.todo !== undefined) continue;
      yield flush();
      const why = error ? { why: String(error.cause?.message ?? error.message) } : {};
      last = { nesting: data.nesting, line: { path: [...path], holds: type === 'test:pass', outcomes: [], ...why } };
    }
  }
  yield flush();
}
