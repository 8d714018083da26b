/**
 * Pieces that both widgets are made of.
 * @module
 */

import { h, setText } from './text.js';

/** @typedef {'pass' | 'fail' | 'active' | 'plain'} Tone */

/**
 * A list of labelled numbers.
 *
 * @param {{ key: string, label: string, mark?: string, tone?: Tone }[]} stats `mark` stands beside the
 *   label, so that colour is never all that tells one from another.
 * @returns {{ list: HTMLElement, set: (key: string, value: number) => void }}
 */
export function statList(stats) {
  const list = h('dl', { class: 'stats' });
  /** @type {Map<string, { box: HTMLElement, value: HTMLElement }>} */
  const boxes = new Map();
  for (const { key, label, mark, tone = 'plain' } of stats) {
    const value = h('dd', { part: 'stat__value' }, '0');
    const term = h('dt', {}, ...(mark ? [h('span', { 'aria-hidden': 'true' }, `${mark} `)] : []), label);
    const box = h('div', { class: 'stat', part: 'stat', 'data-stat': key, 'data-tone': tone }, term, value);
    list.append(box);
    boxes.set(key, { box, value });
  }
  return {
    list,
    set(key, number) {
      const entry = boxes.get(key);
      if (!entry) return;
      setText(entry.value, number.toLocaleString());
      entry.box.toggleAttribute('data-zero', number === 0);
    },
  };
}

/**
 * A line that says when something last happened.
 *
 * @param {string} label
 * @returns {{ line: HTMLElement, time: HTMLTimeElement }}
 */
export function timeLine(label) {
  const time = h('time');
  return { line: h('div', { class: 'line' }, h('span', { class: 'label' }, label), time), time };
}
