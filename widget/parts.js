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

/** A bar that shows how far something is. @returns {HTMLProgressElement} */
export function progressBar() {
  return h('progress', { class: 'moving', part: 'progress', max: '1' });
}

/**
 * Moves a bar. Its name changes only if the text is new, so that screen readers do not announce each step.
 *
 * @param {HTMLProgressElement} bar
 * @param {number | null} share From 0 to 1; null if unknown.
 * @param {string} name
 */
export function setShare(bar, share, name) {
  if (share === null) bar.removeAttribute('value');
  else if (bar.value !== share || !bar.hasAttribute('value')) bar.value = share;
  if (bar.ariaLabel !== name) bar.ariaLabel = name;
}
