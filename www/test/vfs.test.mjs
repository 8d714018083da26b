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
  assert.equal(vfs.remove('/a'), true);
  assert.equal(vfs.remove('/a'), false);
  assert.deepEqual(told, ['modified /a', 'created /b', 'deleted /a']);
});

test('an empty file is a file, and a missing one is null', () => {
  const vfs = new Vfs([['/empty', '']]);
  assert.equal(vfs.read('/empty'), '');
  assert.equal(vfs.read('/missing'), null);
  assert.throws(() => vfs.write('/a', undefined), TypeError);
});

test('becoming other files takes only the steps that are needed', async () => {
  const vfs = new Vfs([['/a', '1'], ['/b', '2'], ['/c', '3']]);
  const told = [];
  vfs.addEventListener('change', ({ detail }) => told.push(`${detail.kind} ${detail.path}`));
  vfs.become([['/b', '2'], ['/c', 'new'], ['/d', '4']]);
  assert.deepEqual(told, ['deleted /a', 'modified /c', 'created /d']);
  assert.equal(await vfs.root(), rootOf({ '/b': '2', '/c': 'new', '/d': '4' }));
});
