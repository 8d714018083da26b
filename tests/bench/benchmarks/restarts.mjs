import { header, row } from '../lib/table.mjs';

const RESTARTS = 25;

export const about = 'from the timeout of a request that does not end to the answer to the next';

export async function run({ onPage }) {
  const { spare, none, bare } = await onPage('restarts', 'measureRestarts', RESTARTS);
  header();
  row('with the spare worker', spare, { name: 'without it', samples: none });
  row('with the spare worker', spare, { name: 'a bare worker', samples: bare });
  row('without it', none, { name: 'a bare worker', samples: bare });
}
