import { header, row } from '../lib/table.mjs';

const FILES = 16;
const TURNS = 10;

export const about = `a test: of ${FILES} files on several workers, beside one; the ratio means something where there are cores enough`;

export async function run({ cores, onPage }) {
  const workers = Math.max(2, Math.min(4, cores));
  const { one, several } = await onPage('files', 'measureFiles', FILES, workers, TURNS);
  header();
  row(`${workers} workers, ${cores} cores`, several, { name: 'one worker', samples: one });
}
