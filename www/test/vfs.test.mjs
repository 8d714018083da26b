import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Vfs } from '../js/vfs.js';

/** The root hash, written again from the words of the verifier's documentation. */
function rootOf(files) {
  const sorted = Object.entries(files).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return hashOf(sorted, 0).toString('hex');
}

const sha256 = (...parts) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();

function hashOf(files, digits) {
  const length = (text) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt(Buffer.byteLength(text)));
    return bytes;
  };
  if (files.length <= 16) return sha256([0], ...files.flatMap(([path, text]) => [`${path}\0`, sha256(text), length(text)]));
  const parts = [];
  for (let digit = 0; digit < 16; digit++) {
    const own = files.filter(([path]) => parseInt(sha256(path).toString('hex')[digits], 16) === digit);
    parts.push(own.length === 0 ? Buffer.alloc(32) : hashOf(own, digits + 1));
  }
  return sha256([1], ...parts);
}

const MANY = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`/src/${n % 10}/${n}.js`, `export const n = ${n};`]));
const ROOTS = {
  'no file': {},
  'one file': { '/a.js': 'export const a = 1;\n' },
  'an empty file': { '/a.js': '' },
  'text beyond ASCII': { '/größe.js': '数 😀', '/a.js': '\u0000' },
  'paths whose UTF-8 and UTF-16 orders differ': { '/\uffff.js': '1', '/😀.js': '2' },
  'ordinary names': { '/__proto__': 'x', '/constructor': 'y' },
  'a thousand files': MANY,
};
// The same numbers stand in the tests of the verifier.
test('roots are those of the verifier', async () => {
  const root = (files) => new Vfs(Object.entries(files)).root();
  assert.equal(await root({}), '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  assert.equal(await root({ '/a.js': '', '/größe.js': '数 😀' }), '53f58c4be62b078acb1752904b03b8b43886e8bebd589600f96755218216f5f9');
  assert.equal(await root(MANY), '8148d3c2f2fe2afeabdae6d71d90f0cbf56d2e622c49f0af7ceebb77ac04be4d');
});
for (const [name, files] of Object.entries(ROOTS)) {
  test(`the root of ${name}`, async () => {
    const vfs = new Vfs(Object.entries(files));
    assert.equal(await vfs.root(), rootOf(files));
    assert.deepEqual(
      vfs.list().map((path) => vfs.read(path)),
      vfs.list().map((path) => files[path]),
    );
  });
}

test('the root follows every change, and comes back', async () => {
  const vfs = new Vfs([
    ['/a', '1'],
    ['/b', '2'],
  ]);
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
  const vfs = new Vfs([
    ['/a', '1'],
    ['/b', '2'],
    ['/c', '3'],
  ]);
  const told = [];
  vfs.addEventListener('change', ({ detail }) => told.push(`${detail.kind} ${detail.path}`));
  vfs.become([
    ['/b', '2'],
    ['/c', 'new'],
    ['/d', '4'],
  ]);
  assert.deepEqual(told, ['deleted /a', 'modified /c', 'created /d']);
  assert.equal(await vfs.root(), rootOf({ '/b': '2', '/c': 'new', '/d': '4' }));
});

test('what a method returns settles when the disk has the change, and the change is there before', async () => {
  const kept = [];
  let settle;
  const act =
    (name) =>
    (...what) => {
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
  assert.deepEqual(kept, [
    ['write', '/a', '2'],
    ['remove', '/a'],
    ['replace', new Map([['/b', '3']])],
  ]);
});

test('a content that is there already is written again: the disk may lack it', async () => {
  const kept = [];
  const vfs = new Vfs([['/a', '1']], { write: async (path) => void kept.push(path) });
  await vfs.write('/a', '1');
  assert.deepEqual(kept, ['/a']);
});
