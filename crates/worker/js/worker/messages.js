/**
 * What the worker's script itself reads of a message. Everything else is read, and judged, in Rust.
 */

/** @param {any} value */
const isObject = (value) => typeof value === 'object' && value !== null;
/** @param {unknown} value */
const isAbsent = (value) => value === undefined || value === null;

/** The manager's first message. @param {any} message */
export const isInit = (message) => isObject(message) && message.type === 'INIT';

/** @param {any} message */
export const isSnapshot = (message) => isObject(message) && message.type === 'SNAPSHOT';

/** `VERIFY`, or the plain envelope `{ requestId, command }`. @param {any} message */
export const isVerify = (message) =>
  isObject(message) && (message.type === 'VERIFY' || (isAbsent(message.type) && !isAbsent(message.requestId)));

/**
 * Takes limits that are `undefined` out of a message, where they stand: they have their defaults.
 * @param {any} message
 */
export function withoutUndefined(message) {
  for (const limits of isVerify(message) ? [message.limits, message.payload?.limits] : []) {
    if (!isObject(limits)) continue;
    for (const key of Object.keys(limits)) if (limits[key] === undefined) delete limits[key];
  }
  return message;
}

/** The verb of a `VERIFY`, as written; '' if the command has none. @param {any} message */
export function verbOf(message) {
  const command = message.type === 'VERIFY' ? message.payload?.command : message.command;
  return typeof command === 'string' ? command.slice(0, Math.max(0, command.indexOf(':'))).trim() : '';
}

/** Whether a `VERIFY` asks for the sealed browser engine; what other verbs do is the same in both. @param {any} message */
export const asksForBrowser = (message) => message.payload?.engine === 'browser' && verbOf(message) === 'test';

/**
 * Answers a message that could not be carried out, in the shape of its envelope.
 * @param {any} message The message; undefined where none is to blame.
 * @param {string} code A stable `err:*` code.
 * @param {string} text What is wrong.
 * @param {(answer: object) => void} post
 */
export function answerFailure(message, code, text, post) {
  const result = { success: false, output: null, error: text, code };
  const id = isObject(message) && !isAbsent(message.id) ? { id: message.id } : {};
  if (!isVerify(message) || 'id' in id) {
    post({ type: 'ERROR', ...id, error: { code, message: text } });
  } else if (message.type === 'VERIFY') {
    post({ type: 'VERIFY_COMPLETE', ...result, sessionId: message.payload?.sessionId });
  } else {
    post({ requestId: message.requestId, result });
  }
}

/** The words of what was thrown, which need not be an error. @param {any} error */
export const messageOf = (error) => String(error?.message ?? error);
