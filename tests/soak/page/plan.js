/**
 * What is asked, and what is done to the worker that it runs on: a pure function of a seed and a number, so that a
 * seed gives the same sequence however fast it is carried out.
 * @module
 */

import { HOSTILE } from './hostile.js';
import { HONEST, VARIANTS } from './project.js';
import { Random } from './random.js';

/** Time of a request that is expected to be answered, in milliseconds: far more than it needs on a busy machine. */
export const PATIENCE_MS = 6_000;

/** Time of one whose worker is killed while it runs: it has to wait all of it. */
const DOOMED_MS = 800;

/** What is done to a worker, by how often. */
const FAULTS = Object.entries({
  kill: 8,
  // What comes next on its worker waits until its time is over, so these two are rare.
  'kill-idle': 1,
  'error-without-id': 1,
  garbage: 12,
  'forged-results': 12,
  'late-result': 6,
  'error-event': 4,
  messageerror: 4,
  'crash-message': 4,
  'needs-snapshot': 2,
  'no-start': 3,
}).flatMap(([kind, often]) => Array(often).fill(kind));

/**
 * @typedef {object} Request
 * @property {string} name With `kind`, what the verdict of the quiet run is found by.
 * @property {'honest' | 'case' | 'hostile'} kind
 * @property {unknown} command
 * @property {unknown[]} [files] Its own; those that are set otherwise.
 * @property {object} [limits]
 * @property {number} [timeout]
 * @property {(string | null)[]} [ends]
 * @property {{ success: boolean, code?: string }} [expect] Of the quiet run too.
 *
 * @typedef {object} Step
 * @property {Request} request
 * @property {number} timeout Milliseconds.
 * @property {boolean} inline Whether the project's files come with the request.
 * @property {number | null} abortAfter Milliseconds; -1 before it is asked.
 * @property {{ kind: string, after: number } | null} fault `after`: milliseconds from the dispatch.
 * @property {{ kind: 'delta' | 'whole' | 'noise', variant: number, noise: number, text: string } | null} snapshot What is set
 *   before.
 * @property {boolean} burst Whether it is asked more often than fits in the queue.
 * @property {boolean} reset Whether all workers are replaced a little later.
 * @property {'interactive' | 'background'} priority
 */

/** Every request there is. @param {Omit<Request, 'kind'>[]} cases Of `tests/hostile/engine/`. @returns {Record<Request['kind'], Request[]>} */
export function catalogue(cases) {
  return {
    honest: HONEST.map((command) => ({ kind: 'honest', name: command, command })),
    case: cases.map((it) => ({ ...it, kind: 'case' })),
    hostile: HOSTILE.map((it) => ({ ...it, kind: 'hostile' })),
  };
}

/** Step `n` of a seed. @param {number} seed @param {number} n @param {ReturnType<typeof catalogue>} all @returns {Step} */
export function plan(seed, n, all) {
  const random = new Random(seed, n);
  const kind = random.pick(
    /** @type {const} */ (['honest', 'honest', 'honest', 'honest', 'honest', 'case', 'case', 'hostile', 'hostile', 'hostile']),
  );
  const request = random.pick(all[kind]);
  const fault = random.chance(0.12) ? { kind: random.pick(FAULTS), after: random.below(60) } : null;
  const timeout = request.timeout ?? (fault?.kind === 'kill' ? DOOMED_MS : PATIENCE_MS);
  return {
    request,
    timeout,
    inline: kind === 'honest' && random.chance(0.2),
    abortAfter: random.chance(0.08) ? random.pick([-1, 0, random.below(50), random.below(400)]) : null,
    fault,
    snapshot: random.chance(0.15)
      ? {
          kind: random.pick(/** @type {const} */ (['delta', 'delta', 'whole', 'noise'])),
          variant: random.below(VARIANTS),
          noise: random.below(20),
          text: String(random.next()),
        }
      : null,
    burst: random.chance(0.003),
    reset: random.chance(0.002),
    priority: random.chance(0.1) ? 'background' : 'interactive',
  };
}
