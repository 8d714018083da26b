/**
 * Rows of medians and 95th percentiles, and of the ratio of two medians.
 * @module
 */

const NAME = 50;
const NUMBERS = [5, 10, 10];
const BESIDE = 40;

/** The value below which a share of the samples lies. */
export function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

const median = (samples) => quantile(samples, 0.5);

const ms = (value) => value.toFixed(value < 10 ? 2 : 1);

const numbers = (cells) => cells.map((cell, index) => String(cell).padStart(NUMBERS[index])).join('');

const times = (samples) => numbers([samples.length, ms(median(samples)), ms(quantile(samples, 0.95))]);

/** What the columns are. */
export function header() {
  const titles = numbers(['n', 'median', 'p95']);
  console.log(`  ${''.padEnd(NAME)}${titles}   ${'beside it'.padEnd(BESIDE)}${titles}   ratio`);
}

/**
 * One row.
 *
 * @param {string} name What was measured.
 * @param {number[]} samples Its times in milliseconds.
 * @param {{ name: string, samples: number[] }} [beside] What it is compared with.
 */
export function row(name, samples, beside) {
  let text = `  ${name.padEnd(NAME)}${times(samples)}`;
  if (beside) {
    const ratio = `${(median(samples) / median(beside.samples)).toFixed(2)}×`;
    text += `   ${beside.name.padEnd(BESIDE)}${times(beside.samples)}${ratio.padStart(8)}`;
  }
  console.log(text);
}

/** A count of bytes, as people read it. */
export function bytes(count) {
  if (count < 1024) return `${count} B`;
  return count < 1 << 20 ? `${(count / 1024).toFixed(1)} KiB` : `${(count / (1 << 20)).toFixed(1)} MiB`;
}
