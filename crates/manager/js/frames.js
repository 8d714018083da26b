/**
 * The frames of the sealed browser engine: one for each worker that asks, and gone with that worker.
 * @module
 */

import { messageOf } from './code.js';
import { refusedBy, watchPolicy } from './policy.js';

/** Milliseconds in which a frame has to be there. */
const PATIENCE_MS = 10_000;

/** Where the frame is by itself. It is served with its own Content-Security-Policy, which seals it. */
const FRAME = () => new URL('./sealed/frame.html', import.meta.url);

/**
 * Gives a worker a frame each time that it asks for one, in place of the one before. Its question is no message of the
 * protocol: nobody else hears it.
 * @param {any} worker
 * @param {string | URL} [url]
 */
export function answerForFrames(worker, url) {
  /** @type {HTMLIFrameElement | undefined} */
  let frame;
  const remove = () => {
    frame?.remove();
    frame = undefined;
  };
  worker.addEventListener?.('message', async (/** @type {MessageEvent} */ event) => {
    if (event.data?.type !== 'NEED_FRAME') return;
    event.stopImmediatePropagation?.();
    remove();
    const { n } = event.data;
    try {
      const made = makeFrame();
      frame = made;
      const href = new URL(String(url ?? FRAME()), document.baseURI).href;
      const answer = statusOf(href);
      const port = await connect(made, href);
      // The worker was terminated meanwhile, or asked for another frame.
      if (frame !== made) return;
      worker.postMessage({ type: 'FRAME', n, port }, [port]);
      // An error page loads like any other, and would never answer.
      const status = await answer;
      if (frame === made && status >= 400) throw new Error(`${href} answers HTTP ${status}`);
    } catch (error) {
      remove();
      worker.postMessage({ type: 'FRAME', n, error: messageOf(error) });
    }
  });
  // Terminating the worker also removes its frame, in the same task.
  const { terminate } = worker;
  worker.terminate = function () {
    remove();
    return terminate.call(this);
  };
}

function makeFrame() {
  if (typeof document === 'undefined') throw new Error('the page has no document to put a frame in');
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Verdict: sealed frame';
  frame.setAttribute('aria-hidden', 'true');
  frame.setAttribute('sandbox', 'allow-scripts');
  return frame;
}

/** The status with which a server answers; 0 where the page may not read it. @param {string} href */
const statusOf = (href) =>
  fetch(href).then(
    ({ status }) => status,
    () => 0,
  );

/**
 * Loads a frame and hands it one end of a channel. Gives the other.
 * @param {HTMLIFrameElement} frame
 * @param {string} href
 * @returns {Promise<MessagePort>}
 */
async function connect(frame, href) {
  watchPolicy();
  let timer;
  const loaded = new Promise((resolve, reject) => {
    frame.addEventListener('load', resolve, { once: true });
    timer = setTimeout(() => reject(new Error(`${href} did not load within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
  });
  frame.src = href;
  (document.body ?? document.documentElement).append(frame);
  try {
    await loaded;
  } finally {
    clearTimeout(timer);
  }
  const directive = await refusedBy(href, 0);
  if (directive) {
    throw new Error(`${href} is refused by the page's Content-Security-Policy (${directive}): allow it with frame-src 'self'`);
  }
  const { port1, port2 } = new MessageChannel();
  // The origin of the frame is opaque, so no narrower target exists.
  frame.contentWindow?.postMessage('verdict', '*', [port2]);
  return port1;
}
