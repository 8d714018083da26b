/**
 * Patches of Vitest's packages for the harness, as texts to replace in the published files. package-lock.json pins the versions.
 * The build fails if a text is not found as often as stated.
 * @module
 */

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const RUNNER = /@vitest\/runner\/dist\/chunk-artifact\.js$/;
const SPY = /@vitest\/spy\/dist\/index\.js$/;
const EXPECT = /@vitest\/expect\/dist\/index\.js$/;
const HELPERS = /@vitest\/utils\/dist\/helpers\.js$/;
const TIMERS = /@vitest\/utils\/dist\/timers\.js$/;
const WORKER = /vitest\/dist\/chunks\/utils\.BX5Fg8C4\.js$/;
const RPC = /vitest\/dist\/chunks\/rpc\.[^/]+\.js$/;
const CHAI = /chai\/index\.js$/;
/** The file of Vitest that has `vi`, `expect` and fake timers. */
export const API = /vitest\/dist\/chunks\/test\.[^/]+\.js$/;

/** @type {{ file: RegExp, find: string, put: string, times: number }[]} */
export const PATCHES = [
  // Report a failure with its value, before Vitest turns it into a plain record.
  {
    file: RUNNER,
    find: 'function failTask(result, err, diffOptions) {',
    put: 'function failTask(result, err, diffOptions) { verdictHooks.failed(result, err, err instanceof PendingError);',
    times: 1,
  },
  // Report a skip request even if its error is caught; a test that failed before stays failed.
  {
    file: RUNNER,
    find: 'test.result.pending = true;\n\t\tthrow new PendingError(',
    put: 'test.result.pending = true; verdictHooks.skipped(test);\n\t\tthrow new PendingError(',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'if (err instanceof PendingError) {\n\t\tresult.state = "skip";',
    put: 'if (err instanceof PendingError) {\n\t\tif (result.state !== "fail") result.state = "skip";',
    times: 1,
  },
  // Report the start of an attempt with its hooks.
  {
    file: RUNNER,
    find: 'let beforeEachCleanups = [];\n\t\t\t// fixtureCheckpoint',
    put: 'let beforeEachCleanups = []; verdictHooks.attempt(test, retryCount, repeatCount);\n\t\t\t// fixtureCheckpoint',
    times: 1,
  },
  // Run the body of a suite through the harness, which handles its errors and results.
  {
    file: RUNNER,
    find: 'await runWithSuite(collector, () => factory(test));',
    put: 'await runWithSuite(collector, () => verdictHooks.suiteBody(suite, () => factory(test)));',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'const error = new Error(message);\n\tif (stackTraceError?.stack) {\n\t\terror.stack = stackTraceError.stack.replace(error.message, stackTraceError.message);\n\t}\n\treturn error;',
    put: 'const error = new Error(message);\n\tif (stackTraceError?.stack) {\n\t\terror.stack = stackTraceError.stack.replace(error.message, stackTraceError.message);\n\t}\n\treturn verdictHooks.timedOut(error);',
    times: 1,
  },
  // In Jest, all hooks after a test run, also if one fails.
  {
    file: RUNNER,
    find: 'for (const hook of hooks) {\n\t\t\tcallbacks.push(await runHook(hook));\n\t\t}',
    put: 'for (const hook of hooks) { try { callbacks.push(await runHook(hook)); } catch (error) { if (!verdictHooks.runsAll(name)) throw error; failed ??= { error }; } }',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'async function callSuiteHook(suite, currentTask, name, runner, args) {',
    put: 'async function callSuiteHook(suite, currentTask, name, runner, args) { let failed;',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'if (name === "afterEach" && parentSuite) {\n\t\tcallbacks.push(...await callSuiteHook(parentSuite, currentTask, name, runner, args));\n\t}',
    put: 'if (name === "afterEach" && parentSuite) { try { callbacks.push(...await callSuiteHook(parentSuite, currentTask, name, runner, args)); } catch (error) { failed ??= { error }; } } if (failed !== undefined) throw failed.error;',
    times: 1,
  },
  // Jest calls functions of tests and hooks in its own way.
  {
    file: RUNNER,
    find: 'withFixtures(handler, { context })',
    put: 'withFixtures(verdictHooks.callback(handler), { context })',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'const fixtureResolver = withFixtures(fn, { suite });',
    put: 'const fixtureResolver = withFixtures(verdictHooks.callback(fn), { suite });',
    times: 2,
  },
  {
    file: RUNNER,
    find: 'const wrapper = (ctx) => fn(...prefix, ctx, suite);',
    put: 'const wrapper = (ctx) => verdictHooks.callback(fn)(...prefix, ctx, suite);',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'test(formatTitle(_name, items, idx), handler ? () => handler(...items) : undefined',
    put: 'test(formatTitle(_name, items, idx), handler ? verdictHooks.callback(() => handler(...items), handler, items) : undefined',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'test(formatTitle(_name, items, idx), handler ? () => handler(i) : undefined',
    put: 'test(formatTitle(_name, items, idx), handler ? verdictHooks.callback(() => handler(i), handler, [i]) : undefined',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'test(formatTitle(_name, items, idx), options, handler ? () => handler(...items) : undefined)',
    put: 'test(formatTitle(_name, items, idx), options, handler ? verdictHooks.callback(() => handler(...items), handler, items) : undefined)',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'test(formatTitle(_name, items, idx), options, handler ? () => handler(i) : undefined)',
    put: 'test(formatTitle(_name, items, idx), options, handler ? verdictHooks.callback(() => handler(i), handler, [i]) : undefined)',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'function validateSuiteHook(fn, hook, suiteError) {',
    put: 'function validateSuiteHook(fn, hook, suiteError) { if (verdictHooks.isForJest()) return;',
    times: 1,
  },
  // Nothing is left of a mock that Jest resets.
  {
    file: SPY,
    find: 'config.mockImplementation = resetToMockImplementation ? mockImplementation : undefined;',
    put: 'config.mockImplementation = verdictHooks.isForJest() ? function() {} : resetToMockImplementation ? mockImplementation : undefined;',
    times: 1,
  },
  // Jest fakes these two by default.
  {
    file: API,
    find: '.filter((timer) => timer !== "nextTick" && timer !== "queueMicrotask");',
    put: '.filter((timer) => verdictHooks.isForJest() || (timer !== "nextTick" && timer !== "queueMicrotask"));',
    times: 1,
  },
  {
    file: API,
    find: 'currentTestName: getTestName(test),',
    put: 'currentTestName: verdictHooks.testName(test, getTestName(test)),',
    times: 1,
  },
  // Calls that mock modules can be chained in Jest.
  {
    file: API,
    find: '_mocker().getMockContext().callstack)) : factory);\n\t\t},\n\t\tunmock(path) {',
    put: '_mocker().getMockContext().callstack)) : factory);\n\t\t\treturn verdictHooks.chained(utils);\n\t\t},\n\t\tunmock(path) {',
    times: 1,
  },
  {
    file: API,
    find: '_mocker().queueUnmock(path, getImporter("unmock"));',
    put: '_mocker().queueUnmock(path, getImporter("unmock"));\n\t\t\treturn verdictHooks.chained(utils);',
    times: 1,
  },
  {
    file: API,
    find: 'const rv = {};\n\t\t\tif (Symbol.dispose)',
    put: 'const rv = verdictHooks.chained(utils) ?? {};\n\t\t\tif (rv !== utils && Symbol.dispose)',
    times: 1,
  },
  // Jest keeps the message of an error in a snapshot.
  {
    file: API,
    find: 'received: getError(received, promise),',
    put: 'received: verdictHooks.kept(getError(received, promise)),',
    times: 2,
  },
  // Titles of cases that are as in Jest.
  {
    file: RUNNER,
    find: 'function formatTitle(template, items, idx) {',
    put: 'function formatTitle(template, items, idx, cases) { const title = verdictHooks.title(template, items, idx, cases); if (title !== undefined) return title;',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'formatTitle(_name, items, idx)',
    put: 'formatTitle(_name, items, idx, cases)',
    times: 8,
  },
  // Give `fails` the name that Jest has.
  {
    file: RUNNER,
    find: 'for (const key of keys) {\n\t\t\tObject.defineProperty(chain, key,',
    put: 'if (keys.includes("fails")) Object.defineProperty(chain, "failing", { get: () => verdictHooks.isForJest() ? create({ ...context, fails: true }) : undefined });\n\t\tfor (const key of keys) {\n\t\t\tObject.defineProperty(chain, key,',
    times: 1,
  },
  // Refuse declarations while tests run, which would be lost.
  {
    file: RUNNER,
    find: 'if (getCurrentTest()) {\n\t\tthrow new Error("Calling the test function inside another test function is not allowed. Please put it inside \\"describe\\" or \\"suite\\" so it can be properly collected.");',
    put: 'if (verdictHooks.isLate()) {\n\t\tthrow verdictHooks.refuse("Test", name);',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'if (getCurrentTest()) {\n\t\t\tthrow new Error("Calling the suite function inside test function is not allowed. It can be only called at the top level or inside another suite function.");',
    put: 'if (verdictHooks.isLate()) {\n\t\t\tthrow verdictHooks.refuse("Suite", name);',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'function addHook(name, ...fn) {',
    put: 'function addHook(name, ...fn) { if (verdictHooks.isLate(name)) {\n\t\tif (verdictHooks.dropsLateHooks()) return;\n\t\tthrow verdictHooks.refuse("", name);\n\t}',
    times: 1,
  },
  // Shuffle in the same order as the interpreter.
  {
    file: RUNNER,
    find: 'for (let tasksGroup of partitionSuiteChildren(suite)) {\n\t\t\t\t\t\t\tif (tasksGroup[0].concurrent === true) {',
    put: 'for (let tasksGroup of suite.shuffle ? [suite.tasks] : partitionSuiteChildren(suite)) {\n\t\t\t\t\t\t\tif (!suite.shuffle && tasksGroup[0].concurrent === true) {',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'const groups = shuffle([suites, tests], sequence.seed);\n\t\t\t\t\t\t\t\t\ttasksGroup = groups.flatMap((group) => shuffle(group, sequence.seed));',
    put: 'tasksGroup = verdictHooks.shuffled(suites, tests, sequence.seed);',
    times: 1,
  },
  // Report the time limit of hooks to the host.
  {
    file: RUNNER,
    find: 'if (timeout <= 0 || timeout === Number.POSITIVE_INFINITY) {\n\t\treturn fn;',
    put: 'verdictHooks.longest(timeout, isHook); if (timeout <= 0 || timeout === Number.POSITIVE_INFINITY) {\n\t\treturn fn;',
    times: 1,
  },
  // Name files in stacks as V8 accepts them; only the first location in the file is read.
  { file: RUNNER, find: '// first line is the error message', put: 'return verdictHooks.placeIn(error, testFilePath);', times: 1 },
  // Skip the records of errors for Vitest's own console.
  {
    file: RUNNER,
    find: "import { processError } from '@vitest/utils/error';",
    put: 'const processError = (error) => verdictHooks.record(error);',
    times: 1,
  },
  {
    file: EXPECT,
    find: "import { processError } from '@vitest/utils/error';",
    put: 'const processError = (error) => verdictHooks.record(error);',
    times: 1,
  },
  {
    file: API,
    find: "import { processError } from '@vitest/utils/error';",
    put: 'const processError = (error) => verdictHooks.record(error);',
    times: 1,
  },
  {
    file: EXPECT,
    find: 'function handleTestError(test, err) {',
    put: 'function handleTestError(test, err) { verdictHooks.soft(test, err);',
    times: 1,
  },
  // Count a promise that settles the other way as a failed assertion, although no matcher ran.
  {
    file: EXPECT,
    find: '_error.cause = err;\n\t\t\t\t\tthrow _error;',
    put: '_error.cause = err;\n\t\t\t\t\tthrow verdictHooks.otherwise(_error);',
    times: 1,
  },
  {
    file: EXPECT,
    find: 'actual: value\n\t\t\t\t\t});\n\t\t\t\t\tthrow _error;',
    put: 'actual: value\n\t\t\t\t\t});\n\t\t\t\t\tthrow verdictHooks.otherwise(_error);',
    times: 1,
  },
  {
    file: EXPECT,
    find: 'err.stack = error.stack.replace(error.message, err.message);\n\t\t\t\t\t}\n\t\t\t\t\tthrow err;',
    put: 'err.stack = error.stack.replace(error.message, err.message);\n\t\t\t\t\t}\n\t\t\t\t\tthrow verdictHooks.settled(this, err);',
    times: 2,
  },
  // Jest compares errors by their messages.
  {
    file: EXPECT,
    find: 'if (typeof URL === "function" && a instanceof URL && b instanceof URL) {',
    put: 'if (verdictHooks.isForJest() && a instanceof Error && b instanceof Error) return a.message === b.message;\n\tif (typeof URL === "function" && a instanceof URL && b instanceof URL) {',
    times: 1,
  },
  {
    file: EXPECT,
    find: 'const equal = equals(thrown, expected, [...customTesters, iterableEquality]);',
    put: 'const equal = verdictHooks.isThrown(thrown, expected, (a, b) => equals(a, b, [...customTesters, iterableEquality]));',
    times: 2,
  },
  // Protect built-in matchers.
  {
    file: EXPECT,
    find: 'Object.entries(matchers).forEach(([expectAssertionName, expectAssertion]) => {',
    put: 'Object.entries(matchers).forEach(([expectAssertionName, expectAssertion]) => { if (verdictHooks.isBuiltIn(expectAssertionName)) return;',
    times: 1,
  },
  // Do not let a value claim to be a matcher.
  { file: EXPECT, find: '$$typeof = Symbol.for("jest.asymmetricMatcher");', put: '$$typeof = verdictHooks.matcher(this);', times: 1 },
  {
    file: EXPECT,
    find: 'return !!obj && typeof obj === "object" && "asymmetricMatch" in obj && isA("Function", obj.asymmetricMatch);',
    put: 'return verdictHooks.isMatcher(obj);',
    times: 1,
  },
  {
    file: EXPECT,
    find: 'if (typeof expected === "object" && "asymmetricMatch" in expected && typeof expected.asymmetricMatch === "function") {',
    put: 'if (verdictHooks.isMatcher(expected)) {',
    times: 1,
  },
  // Read dates through the original built-ins.
  { file: EXPECT, find: 'const numA = +a;', put: 'const numA = verdictSafe.timeOf(a);', times: 1 },
  { file: EXPECT, find: 'const numB = +b;', put: 'const numB = verdictSafe.timeOf(b);', times: 1 },
  // Do not take a value for a DOM node or an iterable because of members added to built-in prototypes.
  {
    file: EXPECT,
    find: 'function isDomNode(obj) {\n\treturn ',
    put: 'function isDomNode(obj) {\n\treturn verdictSafe.foreign(obj, "isEqualNode") && ',
    times: 1,
  },
  {
    file: EXPECT,
    find: 'return !!(object != null && object[IteratorSymbol]);',
    put: 'return !!(object != null && verdictSafe.iteratorOf(object));',
    times: 1,
  },
  // Send no events for the built-in matchers at start-up.
  { file: CHAI, find: 'events.dispatchEvent(', put: 'verdictHooks.tellsPlugins && events.dispatchEvent(', times: 3 },
  // Create `expect(value)` with the original built-ins.
  {
    file: API,
    find: 'const assert = chai.expect(value, message);',
    put: 'const assert = verdictHooks.whole(chai.expect, value, message);',
    times: 1,
  },
  // Give each test context its own `expect`.
  {
    file: API,
    find: 'expect.extend(customMatchers);\n\treturn expect;',
    put: 'expect.extend(customMatchers);\n\treturn verdictHooks.made(expect);',
    times: 1,
  },
  // Give each mock function its own methods.
  {
    file: SPY,
    find: 'if (mockImplementation) {\n\t\tmock.mockImplementation(mockImplementation);\n\t}\n\treturn mock;',
    put: 'if (mockImplementation) {\n\t\tmock.mockImplementation(mockImplementation);\n\t}\n\treturn verdictHooks.spy(mock);',
    times: 1,
  },
  // Jest calls what stands for a constructor, which may be an arrow function.
  {
    file: SPY,
    find: 'returnValue = Reflect.construct(implementation, args, new.target);',
    put: 'returnValue = verdictHooks.construct(implementation, args, new.target);',
    times: 1,
  },
  // Leave the number of frames of an error to the guest, which may also have frozen `Error`.
  { file: RUNNER, find: 'Error.stackTraceLimit = ', put: 'verdictRecords.stackTraceLimit = ', times: 4 },
  { file: HELPERS, find: 'Error.stackTraceLimit = ', put: 'verdictRecords.stackTraceLimit = ', times: 2 },
  { file: HELPERS, find: 'Error.prepareStackTrace = ', put: 'verdictRecords.prepareStackTrace = ', times: 2 },
  // Load fake timers on first use.
  {
    file: API,
    find: 'var fakeTimersSrcExports = requireFakeTimersSrc();',
    put: 'const fakeTimersSrcExports = { withGlobal: (global) => verdictHooks.fakeTimers().withGlobal(global) };',
    times: 1,
  },
  // Load snapshots late: create the state of a file when a test needs it.
  {
    file: API,
    find: 'snapshotState: this.snapshotClient.getSnapshotState(test.file.filepath)',
    put: 'get snapshotState() { return getSnapshotClient().getSnapshotState(test.file.filepath); }',
    times: 1,
  },
  // Skip the harness's three frames between a matcher and its caller.
  { file: API, find: '__INLINE_SNAPSHOT_OFFSET_3__', put: '__INLINE_SNAPSHOT_OFFSET_6__', times: 2 },
  // Print diffs without colours.
  { file: /tinyrainbow\/dist\/index\.js$/, find: 'var b = h();', put: 'var b = f();', times: 1 },
  // Put back what packages keep between files, for a guest that is used again.
  {
    file: SPY,
    find: 'let invocationCallCounter = 1;',
    put: 'let invocationCallCounter = 1; verdictHooks.onRenew(() => { restoreAllMocks(); REGISTERED_MOCKS.clear(); MOCK_RESTORE.clear(); invocationCallCounter = 1; });',
    times: 1,
  },
  {
    file: API,
    find: 'let _config = null;',
    put: 'let _config = null; verdictHooks.onRenew(() => { _timers?.useRealTimers(); _timers = undefined; utils.unstubAllGlobals(); _stubsEnv.clear(); _config = null; });',
    times: 1,
  },
  {
    file: RUNNER,
    find: 'let defaultSuite;',
    put: 'let defaultSuite; verdictHooks.onRenew(() => { runner = defaultSuite = limitMaxConcurrency = limitTestConcurrency = undefined; collectorContext.currentSuite = null; collectorContext.tasks.length = eventsPacks.length = pendingTasksUpdates.length = 0; packs.clear(); });',
    times: 1,
  },
  // Know the classes that code under test reaches only through values.
  {
    file: RUNNER,
    find: 'class PendingError extends Error {',
    put: 'verdictHooks.onRecord(() => [PendingError, TestRunAbortError, FixtureDependencyError, FixtureAccessError, FixtureParseError, AroundHookSetupError, AroundHookTeardownError, AroundHookMultipleCallsError]);\nclass PendingError extends Error {',
    times: 1,
  },
  {
    file: RPC,
    find: 'class MockDate extends RealDate {',
    put: 'verdictHooks.onRecord(() => [MockDate]);\nclass MockDate extends RealDate {',
    times: 1,
  },
  // Know the timers that call code under test.
  {
    file: TIMERS,
    find: 'globalThis[SAFE_TIMERS_SYMBOL] = timers;',
    put: 'globalThis[SAFE_TIMERS_SYMBOL] = Object.assign(timers, verdictHooks.timers);',
    times: 1,
  },
  // Keep Vitest's records where guests cannot reach them.
  { file: EXPECT, find: 'globalThis[', put: 'verdictRecords[', times: 9 },
  { file: EXPECT, find: 'Object.hasOwn(globalThis, ', put: 'Object.hasOwn(verdictRecords, ', times: 1 },
  { file: EXPECT, find: 'Object.defineProperty(globalThis, ', put: 'Object.defineProperty(verdictRecords, ', times: 3 },
  { file: EXPECT, find: 'globalThis.__vitest_worker__', put: 'verdictWorker', times: 1 },
  { file: TIMERS, find: 'globalThis[SAFE_TIMERS_SYMBOL]', put: 'verdictRecords[SAFE_TIMERS_SYMBOL]', times: 3 },
  { file: WORKER, find: 'globalThis[NAME_WORKER_STATE]', put: 'verdictWorker', times: 2 },
  { file: API, find: 'globalThis[', put: 'verdictRecords[', times: 4 },
  {
    file: API,
    find: 'Object.defineProperty(globalThis, GLOBAL_EXPECT,',
    put: 'Object.defineProperty(verdictRecords, GLOBAL_EXPECT,',
    times: 1,
  },
  {
    file: API,
    find: 'typeof __vitest_mocker__ !== "undefined" ? __vitest_mocker__ :',
    put: 'verdictHooks.mocker !== undefined ? verdictHooks.mocker :',
    times: 1,
  },
];

/** Constants to substitute in the packages. */
export const DEFINE = { 'process.env.NODE_ENV': '"test"' };

/**
 * Applies all patches to a file of a package.
 * @param {string} path
 * @param {string} contents
 * Called for each patch.
 */
export function patch(path, contents, done) {
  return PATCHES.filter(({ file }) => file.test(path)).reduce((text, one) => {
    const pieces = text.split(one.find);
    if (pieces.length - 1 !== one.times)
      throw new Error(`${path}: ${JSON.stringify(one.find)} is there ${pieces.length - 1} times, not ${one.times}`);
    done?.(one);
    return pieces.join(one.put);
  }, contents);
}

/** The line of Vitest's public file that exports `vi` and `expect`, and the file that it names. */
export async function apiLine(/** @type {string} */ root) {
  const index = join(root, 'node_modules/vitest/dist/index.js');
  const line = (await readFile(index, 'utf8')).split('\n').find((one) => one.includes(' as createExpect'));
  const from = /from '([^']+)'/.exec(line ?? '')?.[1];
  if (line === undefined || from === undefined) throw new Error('vitest/dist/index.js exports no createExpect');
  return { line, folder: dirname(index), file: join(dirname(index), from) };
}
