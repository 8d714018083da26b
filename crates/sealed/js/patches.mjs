/**
 * Where the harness sees into Vitest's packages, as texts that are replaced in their published files. They are pinned in
 * package-lock.json; a version in which one is not found as often as it says does not build.
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
const CHAI = /chai\/index\.js$/;
/** The file of Vitest that has `vi`, `expect` and fake timers. */
export const API = /vitest\/dist\/chunks\/test\.[^/]+\.js$/;

/** @type {{ file: RegExp, find: string, put: string, times: number }[]} */
export const PATCHES = [
  // What failed, where it failed: before it is made a plain record.
  { file: RUNNER, find: 'function failTask(result, err, diffOptions) {', put: 'function failTask(result, err, diffOptions) { verdictHooks.failed(result, err, err instanceof PendingError);', times: 1 },
  // A test asks to be skipped, whatever becomes of what is thrown; one that has failed by then stays failed.
  { file: RUNNER, find: 'test.result.pending = true;\n\t\tthrow new PendingError(', put: 'test.result.pending = true; verdictHooks.skipped(test);\n\t\tthrow new PendingError(', times: 1 },
  { file: RUNNER, find: 'if (err instanceof PendingError) {\n\t\tresult.state = "skip";', put: 'if (err instanceof PendingError) {\n\t\tif (result.state !== "fail") result.state = "skip";', times: 1 },
  // An attempt begins, with the hooks around it.
  { file: RUNNER, find: 'let beforeEachCleanups = [];\n\t\t\t// fixtureCheckpoint', put: 'let beforeEachCleanups = []; verdictHooks.attempt(test, retryCount, repeatCount);\n\t\t\t// fixtureCheckpoint', times: 1 },
  // The body of a suite is one of several: what it throws or returns is its own matter.
  { file: RUNNER, find: 'await runWithSuite(collector, () => factory(test));', put: 'await runWithSuite(collector, () => verdictHooks.suiteBody(suite, () => factory(test)));', times: 1 },
  { file: RUNNER, find: 'const error = new Error(message);\n\tif (stackTraceError?.stack) {\n\t\terror.stack = stackTraceError.stack.replace(error.message, stackTraceError.message);\n\t}\n\treturn error;', put: 'const error = new Error(message);\n\tif (stackTraceError?.stack) {\n\t\terror.stack = stackTraceError.stack.replace(error.message, stackTraceError.message);\n\t}\n\treturn verdictHooks.timedOut(error);', times: 1 },
  // What is declared while tests run would be lost.
  { file: RUNNER, find: 'if (getCurrentTest()) {\n\t\tthrow new Error("Calling the test function inside another test function is not allowed. Please put it inside \\"describe\\" or \\"suite\\" so it can be properly collected.");', put: 'if (verdictHooks.isLate()) {\n\t\tthrow verdictHooks.refuse("Test", name);', times: 1 },
  { file: RUNNER, find: 'if (getCurrentTest()) {\n\t\t\tthrow new Error("Calling the suite function inside test function is not allowed. It can be only called at the top level or inside another suite function.");', put: 'if (verdictHooks.isLate()) {\n\t\t\tthrow verdictHooks.refuse("Suite", name);', times: 1 },
  { file: RUNNER, find: 'function addHook(name, ...fn) {', put: 'function addHook(name, ...fn) { if (verdictHooks.isLate(name)) throw verdictHooks.refuse("", name);', times: 1 },
  // A shuffled suite has the order that the other engine makes of the same seed.
  { file: RUNNER, find: 'for (let tasksGroup of partitionSuiteChildren(suite)) {\n\t\t\t\t\t\t\tif (tasksGroup[0].concurrent === true) {', put: 'for (let tasksGroup of suite.shuffle ? [suite.tasks] : partitionSuiteChildren(suite)) {\n\t\t\t\t\t\t\tif (!suite.shuffle && tasksGroup[0].concurrent === true) {', times: 1 },
  { file: RUNNER, find: 'const groups = shuffle([suites, tests], sequence.seed);\n\t\t\t\t\t\t\t\t\ttasksGroup = groups.flatMap((group) => shuffle(group, sequence.seed));', put: 'tasksGroup = verdictHooks.shuffled(suites, tests, sequence.seed);', times: 1 },
  // How long hooks may take is told to the host.
  { file: RUNNER, find: 'if (timeout <= 0 || timeout === Number.POSITIVE_INFINITY) {\n\t\treturn fn;', put: 'verdictHooks.longest(timeout, isHook); if (timeout <= 0 || timeout === Number.POSITIVE_INFINITY) {\n\t\treturn fn;', times: 1 },
  // Files have names in stacks that V8 takes; of a stack nothing but the first place in the file is read.
  { file: RUNNER, find: '// first line is the error message', put: 'return verdictHooks.placeIn(error, testFilePath);', times: 1 },
  // Records of errors are made for the console of Vitest alone.
  { file: RUNNER, find: "import { processError } from '@vitest/utils/error';", put: 'const processError = (error) => verdictHooks.record(error);', times: 1 },
  { file: EXPECT, find: "import { processError } from '@vitest/utils/error';", put: 'const processError = (error) => verdictHooks.record(error);', times: 1 },
  { file: API, find: "import { processError } from '@vitest/utils/error';", put: 'const processError = (error) => verdictHooks.record(error);', times: 1 },
  { file: EXPECT, find: 'function handleTestError(test, err) {', put: 'function handleTestError(test, err) { verdictHooks.soft(test, err);', times: 1 },
  // A promise that settles the other way is a failed assertion, though no matcher ran.
  { file: EXPECT, find: '_error.cause = err;\n\t\t\t\t\tthrow _error;', put: '_error.cause = err;\n\t\t\t\t\tthrow verdictHooks.otherwise(_error);', times: 1 },
  { file: EXPECT, find: 'actual: value\n\t\t\t\t\t});\n\t\t\t\t\tthrow _error;', put: 'actual: value\n\t\t\t\t\t});\n\t\t\t\t\tthrow verdictHooks.otherwise(_error);', times: 1 },
  { file: EXPECT, find: 'err.stack = error.stack.replace(error.message, err.message);\n\t\t\t\t\t}\n\t\t\t\t\tthrow err;', put: 'err.stack = error.stack.replace(error.message, err.message);\n\t\t\t\t\t}\n\t\t\t\t\tthrow verdictHooks.settled(this, err);', times: 2 },
  // Built-in matchers stand.
  { file: EXPECT, find: 'Object.entries(matchers).forEach(([expectAssertionName, expectAssertion]) => {', put: 'Object.entries(matchers).forEach(([expectAssertionName, expectAssertion]) => { if (verdictHooks.isBuiltIn(expectAssertionName)) return;', times: 1 },
  // A value does not say of itself that it is a matcher.
  { file: EXPECT, find: '$$typeof = Symbol.for("jest.asymmetricMatcher");', put: '$$typeof = verdictHooks.matcher(this);', times: 1 },
  { file: EXPECT, find: 'return !!obj && typeof obj === "object" && "asymmetricMatch" in obj && isA("Function", obj.asymmetricMatch);', put: 'return verdictHooks.isMatcher(obj);', times: 1 },
  { file: EXPECT, find: 'if (typeof expected === "object" && "asymmetricMatch" in expected && typeof expected.asymmetricMatch === "function") {', put: 'if (verdictHooks.isMatcher(expected)) {', times: 1 },
  // What a date says of its time is not asked by way of what can be changed.
  { file: EXPECT, find: 'const numA = +a;', put: 'const numA = verdictSafe.timeOf(a);', times: 1 },
  { file: EXPECT, find: 'const numB = +b;', put: 'const numB = verdictSafe.timeOf(b);', times: 1 },
  // Nothing that was put on a built-in prototype makes a value a node of a document, or iterable.
  { file: EXPECT, find: 'function isDomNode(obj) {\n\treturn ', put: 'function isDomNode(obj) {\n\treturn verdictSafe.foreign(obj, "isEqualNode") && ', times: 1 },
  { file: EXPECT, find: 'return !!(object != null && object[IteratorSymbol]);', put: 'return !!(object != null && verdictSafe.iteratorOf(object));', times: 1 },
  // Nobody hears of the matchers that are there from the start.
  { file: CHAI, find: 'events.dispatchEvent(', put: 'verdictHooks.tellsPlugins && events.dispatchEvent(', times: 3 },
  // `expect(value)` is made with the built-ins as they were.
  { file: API, find: 'const assert = chai.expect(value, message);', put: 'const assert = verdictHooks.whole(chai.expect, value, message);', times: 1 },
  // Each context of a test has an `expect`.
  { file: API, find: 'expect.extend(customMatchers);\n\treturn expect;', put: 'expect.extend(customMatchers);\n\treturn verdictHooks.made(expect);', times: 1 },
  // Each mock function has methods of its own.
  { file: SPY, find: 'if (mockImplementation) {\n\t\tmock.mockImplementation(mockImplementation);\n\t}\n\treturn mock;', put: 'if (mockImplementation) {\n\t\tmock.mockImplementation(mockImplementation);\n\t}\n\treturn verdictHooks.spy(mock);', times: 1 },
  // How many frames an error has is the guest's to say, and fixed where it froze `Error`.
  { file: RUNNER, find: 'Error.stackTraceLimit = ', put: 'verdictRecords.stackTraceLimit = ', times: 4 },
  { file: HELPERS, find: 'Error.stackTraceLimit = ', put: 'verdictRecords.stackTraceLimit = ', times: 2 },
  { file: HELPERS, find: 'Error.prepareStackTrace = ', put: 'verdictRecords.prepareStackTrace = ', times: 2 },
  // Fake timers are a part that waits until they are used.
  { file: API, find: 'var fakeTimersSrcExports = requireFakeTimersSrc();', put: 'const fakeTimersSrcExports = { withGlobal: (global) => verdictHooks.fakeTimers().withGlobal(global) };', times: 1 },
  // So are snapshots: the state of a file is made when a test asks for it.
  { file: API, find: 'snapshotState: this.snapshotClient.getSnapshotState(test.file.filepath)', put: 'get snapshotState() { return getSnapshotClient().getSnapshotState(test.file.filepath); }', times: 1 },
  // Between the matcher and who calls it stand two functions of ours.
  { file: API, find: '__INLINE_SNAPSHOT_OFFSET_3__', put: '__INLINE_SNAPSHOT_OFFSET_5__', times: 2 },
  // Nobody looks at the colours of a diff.
  { file: /tinyrainbow\/dist\/index\.js$/, find: 'var b = h();', put: 'var b = f();', times: 1 },
  // Records that Vitest keeps where everybody can reach them.
  { file: EXPECT, find: 'globalThis[', put: 'verdictRecords[', times: 9 },
  { file: EXPECT, find: 'Object.hasOwn(globalThis, ', put: 'Object.hasOwn(verdictRecords, ', times: 1 },
  { file: EXPECT, find: 'Object.defineProperty(globalThis, ', put: 'Object.defineProperty(verdictRecords, ', times: 3 },
  { file: EXPECT, find: 'globalThis.__vitest_worker__', put: 'verdictWorker', times: 1 },
  { file: TIMERS, find: 'globalThis[SAFE_TIMERS_SYMBOL]', put: 'verdictRecords[SAFE_TIMERS_SYMBOL]', times: 3 },
  { file: WORKER, find: 'globalThis[NAME_WORKER_STATE]', put: 'verdictWorker', times: 2 },
  { file: API, find: 'globalThis[', put: 'verdictRecords[', times: 4 },
  { file: API, find: 'Object.defineProperty(globalThis, GLOBAL_EXPECT,', put: 'Object.defineProperty(verdictRecords, GLOBAL_EXPECT,', times: 1 },
  { file: API, find: 'typeof __vitest_mocker__ !== "undefined" ? __vitest_mocker__ :', put: 'verdictHooks.mocker !== undefined ? verdictHooks.mocker :', times: 1 },
];

/** Names that stand for values in the packages. */
export const DEFINE = { 'process.env.NODE_ENV': '"test"' };

/**
 * A file of a package with all that is said of it above.
 * @param {string} path
 * @param {string} contents
 * @param {(patch: (typeof PATCHES)[number]) => void} [done] Is told of each.
 */
export function patch(path, contents, done) {
  return PATCHES.filter(({ file }) => file.test(path)).reduce((text, one) => {
    const pieces = text.split(one.find);
    if (pieces.length - 1 !== one.times) throw new Error(`${path}: ${JSON.stringify(one.find)} is there ${pieces.length - 1} times, not ${one.times}`);
    done?.(one);
    return pieces.join(one.put);
  }, contents);
}

/** The line of Vitest's public file that exports `vi` and `expect`, with the file that it exports them from. */
export async function apiLine(/** @type {string} */ root) {
  const index = join(root, 'node_modules/vitest/dist/index.js');
  const line = (await readFile(index, 'utf8')).split('\n').find((one) => one.includes(' as createExpect'));
  const from = /from '([^']+)'/.exec(line ?? '')?.[1];
  if (line === undefined || from === undefined) throw new Error('vitest/dist/index.js exports no createExpect');
  return { line, folder: dirname(index), file: join(dirname(index), from) };
}
