// Writes what Node makes of every case: `node crates/sandbox/tests/cases/expect.mjs` (Node 20).
// A file holds a case a line; the JSON beside it holds what they come to, as `run` in prelude.js says it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('.', import.meta.url);
globalThis.load = (name) => import(name);
(0, eval)(readFileSync(new URL('prelude.js', folder), 'utf8'));

for (const name of readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'prelude.js')) {
  const found = {};
  for (const line of readFileSync(new URL(name, folder), 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('//')) continue;
    if (line in found) throw new Error(`${name}: twice: ${line}`);
    found[line] = await run(line);
  }
  writeFileSync(new URL(name.replace(/js$/, 'json'), folder), `${JSON.stringify(found, null, 1)}\n`);
  console.log(name, Object.keys(found).length);
}
process.exit(0);
