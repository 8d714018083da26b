/** A change through the gate, and without it. Times are milliseconds. */

import { applyBundle, memoryJournal } from '/verdict/index.js';

import { inTurns, startedManager } from './turns.js';

/** Files of a program of `count` modules in a chain, with a test of the last, and what a change of it costs. */
class Program {
  #manager;
  #files;
  #turn = 0;
  #journal = memoryJournal();

  constructor(manager, count) {
    this.#manager = manager;
    const line = (index) =>
      index === 0
        ? 'export const f0 = () => 0;'
        : `import { f${index - 1} } from './f${index - 1}.js';\nexport const f${index} = () => f${index - 1};`;
    this.#files = new Map(Array.from({ length: count }, (_, index) => [`/src/f${index}.js`, line(index)]));
    this.#files.set('/last.js', 'export const last = 0;');
    this.#files.set(
      '/last.test.js',
      "import { expect, test } from 'vitest';\nimport { last } from './last.js';\ntest('is a number', () => expect(last).toBeTypeOf('number'));",
    );
  }

  /** The next content of the one file that changes. */
  #next() {
    this.#turn += 1;
    return `export const last = ${this.#turn};`;
  }

  /** Through the gate, with a journal and all phases. */
  async gated() {
    const files = this.#files;
    const adapter = {
      list: () => files.keys(),
      read: (path) => files.get(path),
      write: (path, text) => void files.set(path, text),
      remove: (path) => void files.delete(path),
    };
    const bundle = JSON.stringify({ '/last.js': this.#next() });
    const begin = performance.now();
    const report = await applyBundle(bundle, {
      manager: this.#manager,
      adapter,
      journal: this.#journal,
      verifyCommand: 'test:/last.test.js',
    });
    if (!report.success) throw new Error(report.message);
    return performance.now() - begin;
  }

  /** As one would without: the test on a changed copy, then the write. Nothing is proven, and nothing undone. */
  async bare() {
    const text = this.#next();
    const begin = performance.now();
    const vfsSnapshot = [...this.#files].map(([path, old]) => [path, path === '/last.js' ? text : old]);
    const result = await this.#manager.runVerification('test:/last.test.js', { vfsSnapshot });
    if (!result.success) throw new Error(result.error);
    this.#files.set('/last.js', text);
    return performance.now() - begin;
  }
}

/** A change of one file in a program of `count`, through the gate and without it. */
export async function measureGate(count, turns) {
  const manager = await startedManager({ workers: 1 });
  const program = new Program(manager, count);
  // Both engines and the gate's wasm are there before anything is measured.
  await program.gated();
  const [gated, bare] = await inTurns(turns, [() => program.gated(), () => program.bare()]);
  manager.dispose();
  return { gated, bare };
}
