import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Vfs } from '../js/vfs.js';

/** The root hash, written again from the words of the verifier's documentation. */
function rootOf(files) {
  const hash = createHash('sha256');
  const sorted = Object.entries(files).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const [path, text] of sorted) {
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(Buffer.byteLength(text)));
    hash.update(path).update('\0').update(createHash('sha256').update(text).digest('hex')).update(length);
  }
  return hash.digest('hex');
}

const ROOTS = {
  'no file': {},
  'one file': { '/a.js': 'export const a = 1;\n' },
  'an empty file': { '/a.js': '' },
  'text beyond ASCII': { '/größe.js': '数 😀', '/a.js': '\u0000' },
  'paths whose UTF-8 and UTF-16 orders differ': { '/\uffff.js': '1', '/😀.js': '2' },
  'ordinary names': { '/__proto__': 'x', '/constructor': 'y' },
};
for (const [name, files] of Object.entries(ROOTS)) {
  test(`the root of ${name}`, async () => {
    const vfs = new Vfs(Object.entries(files));
    assert.equal(await vfs.root(), rootOf(files));
    assert.deepEqual(vfs.list().map((path) => vfs.read(path)), vfs.list().map((path) => files[path]));
  });
}

test('the root follows every change, and comes back', async () => {
  const vfs = new Vfs([['/a', '1'], ['/b', '2']]);
  const before = await vfs.root();
  vfs.write('/a', 'changed');
  assert.equal(await vfs.root(), rootOf({ '/a': 'changed', '/b': '2' }));
  vfs.write('/a', '1');
  vfs.write('/c', '');
  assert.notEqual(await vfs.root(), before);
  vfs.remove('/c');
  assert.equal(await vfs.root(), before);
});

test('changes are told, and what changes nothing is not', () => {
  const vfs = new Vfs([['/a', '1']]);
  const told = [];
  vfs.addEventListener('change', ({ detail }) => told.push(`${detail.kind} ${detail.path}`));
  vfs.write('/a', '1');
  vfs.write('/a', '2');
  vfs.write('/b', '');
  vfs.remove('/a');
  vfs.remove('/a');
  assert.deepEqual(told, ['modified /a', 'created /b', 'deleted /a']);
});

test('an empty file is a file, and a missing one is null', async () => {
  const vfs = new Vfs([['/empty', '']]);
  assert.equal(vfs.read('/empty'), '');
  assert.equal(vfs.read('/missing'), null);
  await assert.rejects(vfs.write('/a', undefined), TypeError);
  assert.equal(vfs.read('/a'), null);
});

test('becoming other files takes only the steps that are needed', async () => {
  const vfs = new Vfs([['/a', '1'], ['/b', '2'], ['/c', '3']]);
  const told = [];
  vfs.addEventListener('change', ({ detail }) => told.push(`${detail.kind} ${detail.path}`));
  vfs.become([['/b', '2'], ['/c', 'new'], ['/d', '4']]);
  assert.deepEqual(told, ['deleted /a', 'modified /c', 'created /d']);
  assert.equal(await vfs.root(), rootOf({ '/b': '2', '/c': 'new', '/d': '4' }));
});

test('what a method returns settles when the disk has the change, and the change is there before', async () => {
  const kept = [];
  let settle;
  const act = (name) => (...what) => {
    kept.push([name, ...what]);
    return new Promise((resolve, reject) => (settle = { resolve, reject }));
  };
  const vfs = new Vfs([['/a', '1']], { write: act('write'), remove: act('remove'), replace: act('replace') });
  const written = vfs.write('/a', '2');
  assert.equal(vfs.read('/a'), '2');
  settle.reject(new Error('quota'));
  await assert.rejects(written, /quota/);
  const removed = vfs.remove('/a');
  settle.resolve();
  await removed;
  const became = vfs.become([['/b', '3']]);
  settle.resolve();
  await became;
  assert.deepEqual(kept, [['write', '/a', '2'], ['remove', '/a'], ['replace', new Map([['/b', '3']])]]);
});

test('a content that is there already is written again: the disk may lack it', async () => {
  const kept = [];
  const vfs = new Vfs([['/a', '1']], { write: async (path) => void kept.push(path) });
  await vfs.write('/a', '1');
  assert.deepEqual(kept, ['/a']);
});
