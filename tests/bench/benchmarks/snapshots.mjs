import { bytes, header, row } from '../lib/table.mjs';

/** Files, and how often all of them are sent. */
const SIZES = [
  [10, 60],
  [1_000, 40],
  [10_000, 12],
  [100_000, 4],
];
/** Changes of one file for each time that all are sent. */
const CHANGES = 5;

export const about = 'one file changed, then eval:1+1 on it; beside it, the whole object posted to a bare worker, which answers';

export async function run({ onPage }) {
  const found = [];
  for (const [files, turns] of SIZES) found.push({ files, ...(await onPage('snapshots', 'measureSnapshots', files, turns, CHANGES)) });
  header();
  for (const { files, delta, whole, bare } of found) {
    const peer = { name: 'postMessage of the whole object', samples: bare.times };
    row(`${files} files: setSnapshot(delta)`, delta.times, peer);
    row(`${files} files: setSnapshot(whole object)`, whole.times, peer);
  }
  console.log('\n  bytes that the page posts to its worker for it, request included');
  for (const { files, delta, whole, bare } of found) {
    console.log(
      `  ${`${files} files`.padEnd(16)}delta ${bytes(delta.bytes).padStart(10)}   whole object ${bytes(whole.bytes).padStart(10)}   bare ${bytes(bare.bytes).padStart(10)}`,
    );
  }
}
