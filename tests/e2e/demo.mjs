/**
 * Drives the demo page in headless Chromium, by its fields and buttons, and prints what happened: a line a step
 * with its time. Exit code 0 only if all went as it should.
 */

import assert from 'node:assert/strict';

import { AgentPage } from './lib/agent-page.mjs';
import { launch, newPage } from './lib/browser.mjs';

let [passed, failed] = [0, 0];

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<[told: string, value?: T]>} act Tells what was seen; throws where that is not right.
 * @returns {Promise<T | undefined>}
 */
async function step(name, act) {
  const start = performance.now();
  const took = () => `${(performance.now() - start).toFixed(0)} ms`.padStart(9);
  try {
    const [told, value] = await act();
    passed += 1;
    console.log(`  ✓ ${took()}  ${name}: ${told}`);
    return value;
  } catch (error) {
    failed += 1;
    console.log(`  ✗ ${took()}  ${name}`);
    console.log(String(error?.message ?? error).replace(/^/gm, '              | '));
    return undefined;
  }
}

/** Which paths differ between two states of the files. */
function changed(before, after) {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => before[path] !== after[path]).sort();
}

/** Does something that must leave every file as it is. */
async function untouched(agent, act) {
  const [files, root] = [await agent.files(), await agent.root()];
  const outcome = await act();
  assert.deepEqual(changed(files, await agent.files()), [], 'files that changed');
  assert.equal(await agent.root(), root, 'root hash of the files');
  return { outcome, root };
}

const short = (root) => root.slice(0, 12);

const browser = await launch();
try {
  await demo();
} finally {
  await browser.close();
}
console.log(`steps: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function demo() {
  let page;
  const agent = await step('the page loads', async () => {
    page = await newPage(browser, '');
    return ['strict policy, no build step', new AgentPage(page)];
  });
  if (!agent) return;
  const ready = await step('the worker is ready', async () => {
    await agent.ready();
    const count = Object.keys(await agent.files()).length;
    assert.ok(count > 10, `only ${count} files`);
    const pong = await page.evaluate(() => window.app.modules.VerificationManager.ping());
    assert.equal(pong.success, true, pong.error);
    return [`${count} files, root ${short(await agent.root())}`, true];
  });
  if (!ready) return;

  await step('a reload in the middle of an apply', async () => {
    const [files, root] = [await agent.files(), await agent.root()];
    await agent.stopAfterFirstWrite('good');
    assert.deepEqual(changed(files, await agent.files()), ['/src/memory.js'], 'files written before the reload');
    await page.reload();
    await agent.ready();
    assert.equal(await agent.root(), root, 'root hash after the reload');
    assert.deepEqual(changed(files, await agent.files()), []);
    const notice = await agent.notice();
    assert.match(notice ?? '', /undone/i);
    await page.click('#gate-notice button');
    assert.equal(await agent.notice(), null, 'a notice that was dismissed');
    return [`1 of 2 files was written, then the page went away. "${notice}"`];
  });

  await step('a good change', async () => {
    const [files, root] = [await agent.files(), await agent.root()];
    const { state, headline } = await agent.apply('good');
    assert.equal(state, 'applied', headline);
    const paths = changed(files, await agent.files());
    assert.deepEqual(paths, ['/src/memory.js', '/tests/forget.test.js']);
    const after = await agent.root();
    assert.notEqual(after, root);
    return [`verified and applied to ${paths.join(' and ')}, root ${short(root)} → ${short(after)}`];
  });
  await step('the changed files', async () => {
    const { state, headline } = await agent.run('test:/tests/forget.test.js');
    assert.equal(state, 'passed', headline);
    assert.match(headline, /3 of 3/);
    return [headline];
  });

  await step('a breaking change', async () => {
    const { outcome, root } = await untouched(agent, () => agent.apply('breaking'));
    assert.equal(outcome.state, 'refused', outcome.headline);
    assert.match(outcome.headline, /\d+ test\(s\) failed/);
    return [`${outcome.headline} Files unchanged to the byte, root ${short(root)}`];
  });

  await step('a change that edits its own tests', async () => {
    const { outcome } = await untouched(agent, () => agent.apply('own-tests'));
    assert.equal(outcome.state, 'refused', outcome.headline);
    assert.match(outcome.text, /gives out copies of its memory fails in its old form/);
    return [outcome.headline];
  });
  await step('a change that wants the network', async () => {
    const { outcome } = await untouched(agent, () => agent.apply('network'));
    assert.equal(outcome.state, 'refused', outcome.headline);
    assert.match(outcome.text, /fetch/);
    return [outcome.headline];
  });

  await step('an infinite loop', async () => {
    const { restarts } = await agent.stats();
    const { outcome } = await untouched(agent, () => agent.apply('loop'));
    assert.equal(outcome.state, 'refused', outcome.headline);
    assert.match(outcome.headline, /timeout|timed out/i);
    assert.equal((await agent.stats()).restarts, restarts + 1, 'restarts');
    return [`${outcome.headline} The worker was replaced`];
  });
  await step('the next request', async () => {
    const { state, text, headline } = await agent.run('eval:1 + 1');
    assert.equal(state, 'passed', headline);
    assert.match(text, /2/);
    return ['answered by the new worker: eval:1 + 1 is 2'];
  });

  await step('a change that does not lint', async () => {
    const { outcome } = await untouched(agent, () => agent.apply('lint'));
    assert.equal(outcome.state, 'refused', outcome.headline);
    assert.match(outcome.headline, /Found \d+ linting issue\(s\)/);
    for (const rule of ['no-console', 'no-debugger', 'no-eval', 'no-var']) {
      assert.ok(
        outcome.entries.some((entry) => entry.includes(rule)),
        `no finding of ${rule}: ${outcome.entries}`,
      );
    }
    return [outcome.headline];
  });
  await step('a change with names that do not exist', async () => {
    const { outcome } = await untouched(agent, () => agent.apply('types'));
    assert.equal(outcome.state, 'refused', outcome.headline);
    assert.match(outcome.headline, /Found \d+ type issue\(s\)/);
    for (const name of ['createNanoEvent', './numbers.js', 'kep']) {
      assert.ok(
        outcome.entries.some((entry) => entry.includes(name)),
        `no finding of ${name}: ${outcome.entries}`,
      );
    }
    return [outcome.headline];
  });

  await step('lint as asked', async () => {
    const { state, headline } = await agent.run('lint:/src/*.js');
    assert.equal(state, 'passed', headline);
    return [`lint:/src/*.js: ${headline}`];
  });
  await step('type-check as asked', async () => {
    const { state, headline } = await agent.run('type-check:/src/*.js');
    assert.equal(state, 'passed', headline);
    return [`type-check:/src/*.js: ${headline}`];
  });
  await step('eval in a sealed realm', async () => {
    const { text } = await agent.run('eval:[].constructor.constructor("return typeof self")()');
    assert.match(text, /undefined/);
    const failing = await agent.run('eval:null.x');
    assert.notEqual(failing.state, 'passed');
    assert.match(failing.headline, /Evaluation error: /);
    return [`typeof self is undefined; null.x is "${failing.headline}"`];
  });

  await step('the record', async () => {
    const { runs, text } = await agent.record('junit');
    assert.ok(runs >= 5, `${runs} reports`);
    assert.match(text, /<testsuites /);
    return [
      `${runs} reports; the latest as JUnit: ${text
        .split('\n')
        .find((line) => line.includes('<testsuites'))
        ?.trim()}`,
    ];
  });

  await step('nothing else', async () => {
    assert.deepEqual(page.problems, []);
    const { totalRuns, passed: good, failed: bad, restarts } = await agent.stats();
    return [`no console or page error; ${totalRuns} runs, ${good} passed, ${bad} failed, ${restarts} restart(s)`];
  });
}
