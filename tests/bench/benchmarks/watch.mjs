import { moduleText, project } from '../lib/project.mjs';
import { header, row } from '../lib/table.mjs';
import { Watched } from '../lib/watched.mjs';

/** Modules, each with a test file: the files together are twice as many. */
const MODULES = 500;
/** A module that only its own test imports, and the index. */
const LEAF = 24;
const TURNS = 30;
/** Turns to warm up. */
const FIRST = 5;

export const about = `${2 * MODULES} files: from the write of a leaf to the line of its test, in verdict watch and in vitest --watch, and a run with
nothing changed`;

export async function run() {
  const program = process.env.VERDICT_CLI;
  if (!program) return;
  const files = project(MODULES);
  const leaf = Object.keys(files).find((path) => path.endsWith(`/m${LEAF}.js`));
  const ours = await Watched.start(files, (root) => [program, ['watch', '--root', root]], 'Waiting for changes');
  const theirs = await Watched.vitest(files);
  const [edits, others, again] = [[], [], []];
  try {
    for (let turn = -FIRST; turn < TURNS; turn += 1) {
      const text = moduleText(LEAF, turn + FIRST + 1);
      const one = await ours.edit(leaf, text, `m${LEAF}.test.js`);
      const other = await theirs.edit(leaf, text, `m${LEAF}.test.js`);
      const nothing = await ours.key('r\n', 'PASS');
      if (turn < 0) continue;
      edits.push(one);
      others.push(other);
      again.push(nothing);
    }
  } finally {
    await ours.close();
    await theirs.close();
  }
  header();
  row('verdict watch, an edit of a leaf', edits, { name: 'vitest --watch', samples: others });
  row('verdict watch, nothing changed', again);
}
