import { header, row } from '../lib/table.mjs';

const FILES = 519;
const TURNS = 25;

export const about = `verifyProposal with ${FILES} live files in IndexedDB, after one of them was written: a manager that hears of writes on a bus,
beside one that reads all files each time`;

export async function run({ onPage }) {
  const follows = await onPage('live', 'measureLive', FILES, TURNS, true);
  const reads = await onPage('live', 'measureLive', FILES, TURNS, false);
  header();
  row('the first call', [follows.first], { name: 'without a bus', samples: [reads.first] });
  row('a call after one write', follows.times, { name: 'without a bus', samples: reads.times });
}
