/**
 * The worker for `new Worker(url)` without `type: 'module'`: loads `worker.js`, which is a module, and hands it the messages
 * that came before it was there. A module worker can be started with this script too.
 */

(() => {
  /** @type {MessageEvent[]} Messages that came early. */
  const early = [];
  const keep = (/** @type {MessageEvent} */ event) => {
    // Hold the event back: the worker's `onmessage` receives all of them in order.
    event.stopImmediatePropagation();
    early.push(event);
  };
  const post = (/** @type {object} */ message) => self.postMessage(message);

  /** Answers each message in the shape of its envelope. @param {string} error */
  function refuse(error) {
    const code = 'err:startup';
    self.removeEventListener('message', keep);
    const answer = (/** @type {MessageEvent} */ { data }) => {
      const result = { success: false, output: null, error, code };
      if (data?.type === 'VERIFY' && data.id === undefined)
        post({ type: 'VERIFY_COMPLETE', ...result, sessionId: data.payload?.sessionId });
      else if (data?.type === undefined && data?.requestId !== undefined) post({ requestId: data.requestId, result });
      else post({ type: 'ERROR', ...(data?.id !== undefined && { id: data.id }), error: { code, message: error } });
    };
    early.splice(0).forEach(answer);
    self.addEventListener('message', answer);
  }

  self.addEventListener('message', keep);
  import('./worker.js').then(
    () => {
      self.removeEventListener('message', keep);
      for (const event of early.splice(0)) self.onmessage?.(event);
    },
    (error) => refuse(`The worker's module could not be loaded: ${error?.message ?? error}`),
  );
})();
