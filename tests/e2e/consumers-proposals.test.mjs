/**
 * The newer generation: it proposes changes and writes them only when they pass; judged on the manager's snapshot with the
 * change laid over it.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';

const { withPage } = browserTests('e2e/');

const FILES = {
  '/src/sum.js': 'export const sum = (a, b) => a + b;\n',
  '/src/user.js': "import { sum } from './sum.js';\nexport const three = sum(1, 2);\n",
  '/src/messy.js': "import { sum } from './sum.js';\nundefinedName(sum);\n",
  '/data/table.json': '{"rows": 3}',
  '/tests/sum.test.js':
    "import { expect, test } from 'vitest';\nimport { three } from '../src/user.js';\ntest('adds', () => expect(three).toBe(3));\n",
  '/tests/table.test.js': "import table from '../data/table.json';\ntest('has rows', () => expect(table.rows).toBe(3));\n",
  '/tests/broken-already.test.js': "test('fails whatever is changed', () => expect(1).toBe(2));\n",
};

/** @param {import('playwright-core').Page} page @param {string} body @returns {Promise<any>} */
const onPage = (page, body) =>
  page.evaluate(`(async () => {
    const verdict = await import('/verdict/index.js');
    const { NewerBus, NewerAgent } = await import('/e2e/consumers/agents.js');
    const files = ${JSON.stringify(FILES)};
    const manager = async (more = {}, options = {}) => {
      const made = await verdict.VerificationManager.create(options);
      const set = await made.setSnapshot({ ...files, ...more });
      if (!set.success) throw new Error(set.error);
      return made;
    };
    ${body}
  })()`);

const modify = (/** @type {string} */ path, /** @type {string} */ text) => [{ operation: 'MODIFY', file_path: path, new_content: text }];
const FULL = { quickMode: false };

/** Name, changes, options, whether it passes, what an error or warning says, types of events. @type {[string, any, any, boolean, RegExp, string[]][]} */
const PROPOSALS = [
  ['a good change', modify('/src/sum.js', 'export const sum = (...all) => all.reduce((a, b) => a + b);\n'), FULL, true, /^$/, []],
  ['a map of contents', { '/src/sum.js': 'export const sum = (a, b) => b + a;\n', '/src/new.js': 'export {};\n' }, FULL, true, /^$/, []],
  ['a wrong sum, without tests', modify('/src/sum.js', 'export const sum = (a, b) => a - b;\n'), undefined, true, /^$/, []],
  [
    'a wrong sum, with tests',
    modify('/src/sum.js', 'export const sum = (a, b) => a - b;\n'),
    FULL,
    false,
    /sum\.test\.js:3:1: adds: expected -1 to be 3/,
    ['test_failed'],
  ],
  ['data that a test imports', { '/data/table.json': '{"rows": 4}' }, FULL, false, /has rows: expected 4 to be 3/, ['test_failed']],
  [
    'an export that others import is gone',
    modify('/src/sum.js', 'export const add = 1;\n'),
    undefined,
    false,
    /\/src\/messy\.js:1:10: .*'sum'.*\(TS2305\)/,
    ['type_error', 'type_error'],
  ],
  [
    'a file that others import is deleted',
    [{ operation: 'DELETE', file_path: '/src/sum.js' }],
    undefined,
    false,
    /\/src\/messy\.js:1:\d+: /,
    ['type_error', 'type_error'],
  ],
  [
    'what stood elsewhere before is not blamed',
    modify('/src/sum.js', '// the same\nexport const sum = (a, b) => a + b;\n'),
    undefined,
    true,
    /^$/,
    [],
  ],
  [
    'a file that does not parse',
    modify('/src/sum.js', 'export const sum = (;'),
    undefined,
    false,
    /\/src\/sum\.js:1:21: /,
    ['syntax_error'],
  ],
  ['a pattern', modify('/src/user.js', 'export const three = eval("3");\n'), undefined, false, /no-eval/, ['pattern_detected']],
  ['a name that nobody defined', { '/src/user.js': 'export const three = nobody;\n' }, undefined, false, /nobody/, ['type_error']],
  ['an empty file', { '/src/new.js': '' }, undefined, true, /^$/, []],
  ['words', { '/readme.md': '# eval(' }, undefined, true, /No JavaScript or TypeScript file/, []],
  [
    'a benign snippet with frightening words',
    { '/src/new.js': "// eval(x), new Function, fetch\nexport const help = 'do not call eval() or fetch()';\n" },
    undefined,
    true,
    /^$/,
    [],
  ],
  [
    'an endless module',
    { '/src/sum.js': 'for (;;);\nexport const sum = 1;\n' },
    { quickMode: false, timeout: 1500 },
    false,
    /budget|timeout|instructions/i,
    [],
  ],
  [
    'a hang that no budget ends',
    { '/src/sum.js': "export const sum = (...all) => all.length > 0 && /^(a+)+$/.test('a'.repeat(40) + '!');\n" },
    { quickMode: false, timeout: 1000 },
    false,
    /Verification timeout/,
    ['timeout'],
  ],
  [
    'an unknown operation',
    [{ operation: 'EXPLODE', file_path: '/src/sum.js', new_content: '' }],
    FULL,
    false,
    /Unknown operation for \/src\/sum\.js: EXPLODE/,
    [],
  ],
  [
    'an operation that only maps have',
    [{ operation: 'PUT', file_path: '/src/sum.js', new_content: '' }],
    FULL,
    false,
    /Unknown operation/,
    [],
  ],
  ['no operation', [{ file_path: '/src/sum.js', new_content: '' }], undefined, false, /Unknown operation/, []],
  ['nothing', [], undefined, false, /no change/, []],
  ['an empty map', {}, undefined, false, /no change/, []],
  ['null', null, undefined, false, /Changes are /, []],
  ['a text', 'MODIFY /src/sum.js', undefined, false, /Changes are /, []],
  ['a number for a content', { '/src/sum.js': 7 }, undefined, false, /has no new_content/, []],
  ['a modification without content', [{ operation: 'MODIFY', file_path: '/src/sum.js' }], undefined, false, /has no new_content/, []],
  ['the same file twice', [...modify('/src/sum.js', ''), ...modify('src/./sum.js', '')], undefined, false, /changed twice/, []],
  ['MODIFY of what is not there', modify('/src/gone.js', ''), undefined, false, /^File not found: \/src\/gone\.js$/, []],
  ['DELETE of what is not there', { '/src/gone.js': null }, undefined, false, /^File not found/, []],
  [
    'CREATE of what is there',
    [{ operation: 'CREATE', file_path: '/src/sum.js', new_content: '' }],
    undefined,
    false,
    /^CREATE of a file that is there/,
    [],
  ],
  ['a path that leaves the root', { '/../../etc/passwd.js': 'export {};' }, undefined, false, /leaves the root/, []],
  ['__proto__', [{ operation: 'CREATE', file_path: '/__proto__.js', new_content: 'export {};\n' }], undefined, true, /^$/, []],
  ['a path with a space', { '/src/my file.js': 'export {};\n' }, undefined, true, /^$/, []],
  ['a path that no command can name', { '/src/a \'"b.js': 'export {};\n' }, undefined, false, /both kinds of quotes/, []],
];

describe('proposals', () => {
  test(
    'what passes is written, what does not is not, and the manager says why; its snapshot stays as it was',
    withPage(async (page) => {
      const { answers, written, heard, root, after } = await onPage(
        page,
        `const bus = new NewerBus();
        const vm = await manager({}, { eventBus: bus });
        const agent = new NewerAgent(vm);
        const root = (await vm.runVerification('eval:1')).snapshotRoot;
        const answers = [];
        for (const [name, changes, options] of ${JSON.stringify(PROPOSALS.map(([name, changes, options]) => [name, changes, options]))}) {
          answers.push(await agent.propose(changes, options ?? undefined));
        }
        const after = (await vm.runVerification('eval:1')).snapshotRoot;
        return { answers, written: agent.written, heard: bus.emitted.map(([name]) => name), root, after };`,
      );
      for (const [at, [name, , , passed, says, events]] of PROPOSALS.entries()) {
        const answer = answers[at];
        assert.equal(answer.passed, passed, `${name}: ${answer.reason}`);
        assert.equal(answer.reason === undefined, passed, name);
        assert.match([...answer.errors, ...answer.warnings][0] ?? '', says, name);
        if (!['an endless module'].includes(name))
          assert.deepEqual(
            answer.events.map(({ type }) => type),
            events,
            name,
          );
        for (const { timestamp } of answer.events) assert.ok(timestamp > 1e12, name);
        assert.ok(answer.passRate >= 0 && answer.passRate <= 100 && (!passed || answer.passRate === 100), `${name}: ${answer.passRate}`);
      }
      const expected = PROPOSALS.filter(([, , , passed]) => passed).flatMap(([, changes]) =>
        Array.isArray(changes) ? changes.map(({ file_path }) => file_path) : Object.keys(changes),
      );
      assert.deepEqual(written, expected);
      for (const type of ['syntax_error', 'pattern_detected', 'timeout', 'type_error', 'test_failed'])
        assert.ok(heard.includes(`verification:${type}`), type);
      assert.equal(
        heard.filter((/** @type {string} */ name) => name === 'verification:timeout').length,
        answers.flatMap(({ events }) => events).filter(({ type }) => type === 'timeout').length,
      );
      assert.equal(after, root);
      const [pattern] = answers[PROPOSALS.findIndex(([name]) => name === 'a pattern')].details.patternViolations;
      assert.deepEqual([pattern.file, pattern.rule], ['/src/user.js', 'no-eval']);
      assert.equal(answers[0].details.filesAnalyzed, 1);
    }),
  );

  test(
    'what is hard to read in a changed file is a complexity_warning, which fails nothing unless the project says so',
    withPage(async (page) => {
      const { bare, asked, off, wrong, ofProject, untouched, heard } = await onPage(
        page,
        `const bus = new NewerBus();
        const vm = await manager({}, { eventBus: bus });
        const deep = 'export function f(a) { ' + 'if (a) { '.repeat(5) + 'return 1;' + ' }'.repeat(5) + ' }\\n';
        const lint = (rules) => ({ config: { lint: { rules } } });
        const bare = await vm.verifyFile('/src/deep.js', deep);
        const asked = await vm.verifyFile('/src/deep.js', deep, lint({ complexity: ['error', 5], 'max-depth': ['warn', 3] }));
        const off = await vm.verifyFile('/src/deep.js', deep, lint({ 'max-depth': 'off' }));
        const wrong = await vm.verifyFile('/src/deep.js', deep, lint({ 'max-depth': ['warn', 'three'] }));
        const heard = bus.emitted.filter(([name]) => name === 'verification:complexity_warning').map(([, detail]) => detail);
        await vm.setSnapshot({ entries: [['/src/deep.js', deep], ['/verdict.config.json', '{"lint":{"rules":{"max-depth":["warn",1]}}}']] });
        const ofProject = await vm.verifyFile('/src/deep.js', deep);
        const untouched = await vm.verifyFile('/src/sum.js', 'export const sum = (a, b) => b + a;\\n');
        return { bare, asked, off, wrong, ofProject, untouched, heard };`,
      );
      const types = (/** @type {any} */ { events }) => events.map((/** @type {any} */ { type, severity }) => `${type}: ${severity}`);
      const [deepest] = bare.details.complexityWarnings;
      assert.deepEqual([bare.passed, types(bare), bare.details.patternViolations], [true, ['complexity_warning: warning'], []]);
      assert.deepEqual(
        [deepest.file, deepest.line, deepest.column, deepest.rule, deepest.severity],
        ['/src/deep.js', 1, 60, 'max-depth', 'warning'],
      );
      assert.deepEqual(bare.warnings, ['/src/deep.js:1:60: Blocks are nested too deeply (5). Maximum allowed is 4. (max-depth)']);
      assert.deepEqual(
        [asked.passed, types(asked)],
        [false, ['complexity_warning: error', 'complexity_warning: warning', 'complexity_warning: warning']],
      );
      assert.match(asked.reason, /Function 'f' has a complexity of 6\. Maximum allowed is 5\./);
      assert.deepEqual([off.passed, off.warnings, off.details.complexityWarnings], [true, [], []]);
      assert.deepEqual([wrong.passed, types(wrong), wrong.details.complexityWarnings], [false, ['pattern_detected: error'], []]);
      assert.deepEqual([ofProject.passed, ofProject.details.complexityWarnings.length], [true, 4]);
      assert.deepEqual([untouched.passed, untouched.warnings], [true, []]);
      assert.equal(heard.length, 4);
      assert.deepEqual([heard[0].file, heard[0].line, heard[0].rule], ['/src/deep.js', 1, 'max-depth']);
    }),
  );

  test(
    'verifyFile, verifyFiles, the same thing twice, and many at once',
    withPage(async (page) => {
      const { file, filesOf, twice, many } = await onPage(
        page,
        `const vm = await manager();
        const bare = ({ events, ...rest }) => JSON.stringify(rest);
        const change = { '/src/sum.js': 'var x = 1; debugger;\\n', '/src/user.js': 'export const y = eval(1);\\n' };
        const twice = [await vm.verifyFiles(change), await vm.verifyFiles(change)].map(bare);
        const many = await Promise.all(Array.from({ length: 20 }, (_, i) => vm.verifyFile('/src/sum.js', i % 2 ? 'export const sum = (a, b) => ' + i + ';' : 'debugger;')));
        return { file: await vm.verifyFile('/src/sum.js', 'export const sum = 1;'), filesOf: await vm.verifyFiles({ '/src/a.js': 'export {};', '/src/b.js': '(' }), twice, many: many.map(({ passed }) => passed) };`,
      );
      assert.equal(file.passed, true, file.reason);
      assert.deepEqual([filesOf.passed, filesOf.details.filesAnalyzed, filesOf.events[0].file], [false, 2, '/src/b.js']);
      assert.equal(twice[0], twice[1]);
      assert.deepEqual(
        many,
        Array.from({ length: 20 }, (_, i) => i % 2 === 1),
      );
    }),
  );

  test(
    'a change is judged on the snapshot that is set when it is asked, also while another is being set',
    withPage(async (page) => {
      const answers = await onPage(
        page,
        `const vm = await manager();
        const good = { '/src/other.js': "import { sum } from './sum.js';\\nexport const four = sum(2, 2);\\n" };
        const answers = [];
        for (let i = 0; i < 5; i += 1) {
          // Not awaited: what is asked next stands on it.
          vm.setSnapshot({ entries: [['/src/sum.js', i % 2 ? 'export const add = 1;' : files['/src/sum.js']]] });
          answers.push(vm.verifyProposal(good));
          vm.setSnapshot({ entries: [['/unrelated-' + i + '.js', 'export {};']] });
        }
        await Promise.all(answers);
        return [...(await Promise.all(answers)).map(({ passed, code }) => [passed, code]), (await vm.verifyProposal(good)).passed];`,
      );
      // Those that were overtaken stand on what was set last; none is an error of its own making.
      for (const answer of answers) assert.deepEqual(answer === true ? [true, null] : answer, [true, null]);
    }),
  );

  test(
    'after a snapshot that could not be set nothing passes, and a mutated argument changes nothing',
    withPage(async (page) => {
      const { failed, code, mutated } = await onPage(
        page,
        `const vm = await manager();
        const change = [{ operation: 'MODIFY', file_path: '/src/sum.js', new_content: 'debugger;' }];
        const asked = vm.verifyProposal(change);
        change[0].new_content = 'export const sum = (a, b) => a + b;';
        const mutated = (await asked).passed;
        await vm.setSnapshot({ '/../outside.js': '' });
        const { passed, code } = await vm.verifyProposal({ '/src/sum.js': 'export const sum = 1;' });
        return { failed: passed, code, mutated };`,
      );
      assert.deepEqual([failed, code, mutated], [false, 'err:path', false]);
    }),
  );
});

const CONSTITUTION = `version: 1
capabilities:
  - { prefix: /tools/, write: ["/data/**"], network: false, eval: false }
  - { prefix: /tools/net/, write: [], network: true, eval: false }
`;

describe('capabilities', () => {
  test(
    'are those of the constitution, at once; violations are found in the syntax tree',
    withPage(async (page) => {
      const { of, alone, fetches, allowed, computed, broken, unread, heard } = await onPage(
        page,
        `const bus = new NewerBus();
        const vm = await manager({ '/spec/constitution.yaml': ${JSON.stringify(CONSTITUTION)} }, { eventBus: bus });
        const of = ['/tools/a.js', 'tools/net/b.js', '/src/c.js'].map((path) => vm.getCapabilitiesForPath(path));
        const fetches = await vm.verifyFile('/tools/a.js', "export const get = () => fetch('/x');\\n");
        const allowed = await vm.verifyFile('/tools/net/b.js', "export const get = () => fetch('/x');\\n");
        const computed = await vm.verifyFile('/tools/a.js', "// eslint-disable-next-line\\nexport const get = () => globalThis['fet' + 'ch']('/x');\\n");
        await vm.setSnapshot({ entries: [['/spec/constitution.yaml', 'version: 2']] });
        const broken = await vm.verifyFile('/tools/a.js', 'export {};\\n');
        const unread = vm.getCapabilitiesForPath('/src/c.js');
        await vm.setSnapshot({ removed: ['/spec/constitution.yaml'], entries: [] });
        return { of, alone: vm.getCapabilitiesForPath('/tools/a.js'), fetches, allowed, computed, broken, unread, heard: bus.emitted.map(([name]) => name) };`,
      );
      const all = { canWrite: ['/**'], canNetwork: true, canEval: true };
      const none = { canWrite: [], canNetwork: false, canEval: false };
      assert.deepEqual(of, [{ canWrite: ['/data/**'], canNetwork: false, canEval: false }, { ...none, canNetwork: true }, all]);
      assert.deepEqual([alone, unread], [all, none]);
      assert.deepEqual(
        [fetches.passed, fetches.events.map((/** @type {any} */ { type, line }) => [type, line])],
        [false, [['capability_violation', 1]]],
      );
      assert.equal(allowed.passed, true, allowed.reason);
      assert.equal(computed.passed, false, 'a name that is put together');
      assert.equal(broken.passed, false);
      assert.match(broken.reason, /constitution/);
      assert.equal(heard.filter((/** @type {string} */ name) => name === 'verification:capability_violation').length, 2);
    }),
  );

  test(
    "where the gate's wasm cannot be had, nothing is granted and no proposal passes; commands run as ever",
    withPage(
      async (page) => {
        await page.route('**/gate_bg.wasm', (route) => route.fulfill({ status: 404 }));
        const { capabilities, proposal, full, run } = await onPage(
          page,
          `const vm = await manager({ '/spec/constitution.yaml': ${JSON.stringify(CONSTITUTION)} });
          return {
            capabilities: vm.getCapabilitiesForPath('/src/c.js'), proposal: await vm.verifyFile('/src/sum.js', files['/src/sum.js']),
            full: await vm.runFullVerification(['/src/sum.js']), run: await vm.runVerification('test:/tests/sum.test.js'),
          };`,
        );
        assert.deepEqual(capabilities, { canWrite: [], canNetwork: false, canEval: false });
        assert.deepEqual(
          [proposal.passed, proposal.code, full.success, full.code, run.success],
          [false, 'err:startup', false, 'err:startup', true],
        );
      },
      { expected: /gate_bg\.wasm/ },
    ),
  );
});
