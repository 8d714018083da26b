/**
 * CPU time of processes, with those that they started, from /proc.
 * @module
 */

import { readFileSync, readdirSync } from 'node:fs';

/** Ticks of the system's clock in a second: what Linux tells all programs, on every architecture. */
const TICKS = 100;

/** Parent, and ticks of a process itself and of its children that have ended; undefined where it has ended. */
function statOf(pid) {
  let text;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name stands in brackets and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
  return { parent, own: user + system, ended: endedUser + endedSystem };
}

/**
 * Seconds of CPU that a process and all below it have taken so far, those included that have ended: a process that ends is
 * added to its parent's account.
 * @param {number} root
 */
export function treeSeconds(root) {
  const all = new Map();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat) all.set(Number(name), stat);
  }
  let ticks = 0;
  for (const [pid, { own, ended }] of all) {
    let at = pid;
    for (let depth = 0; at !== root && at > 1 && depth < 100; depth += 1) at = all.get(at)?.parent ?? 0;
    if (at === root) ticks += own + ended;
  }
  return ticks / TICKS;
}

/** Seconds of CPU of the children of this process that have ended, with all below them. */
export const endedSeconds = () => (statOf(process.pid)?.ended ?? 0) / TICKS;

/** Milliseconds of CPU that this process has taken so far, on all its threads. */
export function ownMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
