import { Judged, told } from '../lib/judged.mjs';
import { header, quantile, row } from '../lib/table.mjs';

const PROGRAMS = [10, 1_000];
const CHANGES = 30;

/** Test files of the project that is changed a file at a time, and how often it is. */
const TESTS = 150;
const TURNS = 7;

/** Source files and test files that one change touches, all of them. */
const TOUCHED = [
  [125, 30],
  [250, 60],
  [500, 125],
  [1_000, 250],
  [2_000, 500],
];
const TOUCHED_TURNS = 3;

export const about = `a change of one file through the gate of a page, beside the same test run on a changed copy and then written; natively, a
change of a file, and one of a file with its test, in a project of ${TESTS} test files, and changes of all files, each beside its verify command alone`;

export async function run({ onPage }) {
  const rows = [];
  for (const files of PROGRAMS) rows.push([files, await onPage('gate', 'measureGate', files, CHANGES)]);
  header();
  for (const [files, { gated, bare }] of rows) row(`${files} files`, gated, { name: 'without a gate', samples: bare });
  const program = process.env.VERDICT_CLI;
  if (!program) return;
  await oneByOne(program);
  await allAtOnce(program);
}

/** One kind of change beside the verify command alone, by the clock and by the CPU of all processes. */
function pair(name, judged, plain) {
  row(
    name,
    judged.map(({ ms }) => ms),
    { name: 'the verify command', samples: plain.map(({ ms }) => ms) },
  );
  const cpu = (samples) =>
    quantile(
      samples.map(({ cpu }) => cpu),
      0.5,
    );
  console.log(
    `    CPU of all processes: ${cpu(judged).toFixed(2)} s beside ${cpu(plain).toFixed(2)} s, ${(cpu(judged) / cpu(plain)).toFixed(2)}×; ${told(judged.at(-1).report)}`,
  );
}

/** Changes of single files; the state before is remembered, or is not. */
async function oneByOne(program) {
  const project = await Judged.create(program, TESTS);
  const kinds = {
    'a file': (turn) => project.apply([turn % TESTS]),
    'a file with its test': (turn) => project.apply([(turn + 50) % TESTS], [(turn + 50) % TESTS]),
    'a file, the state before not remembered': async (turn) => {
      await project.forget();
      return project.apply([(turn + 100) % TESTS]);
    },
  };
  const measured = new Map(Object.keys(kinds).map((kind) => [kind, []]));
  const plain = [];
  try {
    // The first turn is to warm up, and fills what is remembered.
    for (let turn = -1; turn < TURNS; turn += 1) {
      const alone = await project.verify();
      if (turn >= 0) plain.push(alone);
      for (const [kind, apply] of Object.entries(kinds)) {
        const one = await apply(7 * (turn + 1));
        if (turn >= 0) measured.get(kind).push(one);
      }
    }
  } finally {
    await project.remove();
  }
  console.log(`\n  natively, ${TESTS} modules with a test file each`);
  header();
  for (const [kind, samples] of measured) pair(kind, samples, plain);
}

/** Changes of every file, in projects that grow. */
async function allAtOnce(program) {
  console.log('\n  natively, every source file and every test file changed at once, judged and not applied');
  header();
  for (const [modules, tests] of TOUCHED) {
    const project = await Judged.create(program, modules, tests);
    const [plain, judged] = [[], []];
    const all = Array.from({ length: modules }, (_, index) => index);
    try {
      // So that the state before is remembered.
      await project.apply([0]);
      for (let turn = 0; turn < TOUCHED_TURNS; turn += 1) {
        plain.push(await project.verify());
        judged.push(await project.judge(all, all.slice(0, tests)));
      }
    } finally {
      await project.remove();
    }
    pair(`${modules} files and ${tests} tests`, judged, plain);
  }
}
