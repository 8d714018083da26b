import assert from 'node:assert/strict';
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { test } from 'node:test';
import { EXAMPLES } from '../js/examples.js';

const folder = (name) => new URL(`../${name}`, import.meta.url);

test('every example is offered, and every one offered is there', () => {
  const files = readdirSync(folder('examples/')).map((name) => name.replace('.md', ''));
  assert.deepEqual(EXAMPLES.map(({ id }) => id).sort(), files.sort());
});

for (const { id } of EXAMPLES) {
  test(`the example ${id} changes what is there and creates what is not`, () => {
    const text = readFileSync(folder(`examples/${id}.md`), 'utf8');
    const heads = [...text.matchAll(/```paws-change\noperation: (\w+)\nfile_path: (\S+)\n```\n\n```js\n([\s\S]*?)```\n/g)];
    assert.ok(heads.length > 0);
    for (const [, operation, path, content] of heads) {
      const file = folder(`agent${path}`);
      assert.equal(existsSync(file), operation === 'MODIFY', `${operation} ${path}`);
      if (operation !== 'MODIFY') continue;
      const before = new Set(readFileSync(file, 'utf8').split('\n'));
      const after = content.split('\n');
      // An example is written as a whole file: it must not fall behind the file that it changes.
      const added = after.filter((line) => !before.has(line)).length;
      assert.notEqual(content, readFileSync(file, 'utf8'), `${path} is what it was`);
      assert.ok(added <= 10, `${path}: ${added} lines differ`);
      assert.ok(before.size - new Set(after).size <= 10, `${path}: lines are missing`);
    }
  });
}
