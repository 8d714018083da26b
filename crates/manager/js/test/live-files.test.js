/**
 * The live files of an agent: always as they are, and read only where they can have changed.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LiveFiles } from '../consumers/live-files.js';
import { stateManagerAdapter, vfsAdapter } from '../gate/adapters.js';

/** A bus with `on` and `emit`. */
class Bus {
  listeners = new Map();
  on(name, listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
    return () =>
      this.listeners.set(
        name,
        this.listeners.get(name).filter((other) => other !== listener),
      );
  }
  emit(name, detail) {
    for (const listener of this.listeners.get(name) ?? []) listener(detail);
  }
}

/**
 * Files, what follows them, and what was read and taken in each reading.
 * @param {{ stamp?: (file: { text: string, turn: number }) => unknown, takes?: () => boolean }} [how]
 */
function world({ stamp, takes = () => true } = {}) {
  const bus = new Bus();
  /** @type {Map<string, { text: string, turn: number }>} */
  const files = new Map(['/a.js', '/b.js', '/c.js'].map((path) => [path, { text: `${path} 0`, turn: 0 }]));
  let turn = 0;
  let reads = [];
  let taken = null;
  const adapter = {
    list: async () => [...files].map(([path, file]) => (stamp ? { path, stamp: stamp(file) } : path)),
    read: async (path) => (reads.push(path), files.get(path)?.text ?? null),
  };
  const take = async (given) => {
    if (!takes()) {
      taken = null;
      return { success: false };
    }
    if (given instanceof Map) taken = new Map(given);
    else {
      for (const path of given.removed) taken.delete(path);
      for (const [path, text] of given.entries) taken.set(path, text);
    }
    return { success: true };
  };
  const live = new LiveFiles(adapter, { take, has: () => taken !== null }, bus);
  return {
    bus,
    live,
    write: (path, text) => void files.set(path, { text, turn: (turn += 1) }),
    remove: (path) => void files.delete(path),
    forget: () => (taken = null),
    /** Which files a reading reads, after which what was taken must be what there is. */
    async reads({ isRight = true } = {}) {
      reads = [];
      assert.equal(await live.read(), null);
      if (isRight) assert.deepEqual(taken && [...taken].sort(), [...files].map(([path, { text }]) => [path, text]).sort());
      return reads;
    },
  };
}

/** A world whose bus has reported a change, and is trusted. */
async function trusting() {
  const made = world();
  await made.reads();
  made.write('/b.js', 'b 1');
  made.bus.emit('vfs:file_changed', { path: '/b.js' });
  await made.reads();
  return made;
}

const ALL = ['/a.js', '/b.js', '/c.js'];

test('without anybody who reports, every reading is of all', async () => {
  const { reads, write } = world();
  for (let turn = 0; turn < 3; turn += 1) {
    assert.deepEqual(await reads(), ALL);
    write('/b.js', `b ${turn}`);
  }
});

for (const [name, detail] of [
  ['vfs:file_changed', { path: '/b.js' }],
  ['vfs:file-changed', '/b.js'],
  ['artifact:updated', { id: 'b.js' }],
  ['artifact:*', { detail: { path: '/b.js' } }],
]) {
  test(`after ${name} one file is read`, async () => {
    const { bus, reads, write } = world();
    await reads();
    write('/b.js', 'b 1');
    bus.emit(name, detail);
    assert.deepEqual(await reads(), ['/b.js']);
  });
}

test('what reports changes is trusted when it has, and a file is read again until it has settled', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const { bus, reads, write } = world();
  await reads();
  // Told of before it is written.
  bus.emit('vfs:file_changed', { path: '/b.js' });
  await reads();
  write('/b.js', 'b 1');
  now += 900;
  assert.deepEqual(await reads(), ['/b.js']);
  now += 200;
  await reads();
  assert.deepEqual(await reads(), []);
});

test('files that are new or gone show without a word', async () => {
  const { reads, write, remove } = await trusting();
  write('/d.js', 'd');
  remove('/a.js');
  assert.ok((await reads()).includes('/d.js'));
});

test('an event that names no file, and a word of the caller, are for all', async () => {
  const { bus, live, reads, write } = await trusting();
  write('/c.js', 'c 1');
  bus.emit('artifact:updated', {});
  assert.deepEqual(await reads(), ALL);
  write('/c.js', 'c 2');
  live.changed();
  assert.deepEqual(await reads(), ALL);
});

test('a change that nobody reported is found, and then nobody is trusted', async () => {
  const { bus, reads, write } = await trusting();
  write('/c.js', 'c 1');
  let turns = 0;
  // In between, files are as they were told to be.
  while ((await reads({ isRight: false })).length < 3) turns += 1;
  assert.ok(turns <= 32, `${turns} readings`);
  assert.deepEqual(await reads(), ALL);
  bus.emit('vfs:file_changed', { path: '/b.js' });
  assert.deepEqual(await reads(), ALL);
});

test('a change that is reported late is no silent one', async () => {
  const { bus, reads, write } = world();
  await reads();
  write('/b.js', 'b 1');
  await reads();
  bus.emit('vfs:file_changed', { path: '/b.js' });
  assert.deepEqual(await reads(), ALL);
  write('/c.js', 'c 1');
  bus.emit('vfs:file_changed', { path: '/c.js' });
  assert.deepEqual((await reads()).includes('/a.js'), false);
});

test('stamps tell, if they change', async () => {
  const { reads, write } = world({ stamp: ({ turn }) => turn });
  await reads();
  write('/b.js', 'b 1');
  assert.deepEqual(await reads(), ['/b.js']);
  assert.deepEqual(await reads(), []);
  const fixed = world({ stamp: () => 'v1' });
  await fixed.reads();
  fixed.write('/b.js', 'b 1');
  assert.deepEqual(await fixed.reads(), ALL);
});

test('what was not taken, or is forgotten, is read again', async () => {
  let takes = true;
  const { bus, forget, reads, write } = world({ takes: () => takes });
  await reads();
  takes = false;
  write('/b.js', 'b 1');
  bus.emit('vfs:file_changed', { path: '/b.js' });
  await reads({ isRight: false });
  takes = true;
  assert.deepEqual(await reads(), ALL);
  forget();
  assert.deepEqual(await reads(), ALL);
});

test('a list or a file that throws is told, and the next reading is of all', async () => {
  const { bus, live, reads, write } = world();
  await reads();
  const failing = new LiveFiles(
    { list: async () => Promise.reject(new Error('closed')), read: () => '' },
    { take: async () => ({ success: true }), has: () => true },
    bus,
  );
  assert.equal(/** @type {Error} */ (await failing.read()).message, 'closed');
  write('/b.js', 'b 1');
  assert.deepEqual(await reads(), ALL);
  failing.end();
  live.end();
  assert.deepEqual([...bus.listeners.values()].flat(), []);
});

test('seeded walks: with a bus that reports all, files are always right', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let seed = 5;
  const random = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  const { bus, reads, write, remove } = world();
  for (let step = 0; step < 500; step += 1) {
    const path = `/${'abcdef'[random(6)]}.js`;
    now += random(700);
    const act = random(4);
    if (act === 0) remove(path);
    else if (act < 3) write(path, `${path} ${random(3)}`);
    if (act < 3) bus.emit(act === 0 ? 'artifact:deleted' : 'vfs:file_changed', { path });
    if (random(3) === 0) await reads();
  }
});

test('adapters give the stamps that records have', async () => {
  const vfs = (items) => vfsAdapter({ list: () => items, read: () => '', write: () => {}, delete: () => {} });
  const date = new Date(5);
  const items = [
    '/a.js',
    { path: '/b.js' },
    { path: '/c.js', mtime: 3, size: 4 },
    { path: '/d.js', updatedAt: date },
    { path: '/e.js', hash: 'x' },
  ];
  assert.deepEqual(await vfs(items).list('/'), [
    '/a.js',
    '/b.js',
    { path: '/c.js', stamp: '[[3],4]' },
    { path: '/d.js', stamp: `[["${date.toISOString()}"],null]` },
    { path: '/e.js', stamp: '[["x"],null]' },
  ]);
  const methods = { createArtifact() {}, updateArtifact() {}, deleteArtifact() {}, getArtifactContent: () => '' };
  const state = stateManagerAdapter({
    ...methods,
    getAllArtifactMetadata: () => ({ '/a.js': { type: 'javascript', version: 2 }, '/b.js': {} }),
  });
  assert.deepEqual(await state.list('/'), [{ path: '/a.js', stamp: '[[2],null]' }, '/b.js']);
});
