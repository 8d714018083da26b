/**
 * Who asked what and what became of it. It forgets what is settled, so that it does not grow itself.
 * @module
 */

/** So many violations are told in full. */
const TOLD = 20;

export class Ledger {
  /** Of all that was asked. */
  asked = 0;
  /** @type {Record<string, number>} By kind of request. */
  kinds = {};
  /** @type {Record<string, number>} By code, `passed` or `failed`. */
  outcomes = {};
  /** @type {string[]} The first of them. */
  violations = [];
  violated = 0;

  /** @type {Map<number, { what: string, completed: number }>} What is open, by the session id that it was asked with. */
  #open = new Map();

  get open() {
    return this.#open.size;
  }

  /** What is open, in words. */
  get waiting() {
    return [...this.#open.values()].map(({ what }) => what);
  }

  /** A request is asked. @param {number} session @param {string} kind @param {string} what For people. */
  ask(session, kind, what) {
    if (this.#open.has(session)) this.violation(`session ${session} is used twice`);
    this.asked += 1;
    this.kinds[kind] = (this.kinds[kind] ?? 0) + 1;
    this.#open.set(session, { what, completed: 0 });
  }

  /** The manager said `verification-complete`. @param {unknown} session */
  complete(session) {
    const request = this.#open.get(/** @type {number} */ (session));
    if (request) request.completed += 1;
    else this.violation(`verification-complete of session ${session}, which is not open: a second outcome`);
  }

  /** The promise was settled. @param {number} session @param {string} outcome @param {string | null} wrong */
  settle(session, outcome, wrong) {
    const request = this.#open.get(session);
    if (!request) return this.violation(`session ${session} was settled twice`);
    this.#open.delete(session);
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
    if (request.completed !== 1) this.violation(`${request.what}: ${request.completed} events verification-complete`);
    if (wrong !== null) this.violation(`${request.what}: ${wrong}`);
  }

  violation(/** @type {string} */ text) {
    this.violated += 1;
    if (this.violations.length < TOLD) this.violations.push(text.slice(0, 2000));
  }
}
