/** Live files of an agent in IndexedDB: a proposal after each write. Times are milliseconds. */

import { startedManager, timed } from './turns.js';

const STORE = 'files';

/** An event bus as agents have it. */
class Bus {
  #listeners = new Map();

  on(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return () =>
      this.#listeners.set(
        name,
        this.#listeners.get(name).filter((other) => other !== listener),
      );
  }

  emit(name, detail) {
    for (const listener of this.#listeners.get(name) ?? []) listener(detail);
  }
}

/** @returns {Promise<IDBDatabase>} A new database. */
async function opened(name) {
  await done(indexedDB.deleteDatabase(name));
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const pathOf = (index) => `/src/${index % 20}/module-${index}.js`;
const textOf = (index, turn) => `/** What it is. */\nexport const name = 'module ${index}, turn ${turn}';\n`;

/**
 * From the call of `verifyProposal` to its result, with `count` live files of which one was written since the call before. `follows`:
 * whether the manager hears of writes on a bus; else it reads all files each time.
 */
export async function measureLive(count, turns, follows) {
  const database = await opened(`live-${follows}`);
  const store = (mode) => database.transaction(STORE, mode).objectStore(STORE);
  const bus = new Bus();
  const write = async (index, turn) => {
    await done(store('readwrite').put(textOf(index, turn), pathOf(index)));
    if (follows) bus.emit('vfs:file_changed', { path: pathOf(index) });
  };
  for (let index = 0; index < count; index += 1) await write(index, 0);
  const adapter = { list: () => done(store('readonly').getAllKeys()), read: (path) => done(store('readonly').get(path)) };
  const manager = await startedManager({ adapter, ...(follows && { eventBus: bus }) });
  const propose = async (turn) => {
    const { passed, reason, checks } = await manager.verifyProposal({ '/src/new.js': textOf(0, turn) });
    if (!passed) throw new Error(`${reason} ${JSON.stringify(checks)}`);
  };
  const first = await timed(() => propose(0));
  const times = [];
  // The first turns are to warm up: a bus is trusted once it has told of a change.
  for (let turn = -3; turn < turns; turn += 1) {
    await write((turn + 3) * 7, turn + 4);
    const time = await timed(() => propose(turn));
    if (turn >= 0) times.push(time);
  }
  manager.dispose();
  database.close();
  return { first, times };
}
