/**
 * A worker that tells of as many tests as its command says, `eval:COUNT`, as fast as it can, and then answers; with
 * `eval:COUNT silent` it never answers, and with any other command it throws.
 */

const post = (type, more) => self.postMessage({ type, ...more });

self.onmessage = ({ data: { type, id, generation, payload } }) => {
  if (type === 'INIT') post('READY', { protocol: 1, generation });
  if (type === 'PING') post('PONG', { id });
  if (type !== 'VERIFY') return;
  const [, count, silent] = /^eval:(\d+)( silent)?$/.exec(payload.command) ?? [];
  if (count === undefined) throw new Error('at the worker');
  // Every third message tells three events.
  let told = 0;
  let before = [];
  const tell = (event) => {
    told += 1;
    if (told % 5 === 3 || told % 5 === 4) return before.push(event);
    post('PROGRESS', before.length > 0 ? { id, event, before } : { id, event });
    before = [];
    return undefined;
  };
  const rest = () => before.length > 0 && post('PROGRESS', { id, event: before.pop(), before });
  tell({ kind: 'started', verb: 'test', files: 1 });
  tell({ kind: 'fileStarted', file: '/a.test.js' });
  tell({ kind: 'fileCollected', file: '/a.test.js', tests: Number(count) });
  for (let line = 1; line <= Number(count); line += 1) {
    const state = line % 10 === 0 ? 'failed' : 'passed';
    tell({
      kind: 'testFinished',
      entry: {
        suite: 'Default',
        test: `test ${line}`,
        passed: state === 'passed',
        state,
        path: [`test ${line}`],
        file: '/a.test.js',
        line,
      },
    });
  }
  if (silent) return void rest();
  tell({ kind: 'fileFinished', file: '/a.test.js', passed: false });
  rest();
  post('VERIFY_COMPLETE', { id, success: true, output: Number(count), error: null, code: null });
};
