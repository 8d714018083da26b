import { header, row } from '../lib/table.mjs';

const PAGES = 15;
const FURTHER = 2;

export const about = 'a worker from its construction to READY, the first of a page and further ones, which are posted the compiled module';

export async function run({ onPage }) {
  const starts = [];
  for (let index = 0; index < PAGES; index += 1) starts.push(await onPage('starts', 'measureStarts', FURTHER, index % 2 === 1));
  const all = (pick) => starts.flatMap(pick);
  const bare = (pick) => ({ name: 'a bare worker', samples: all(pick) });
  const first = all(({ compile, first: { ours } }) => compile.analysis + ours);

  header();
  row(
    'compile analysis, once a page',
    all(({ compile }) => compile.analysis),
  );
  row(
    'compile sandbox, once a page',
    all(({ compile }) => compile.sandbox),
  );
  row(
    'first worker, compiling its module first',
    first,
    bare(({ first }) => first.bare),
  );
  row(
    'first worker, script to READY',
    all(({ first }) => first.ours),
    bare(({ first }) => first.bare),
  );
  row(
    'further worker, posted module, to READY',
    all(({ further }) => further.ours),
    bare(({ further }) => further.bare),
  );
  row(
    'further worker, posted module, to READY',
    all(({ further }) => further.ours),
    { name: 'our first, compiling', samples: first },
  );
  row(
    'further worker, to its first eval:1+1',
    all(({ asked }) => asked.ours),
    bare(({ asked }) => asked.bare),
  );
}
