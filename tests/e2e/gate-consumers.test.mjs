/**
 * The gate as agents of both generations have it: their own state manager or VFS, their container, their tools; with the
 * real manager and real workers.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';
import { PASSES } from './lib/verdicts.mjs';

const { withPage } = browserTests('e2e/');

const FILES = {
  '/src/sum.js': 'export const sum = (a, b) => a + b;\n',
  '/src/old.js': 'export const old = true;\n',
  '/tests/sum.test.js':
    "import { expect, test } from 'vitest';\nimport { sum } from '../src/sum.js';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\n",
  '/empty.txt': '',
};

/** A bundle as agents write it. @param {...[string, string, string?]} changes */
const bundle = (...changes) =>
  changes
    .map(([operation, path, content]) =>
      [
        `I ${operation.toLowerCase()} a file.`,
        '',
        '```paws-change',
        `operation: ${operation}`,
        `file_path: ${path}`,
        '```',
        ...(content === undefined ? [] : ['', '```js', content.replace(/\n$/, ''), '```']),
        '',
      ].join('\n'),
    )
    .join('\n');

const GOOD = bundle(
  ['MODIFY', '/src/sum.js', 'export const sum = (...all) => all.reduce((a, b) => a + b, 0);\n'],
  ['CREATE', '/src/new.js', 'export const fresh = 1;\n'],
  ['DELETE', '/src/old.js'],
);
const BAD = bundle(
  ['MODIFY', '/src/sum.js', 'export const sum = (a, b) => a - b;\n'],
  ['CREATE', '/src/new.js', 'export const fresh = 1;\n'],
);
const ENDLESS = bundle(['MODIFY', '/src/sum.js', 'for (;;);\nexport const sum = 1;\n']);
const BROKEN = bundle(['RENAME', '/src/sum.js']);
const COMMAND = 'test:/tests/*.test.js';

const withBundles = {
  ...FILES,
  '/good.dogs.md': GOOD,
  '/bad.dogs.md': BAD,
  '/endless.dogs.md': ENDLESS,
  '/broken.dogs.md': BROKEN,
};

/** @param {import('playwright-core').Page} page @param {string} body @returns {Promise<any>} */
const onPage = (page, body) =>
  page.evaluate(`(async () => {
    const verdict = await import('/verdict/index.js');
    const { OlderStateManager, NewerVfs, OlderContainer, NewerContainer, service } = await import('/e2e/gate/consumers.js');
    const files = ${JSON.stringify(withBundles)};
    ${body}
  })()`);

/** How each generation's files become an adapter, and what is made of them. */
const GENERATIONS = [
  [
    'older: artifacts with checkpoints',
    'const state = new OlderStateManager(files); const adapter = verdict.stateManagerAdapter(state);',
    true,
  ],
  [
    'older: artifacts behind api',
    'const state = new OlderStateManager(files); const adapter = verdict.stateManagerAdapter({ api: state });',
    true,
  ],
  ['newer: an asynchronous VFS', 'const state = new NewerVfs(files); const adapter = verdict.vfsAdapter(state);', false],
];

for (const [generation, setUp, hasCheckpoints] of GENERATIONS) {
  describe(`consumer, ${generation}`, () => {
    test(
      'a change that passes its tests is applied, one that does not leaves everything as it was',
      withPage(async (page) => {
        const { bad, afterBad, good, afterGood } = await onPage(
          page,
          `${setUp}
          const manager = await verdict.VerificationManager.create();
          const gate = await verdict.openGate({ adapter, manager, verifyCommand: '${COMMAND}' });
          const before = state.files;
          const bad = await gate.apply(files['/bad.dogs.md']);
          const afterBad = JSON.stringify(state.files) === JSON.stringify(before);
          const good = await gate.apply(files['/good.dogs.md']);
          return { bad, afterBad, good, afterGood: state.files };`,
        );
        assert.deepEqual([bad.success, bad.state, afterBad], [false, 'refused', true], bad.message);
        assert.match(bad.message, /1 test\(s\) failed/);
        assert.deepEqual([good.success, good.changes_applied], [true, 3], good.message);
        assert.equal(good.checkpoint, hasCheckpoints ? 'checkpoint-1' : null);
        assert.equal(afterGood['/src/old.js'], undefined);
        assert.equal(afterGood['/src/new.js'], 'export const fresh = 1;\n');
        assert.equal(afterGood['/empty.txt'], '', 'an empty file is a file');
      }),
    );

    test(
      'a write that fails half-way is taken back, and what was created is gone',
      withPage(async (page) => {
        const { report, same, metadata } = await onPage(
          page,
          `${setUp}
          const manager = { runVerification: async (command) => ${PASSES}(command) };
          const before = state.files;
          const names = () => state.getAllArtifactMetadata?.() && Object.entries(state.getAllArtifactMetadata()).map(([path, { type }]) => [path, type]).sort();
          const types = names();
          let writes = 0;
          const write = adapter.write;
          adapter.write = (path, content) => { if (++writes === 2) throw new Error('no room'); return write(path, content); };
          const report = await verdict.applyBundle(files['/good.dogs.md'], { adapter, manager, verifyCommand: '${COMMAND}' });
          return { report, same: JSON.stringify(state.files) === JSON.stringify(before), metadata: JSON.stringify(names()) === JSON.stringify(types) };`,
        );
        assert.deepEqual([report.state, same], ['restored', true], report.message);
        assert.equal(report.checkpoint_restored, hasCheckpoints);
        assert.ok(metadata, 'a deleted artifact comes back as what it was');
      }),
    );
  });
}

describe('tools', () => {
  const FACES = [
    [
      'SentinelTools',
      'const tools = verdict.createSentinelTools({ adapter, manager }); const apply = (given) => tools.apply_dogs_bundle(given);',
    ],
    [
      'ToolRunner',
      "const tools = verdict.createToolRunner({ adapter, manager }); const apply = (given) => tools.runTool('apply_dogs_bundle', given);",
    ],
    [
      'over an open gate',
      "const gate = await verdict.openGate({ adapter, manager }); const tools = verdict.createToolRunner({ gate }); const apply = (given) => tools.runTool('apply_dogs_bundle', given);",
    ],
    [
      'in the older container',
      `const container = new OlderContainer();
      for (const module of [service('StateManager', state), verdict.createModule(), verdict.createToolsModule()]) container.register(module);
      const apply = (given) => container.resolve('SentinelTools').apply_dogs_bundle(given);`,
    ],
    [
      'in the newer container',
      `const vfs = new NewerVfs(files); Object.defineProperty(state, 'files', { get: () => vfs.files });
      const container = new NewerContainer();
      for (const module of [{ ...service('VFS', vfs), factory: () => vfs }, verdict.createModule(), verdict.createToolsModule({ id: 'ToolRunner' })]) container.register(module);
      const apply = async (given) => (await container.resolve('ToolRunner')).runTool('apply_dogs_bundle', given);`,
    ],
    [
      'registered on the page',
      `const target = { app: { modules: { StateManager: state } } };
      const tools = verdict.registerTools(target);
      verdict.registerVerificationManager(target);
      const apply = (given) => target.app.modules.SentinelTools.apply_dogs_bundle(given);`,
    ],
  ];
  for (const [face, make] of FACES) {
    test(
      `${face}: applied, refused, impossible; never a throw, never a success that is none`,
      withPage(async (page) => {
        const answers = await onPage(
          page,
          `const state = new OlderStateManager(files);
          const adapter = verdict.stateManagerAdapter(state);
          const manager = await verdict.VerificationManager.create();
          ${make}
          const start = JSON.stringify(state.files);
          const answers = {};
          const cases = {
            bad: { dogs_path: '/bad.dogs.md', verify_command: '${COMMAND}', session_id: 's1' },
            broken: { dogs_path: '/broken.dogs.md', verify_command: '${COMMAND}' },
            missing: { dogs_path: '/none.md', verify_command: '${COMMAND}' },
            unverified: { dogs_path: '/good.dogs.md' },
            unknownVerb: { dogs_path: '/good.dogs.md', verify_command: 'rm:/' },
            nothing: undefined,
            number: { dogs_path: 7 },
            policy: { dogs_path: '/good.dogs.md', policy: { allowUnverified: true }, phase_mask: 1 },
          };
          for (const [name, given] of Object.entries(cases)) answers[name] = await apply(given);
          answers.untouched = JSON.stringify(state.files) === start;
          answers.good = await apply({ dogs_path: '/good.dogs.md', verify_command: '${COMMAND}' });
          answers.after = state.files;
          return answers;`,
        );
        const { good, after, untouched, ...failed } = answers;
        for (const [name, answer] of Object.entries(failed)) {
          assert.equal(answer.success, false, `${name}: ${answer.message}`);
          assert.equal(answer.checkpoint_restored, true, name);
          assert.equal(typeof answer.message, 'string', name);
          assert.ok('changes_rolled_back' in answer && 'result' in answer, name);
        }
        assert.equal(untouched, true);
        assert.match(failed.bad.message, /1 test\(s\) failed/);
        assert.equal(failed.bad.result.output[0].passed, false);
        assert.equal(failed.broken.errors[0].line, 3, JSON.stringify(failed.broken.errors));
        assert.equal(failed.missing.code, 'err:not_found');
        assert.equal(failed.unverified.code, 'err:policy');
        assert.equal(failed.policy.code, 'err:policy', 'an agent does not write the policy');
        assert.equal(good.success, true, good.message);
        assert.deepEqual(Object.keys(good).slice(0, 4), ['success', 'message', 'changes_applied', 'checkpoint']);
        assert.equal(good.changes_applied, 3);
        assert.equal(after['/src/new.js'], 'export const fresh = 1;\n');
      }),
    );
  }

  test(
    'a tool of another name is no success',
    withPage(async (page) => {
      const answers = await onPage(
        page,
        `const tools = verdict.createToolRunner({ adapter: verdict.vfsAdapter(new NewerVfs(files)) });
        return [await tools.runTool('rm', {}), await tools.runTool(), await tools.api.runTool('apply_dogs_bundle', { dogs_path: '/good.dogs.md' })];`,
      );
      assert.deepEqual(
        answers.map(({ success }) => success),
        [false, false, false],
      );
      assert.equal(answers[0].code, 'err:command');
    }),
  );

  test(
    'a missing manager closes the gate, unless the policy names that case; a timeout never opens it',
    withPage(async (page) => {
      const answers = await onPage(
        page,
        `const run = async (options, given) => {
          const state = new OlderStateManager(files);
          const tools = verdict.createSentinelTools({ adapter: verdict.stateManagerAdapter(state), ...options });
          const { success, code, result } = await tools.apply_dogs_bundle({ dogs_path: '/good.dogs.md', verify_command: '${COMMAND}', ...given });
          return [success, code, state.files['/src/new.js'] !== undefined, result?.error ?? null];
        };
        const policy = { allowUnverified: true };
        const manager = await verdict.VerificationManager.create({ timeoutMs: 1500 });
        const rejects = { runVerification: async () => { throw new Error('gone'); } };
        return {
          missing: await run({}), allowed: await run({ policy }), later: await run({ manager: () => undefined }),
          rejected: await run({ manager: rejects, policy }),
          endless: await run({ manager, policy }, { dogs_path: '/endless.dogs.md' }),
        };`,
      );
      assert.deepEqual(answers.missing.slice(0, 3), [false, 'err:unavailable', false]);
      assert.deepEqual(answers.later.slice(0, 3), [false, 'err:unavailable', false]);
      assert.deepEqual(answers.allowed.slice(0, 3), [true, undefined, true]);
      assert.deepEqual(answers.rejected.slice(0, 3), [false, 'err:crashed', false]);
      assert.equal(answers.endless[0], false);
      assert.equal(answers.endless[2], false);
    }),
  );
});
