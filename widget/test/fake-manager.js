/** A manager that the tests drive by hand: it keeps the contract's API and nothing else. */
export class FakeManager extends EventTarget {
  stats = {
    active: 0,
    queued: 0,
    completed: 0,
    passed: 0,
    failed: 0,
    totalRuns: 0,
    passRate: 100,
    lastVerificationTime: null,
    restarts: 0,
    workers: 1,
  };
  history = [];
  /** Listeners that are there now, by type. */
  listeners = {};
  reads = 0;

  getStats() {
    this.reads += 1;
    if (this.broken) throw new Error(this.broken);
    return { ...this.stats };
  }

  getHistory() {
    return this.history.slice();
  }

  clearHistory() {
    this.history = [];
    this.emit('stats');
  }

  emit(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Changes numbers and says so. */
  set(stats, type = 'stats', detail = null) {
    Object.assign(this.stats, stats);
    this.emit(type, detail);
  }

  addEventListener(type, ...rest) {
    this.listeners[type] = (this.listeners[type] ?? 0) + 1;
    super.addEventListener(type, ...rest);
  }

  removeEventListener(type, ...rest) {
    this.listeners[type] = (this.listeners[type] ?? 0) - 1;
    super.removeEventListener(type, ...rest);
  }

  get listening() {
    return Object.values(this.listeners).reduce((sum, count) => sum + count, 0);
  }
}

/** A manager with a past, for looking at. */
export function lived() {
  const manager = new FakeManager();
  const start = Date.UTC(2026, 0, 2, 9, 30);
  manager.history = [
    ['test:/tests/*.test.js', true, null, null, 84],
    ['test:/tests/agent.test.js', false, '2 test(s) failed', null, 31.4],
    ['eval:while(true){}', false, 'Verification timeout', 'err:timeout', 2003],
    ['lint:/src/*.js', true, null, null, 4.2],
  ].map(([command, success, error, code, durationMs], index) => ({
    id: `r${9 - index}`,
    command,
    sessionId: 'default',
    success,
    error,
    code,
    startedAt: start - index * 61_000,
    durationMs,
  }));
  Object.assign(manager.stats, {
    completed: 12,
    passed: 10,
    failed: 2,
    totalRuns: 12,
    passRate: 83,
    lastVerificationTime: start,
    restarts: 1,
    workers: 2,
  });
  return manager;
}

/** What the tests reach from outside. */
Object.assign(window, { FakeManager, lived });
