import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { browserTests } from './harness.mjs';

const { open } = browserTests();
const manifest = JSON.parse(readFileSync(new URL('../custom-elements.json', import.meta.url), 'utf8'));
const declarations = manifest.modules.flatMap((module) => module.declarations);
const names = (list) => list.map(({ name }) => name).sort();

/** Callbacks of the platform and what only subclasses use are not for users of the element. */
const INTERNAL = [
  'constructor',
  'connectedCallback',
  'disconnectedCallback',
  'adoptedCallback',
  'attributeChangedCallback',
  'describe',
  'paint',
  'failed',
  'note',
  'read',
  'wire',
];

test('the manifest has both elements', () => {
  assert.equal(manifest.schemaVersion, '2.1.0');
  assert.deepEqual(
    declarations.map(({ tagName }) => tagName),
    ['verification-manager-widget', 'verification-worker-widget'],
  );
});

for (const declaration of declarations) {
  test(`the manifest of <${declaration.tagName}> says what the element has`, async () => {
    const page = await open();
    const seen = await page.evaluate(async (tag) => {
      const manager = lived();
      const widget = await add(tag.includes('manager') ? 'manager' : 'worker', manager);
      manager.set({ active: 1 }, 'verification-start', { id: 'a', command: 'test:/a' });
      await frames_();
      const members = [];
      for (let proto = Object.getPrototypeOf(widget); proto !== HTMLElement.prototype; proto = Object.getPrototypeOf(proto)) {
        members.push(...Object.getOwnPropertyNames(proto));
      }
      return {
        attributes: [...widget.constructor.observedAttributes].sort(),
        members: [...new Set(members)],
        parts: [...new Set([...widget.shadowRoot.querySelectorAll('[part]')].flatMap((element) => [...element.part]))].sort(),
      };
    }, declaration.tagName);
    assert.deepEqual(names(declaration.attributes), seen.attributes);
    assert.deepEqual(
      names(declaration.members.filter((member) => !member.static)),
      seen.members.filter((name) => !INTERNAL.includes(name)).sort(),
    );
    assert.deepEqual(names(declaration.cssParts), seen.parts);
    await page.close();
  });

  test(`the manifest of <${declaration.tagName}> names custom properties that there are`, () => {
    const styles = readFileSync(new URL('../styles.js', import.meta.url), 'utf8');
    const used = new Set(styles.match(/--verdict-[a-z-]+/g));
    for (const { name } of declaration.cssProperties) assert.ok(used.has(name), name);
    const all = new Set(declarations.flatMap(({ cssProperties }) => names(cssProperties)));
    assert.deepEqual(
      [...used].filter((name) => !all.has(name)),
      [],
    );
  });
}
