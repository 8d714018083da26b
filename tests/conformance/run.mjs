/**
 * Runs the cases by Vitest and by ours, and prints where they agree and where not. Arguments are files, relative to
 * `cases/`; without, all. `cargo xtask conformance` sets what is needed in the environment.
 */

import { compare } from './lib/compare.mjs';
import { known } from './lib/known.mjs';
import { native, page, sealed } from './lib/verdict.mjs';
import { vitest } from './lib/vitest.mjs';

const only = process.argv.slice(2);
const [theirs, inTerminal, inPage, inSeal] = await Promise.all([
  vitest(only),
  native(only),
  process.env.VERDICT_URL ? page(only) : undefined,
  process.env.VERDICT_URL ? sealed(only) : undefined,
]);

let unexpected = 0;
for (const [host, ours] of Object.entries({ native: inTerminal, chromium: inPage, sealed: inSeal })) {
  if (!ours) continue;
  const reasons = await known(host);
  const { agreed, failures, messages, disagreements } = compare(theirs, ours);
  const unsupported = disagreements.filter(({ key }) => reasons.has(key));
  const wrong = disagreements.filter(({ key }) => !reasons.has(key));
  unexpected += wrong.length;
  console.log(`\n${host}: ${agreed} tests agree with Vitest, ${unsupported.length} differ as known, ${wrong.length} disagree`);
  console.log(`  of ${failures} failures in both, ${messages} have the same message`);
  for (const { key } of unsupported) console.log(`  known      ${key}: ${reasons.get(key)}`);
  for (const { key, theirs, ours } of wrong) console.log(`  disagree   ${key}\n    vitest   ${theirs}\n    verdict  ${ours}`);
}
process.exitCode = unexpected > 0 ? 1 : 0;
