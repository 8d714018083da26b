/**
 * Runs the projects by Jest, if it is installed, and compares with `expected.json`; with `VERDICT_UPDATE=1`, records it there.
 * Then runs them by ours in both engines, and prints where they agree with Jest and where not. Ends with 1 if `known.json` lacks
 * a difference, or has one that is gone. `cargo xtask conformance jest` sets what is needed in the environment.
 */

import { compare } from '../lib/compare.mjs';
import { known } from '../lib/known.mjs';
import { expected, record, states } from './lib/expected.mjs';
import { isInstalled, jest } from './lib/jest.mjs';
import { ENGINES, verdict } from './lib/verdict.mjs';

const isUpdate = Boolean(process.env.VERDICT_UPDATE);
let unexpected = 0;

if (isInstalled()) {
  const theirs = states(await jest());
  if (isUpdate) await record(theirs);
  const { agreed, disagreements } = compare(theirs, await expected());
  console.log(`jest: ${agreed} tests are as recorded, ${disagreements.length} are not`);
  for (const { key, theirs, ours } of disagreements) console.log(`  disagree   ${key}\n    jest       ${theirs}\n    recorded   ${ours}`);
  unexpected += disagreements.length;
} else if (isUpdate) {
  throw new Error('Jest is not installed: run `npm ci` in tests/conformance/jest');
} else {
  console.log('jest: not installed, so that its results are those of expected.json');
}

const theirs = await expected();
for (const [host, engine] of Object.entries(ENGINES)) {
  const found = await verdict(engine);
  const reasons = await known(host, new URL('known.json', import.meta.url));
  const { agreed, disagreements } = compare(theirs, states(found));
  const listed = disagreements.filter(({ key }) => reasons.has(key));
  const wrong = disagreements.filter(({ key }) => !reasons.has(key));
  const differing = new Set(disagreements.map(({ key }) => key));
  const gone = [...reasons.keys()].filter((key) => !differing.has(key));
  unexpected += wrong.length + gone.length;
  console.log(`\n${host}: ${agreed} tests agree with Jest, ${listed.length} differ as known, ${wrong.length} disagree`);
  for (const { key } of listed) console.log(`  known      ${key}: ${reasons.get(key)}`);
  for (const key of gone) console.log(`  agrees     ${key}: take it out of known.json`);
  for (const { key, theirs, ours } of wrong) {
    const why = found.find((entry) => `${entry.file} | ${entry.name}` === key)?.message;
    console.log(`  disagree   ${key}\n    jest     ${theirs}\n    verdict  ${ours}${why ? `: ${why}` : ''}`);
  }
}
process.exitCode = unexpected > 0 ? 1 : 0;
