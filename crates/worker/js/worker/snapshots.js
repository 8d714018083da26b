/**
 * The `SNAPSHOT` messages that came in, kept for instances that have not read them yet. An instance reads them when a
 * request first needs it. An instance that is never needed costs nothing.
 */

/** At this length the running readers read all messages, and the log is emptied. */
const LONG = 64;

export class SnapshotLog {
  /** @type {object[]} */
  #messages = [];
  /** How many messages came before the first that is kept. */
  #first = 0;

  /** A whole snapshot makes what came before it needless. @param {any} message */
  push(message) {
    if (isWhole(message)) this.clear();
    this.#messages.push(message);
  }

  get isLong() {
    return this.#messages.length > LONG;
  }

  clear() {
    this.#first += this.#messages.length;
    this.#messages = [];
  }

  /**
   * What a reader has not read; it counts as read from now on.
   * @param {{ taken: number }} reader
   */
  since(reader) {
    const unread = this.#messages.slice(Math.max(0, reader.taken - this.#first));
    reader.taken = this.#first + this.#messages.length;
    return unread;
  }
}

/** Stands on nothing that was sent before. @param {any} message */
function isWhole({ payload }) {
  return (
    (payload?.base ?? null) === null &&
    Array.isArray(payload?.entries) &&
    payload.entries.every((/** @type {any} */ entry) => (entry?.content ?? null) !== null)
  );
}
