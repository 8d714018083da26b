import { header, row } from '../lib/table.mjs';

const FEWER = 10_000;
const MORE = 40_000;
const TURNS = 10;

/** Each gives no less than the number of pieces. */
const SOURCES = [
  "TEXT.split(',').length",
  'TEXT.split(/,/).length',
  'TEXT.match(/,/g).length',
  '[...TEXT.matchAll(/,/g)].length',
  "TEXT.replace(/,/g, ';').length",
  "TEXT.replaceAll(',', ';').length",
  "TEXT.split(',').map((piece, i) => piece + i * 7919 % 9973).sort().length",
  "TEXT.split(',').map((piece, i) => i * 7919 % 9973).sort((a, b) => a - b).length",
  "JSON.parse(JSON.stringify(TEXT.split(','))).length",
  "TEXT.split(',').join(';').length",
];

export const about = `texts of ${MORE} pieces in the sandbox, beside ${FEWER}: what is linear takes up to 4 times as long, what is quadratic 16 times`;

export async function run({ onPage }) {
  header();
  for (const source of SOURCES) {
    const { less, much } = await onPage('texts', 'measureTexts', source, FEWER, MORE, TURNS);
    row(source, much, { name: `${FEWER} pieces`, samples: less });
  }
}
