/**
 * Why an instance has trapped, as far as that can be known.
 */

/** @typedef {{ asked: number, held: number, limit: number, bySystem: boolean }} Refusal The last allocation; sizes in bytes. */
/** @typedef {{ code: string, message: string }} Ending What is said of a worker that ends. */

/**
 * The reason why an instance threw. It blames memory only if the counters show that the last allocation was refused, and
 * the stack only if the browser says so. Anything else is a crash.
 * @param {any} error What its call threw.
 * @param {{ refusal(): Refusal | undefined }} engine
 * @returns {Ending}
 */
export function whyItEnded(error, engine) {
  const text = String(error?.message ?? error);
  if (/call stack|too much recursion/i.test(text)) {
    return { code: 'err:stack', message: `Calls nest deeper than the worker's own call stack (${text})` };
  }
  const refusal = counters(engine);
  if (refusal) return { code: 'err:memory', message: memoryText(refusal) };
  if (/memory access|out of bounds/i.test(text)) {
    return crashed(`memory access out of bounds, most likely its stack ran out (${text})`);
  }
  if (/unreachable/i.test(text)) return crashed(`it aborted without a word (${text})`);
  return crashed(text);
}

const crashed = (/** @type {string} */ text) => ({ code: 'err:crashed', message: `The engine crashed: ${text}` });

/** The counters of an instance that may be too broken to be asked. @param {{ refusal(): Refusal | undefined }} engine */
function counters(engine) {
  try {
    return engine.refusal();
  } catch {
    return undefined;
  }
}

/** As `verdict_memory::Refusal` says it. @param {Refusal} refusal */
function memoryText({ asked, held, limit, bySystem }) {
  const why = bySystem ? 'the system has none left' : `its limit is ${limit} bytes (limits.memoryBytes)`;
  return `The request held ${held} bytes and asked for ${asked} more: ${why}`;
}
