/**
 * A worker that does what its command says, to see what the manager makes of it.
 */

const SCRIPT = `
let generation;
let frames = 0;
const snapshots = [];
const tellings = new Map();
onmessage = ({ data }) => {
  const { type, id, payload } = data;
  if (type === 'INIT') {
    generation = data.generation;
    const init = START;
    if (init === 'ready') postMessage({ type: 'READY', protocol: 1, generation, toolchain: { engine: '1.2.3', rules: '1.0.' + generation, checker: '1.0.0', protocol: '1.0.0', more: 1 } });
    if (init === 'version') postMessage({ type: 'READY', protocol: 99, generation, toolchain: { engine: '9', rules: '9', checker: '9', protocol: '99.0.0' } });
    if (init === 'error') postMessage({ type: 'ERROR', error: { code: 'err:startup', message: 'no engine' } });
    if (init === 'unread') postMessage({ type: 'ERROR', error: { code: 'err:protocol', message: 'A message could not be deserialised' } });
    if (init === 'second' && generation > 1) postMessage({ type: 'READY', protocol: 1, generation });
    return;
  }
  if (type === 'PING') return postMessage({ type: 'PONG', success: true, id });
  if (type === 'SNAPSHOT') return snapshots.push(payload);
  const done = (more) => postMessage({
    type: 'VERIFY_COMPLETE', id, success: true, output: null, error: null, code: null, command: payload.command,
    sessionId: payload.sessionId, ...more,
  });
  if (payload.command.startsWith('test:')) {
    // A file's name says what becomes of it.
    const file = payload.command.replace(/^test:"?(.*?)"?$/, '$1');
    // What is not what it seems passes in the browser's engine only.
    const isInBrowser = payload.engine === 'browser';
    const refusal = !isInBrowser && /lacks/.test(file) ? "Intl is not defined: the guest has none; stub it, or run the file with engine: 'browser'" : null;
    const passed = isInBrowser || !/forged|lacks/.test(file);
    const nothing = { success: false, output: null, snapshotRoot: '', outputSha256: '', truncated: false, console: { entries: [], total: 0, truncated: false }, timing: { totalMs: 0, files: [], tests: [] } };
    if (isInBrowser && /frameless/.test(file)) {
      frames += 1;
      return done({ ...nothing, error: 'The browser engine is not available: no frame', code: 'err:unavailable' });
    }
    if (isInBrowser && /unloaded/.test(file)) return postMessage({ type: 'ERROR', id, error: { code: 'err:unavailable', message: 'HTTP 404' } });
    const entry = { suite: 'Default', test: file, passed, error: refusal, scope: 'test', state: passed ? 'passed' : 'failed', path: [file], file, line: 1, column: 1, durationMs: 1.5, assertions: 1 };
    const tell = (event) => postMessage({ type: 'PROGRESS', id, event });
    const end = () => {
      tell({ kind: 'fileFinished', file, passed });
      done({
        ...(isInBrowser && { engine: 'browser', provisional: true }), success: passed,
        output: [entry], error: passed ? null : '1 test(s) failed', snapshotRoot: payload.snapshotRef, outputSha256: '', truncated: false,
        console: { entries: [{ level: 'log', text: JSON.stringify(payload.limits ?? null), file }], total: 1, truncated: false },
        timing: { totalMs: 2, files: [{ file, ms: 2 }], tests: [1] },
      });
    };
    tell({ kind: 'started', verb: 'test', files: 1 });
    tell({ kind: 'fileStarted', file });
    if (/none/.test(file)) return done({ success: false, error: 'No test found in suite ' + file, code: 'err:no_tests', output: [], snapshotRoot: payload.snapshotRef, outputSha256: '', truncated: false, console: { entries: [], total: 0, truncated: false }, timing: { totalMs: 2, files: [], tests: [] } });
    tell({ kind: 'testFinished', entry });
    if (/hang/.test(file)) for (;;);
    if (/crash/.test(file)) throw new Error('at the worker');
    if (/exhausted/.test(file)) {
      postMessage({ type: 'ERROR', id, error: { code: 'err:memory', message: 'The engine is out of memory' } });
      return self.close();
    }
    if (/slow/.test(file)) return setTimeout(end, 300);
    if (/stuck/.test(file) && !isInBrowser) return;
    if (/endless/.test(file) && isInBrowser) return;
    return end();
  }
  if (payload.command.startsWith('lint:')) {
    // One issue in each file, which says how many files were asked for at once. The first part is the last to end.
    const files = payload.command.slice(5).split(' ').map((file) => file.replace(/^"(.*)"$/, '$1'));
    const output = files.map((file) => ({ message: 'in ' + file + ' of ' + files.length, file, line: 1, column: 1, severity: /warn/.test(file) ? 'warning' : 'error' }));
    postMessage({ type: 'PROGRESS', id, event: { kind: 'started', verb: 'lint', files: files.length } });
    for (const file of files) {
      postMessage({ type: 'PROGRESS', id, event: { kind: 'fileStarted', file } });
      postMessage({ type: 'PROGRESS', id, event: { kind: 'fileFinished', file, passed: false } });
    }
    return setTimeout(() => done({
      success: false, error: 'Found ' + files.length + ' linting issue(s)', output, snapshotRoot: payload.snapshotRef, outputSha256: '', truncated: false,
      console: { entries: [], total: 0, truncated: false }, timing: { totalMs: 2, files: files.map((file) => ({ file, ms: 1 })), tests: [] },
    }), files.includes('/00.js') ? 200 : 0);
  }
  switch (payload.command) {
    case 'eval:pass': return done();
    case 'eval:fail': return done({ success: false, error: '1 test(s) failed' });
    case 'eval:truthy': return done({ success: 1 });
    case 'eval:frames': return done({ output: frames });
    case 'eval:generation': return done({ output: generation });
    case 'eval:payload': return done({ output: payload });
    case 'eval:snapshots': return done({ output: snapshots });
    case 'eval:hang': for (;;);
    case 'eval:silent': return;
    case 'eval:throw': throw new Error('at the worker');
    case 'eval:last-words':
      postMessage({ type: 'ERROR', id, error: { code: 'err:crashed', message: 'The engine panicked: x' } });
      return self.close();
    // It is asked for no more, and never says that it is gone.
    case 'eval:close': done({ output: generation }); return self.close();
    case 'eval:grown': return done({ output: generation, memory: { heapBytes: 5e6, peakBytes: 1 } });
    case 'eval:stack':
      postMessage({ type: 'ERROR', id, error: { code: 'err:stack', message: 'The engine is out of stack' } });
      return self.close();
    case 'eval:unnumbered':
      for (const code of ['err:protocol', 'err:integrity', 'err:path', 'err:limit']) postMessage({ type: 'ERROR', error: { code, message: 'of another message' } });
      return setTimeout(done, 50);
    case 'eval:refuse':
      postMessage({ type: 'ERROR', error: { code: 'err:path', message: 'the path /x is of no use, ' + snapshots.length } });
      return postMessage({ type: 'NEED_SNAPSHOT', id, root: payload.snapshotRef, blobs: [] });
    case 'eval:protocol': return postMessage({ type: 'ERROR', id, error: { code: 'err:protocol', message: 'no' } });
    case 'eval:progress':
      postMessage({ type: 'PROGRESS', id, event: { kind: 'started' } });
      postMessage({ type: 'PROGRESS', id: id + 1, event: { kind: 'of another' }, before: [{ kind: 'of another' }] });
      postMessage({ type: 'PROGRESS', id, event: { kind: 'fileStarted', file: '/b' }, before: [{ kind: 'fileStarted', file: '/a' }, { kind: 'fileFinished', file: '/a', passed: true }] });
      postMessage({ type: 'PROGRESS', id, event: { kind: 'fileFinished', file: '/b', passed: true }, before: 'none' });
      return done();
    case 'eval:twice': done(); return done({ success: false });
    case 'eval:strange':
      for (const message of [null, 1, 'x', {}, { type: 'WHAT' }, { type: 'VERIFY_COMPLETE', success: true }, { type: 'VERIFY_COMPLETE', id: 999, success: true }]) postMessage(message);
      return done();
    case 'eval:forget':
      tellings.set(id, (tellings.get(id) ?? 0) + 1);
      if (tellings.get(id) === 1) return postMessage({ type: 'NEED_SNAPSHOT', id, root: payload.snapshotRef, blobs: [] });
      return done({ output: snapshots });
    case 'eval:never-content': return postMessage({ type: 'NEED_SNAPSHOT', id, root: payload.snapshotRef, blobs: [] });
  }
};
`;

/**
 * @param {'ready' | 'version' | 'error' | 'never' | 'second' | 'unread'} start What it answers to INIT.
 */
export function fakeWorker(start = 'ready') {
  const source = SCRIPT.replace('START', JSON.stringify(start));
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(url);
  worker.addEventListener('message', () => URL.revokeObjectURL(url), { once: true });
  return worker;
}
