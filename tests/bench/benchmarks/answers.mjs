import { header, row } from '../lib/table.mjs';

const TURNS = 30;

export const about =
  'a test: of one file in the sealed engine, from the call to the first line of its test and to the result; a spare guest is ready';

export async function run({ onPage }) {
  const fresh = await onPage('answers', 'measureAnswers', TURNS, true);
  const reused = await onPage('answers', 'measureAnswers', TURNS, false);
  header();
  row('to the first test, in a spare guest', fresh.first);
  row('to the result', fresh.answer);
  row('to the first test, isolate: false', reused.first);
  row('to the result', reused.answer);
}
