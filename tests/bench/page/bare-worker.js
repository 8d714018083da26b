/**
 * What a worker costs that has no engine: it answers the same messages with a constant. It reads what it was sent, since
 * a browser does not deserialise what nobody looks at.
 */

self.onmessage = ({ data }) => {
  if (data.type === 'INIT') {
    self.postMessage({ type: 'READY', generation: data.generation });
  } else if (data.command === 'eval:1+1') {
    self.postMessage({ requestId: data.requestId, result: { success: true, output: 1 + 1, error: null } });
  } else {
    for (;;);
  }
};
