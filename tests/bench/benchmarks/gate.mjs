import { header, row } from '../lib/table.mjs';

const PROGRAMS = [10, 1_000];
const CHANGES = 30;

export const about = 'a change of one file through the gate, beside the same test run on a changed copy and then written';

export async function run({ onPage }) {
  const rows = [];
  for (const files of PROGRAMS) rows.push([files, await onPage('gate', 'measureGate', files, CHANGES)]);
  header();
  for (const [files, { gated, bare }] of rows) row(`${files} files`, gated, { name: 'without a gate', samples: bare });
}
