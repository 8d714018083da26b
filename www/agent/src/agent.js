import { createBus } from './bus.js';
import { createMemory } from './memory.js';
import { ramp } from './palette.js';
import { area, hull } from './territory.js';

const MOVES = { north: [0, 1], east: [1, 0], south: [0, -1], west: [-1, 0] };
const COLORS = ramp('midnightblue', 'gold', 11);

/**
 * An agent that walks to where it has not been.
 *
 * @param {{ bus?: ReturnType<typeof createBus>, capacity?: number }} [options] `capacity`: how many
 *   places it can remember.
 */
export function createAgent({ bus = createBus(), capacity = 256 } = {}) {
  const memory = createMemory(capacity);
  let place = [0, 0];
  let steps = 0;

  const key = ([x, y]) => `${x},${y}`;
  const towards = (direction) => [place[0] + MOVES[direction][0], place[1] + MOVES[direction][1]];

  return {
    bus,

    get place() {
      return [...place];
    },

    /** Notes what there is here: a reading from 0 to 1. */
    observe(reading) {
      if (!(reading >= 0 && reading <= 1)) throw new RangeError(`a reading is from 0 to 1, not ${reading}`);
      memory.remember(key(place), { place: [...place], reading });
      bus.emit('observed', { place: [...place], reading });
    },

    /** The first direction in which it has seen nothing yet; north where it knows all of them. */
    plan() {
      return Object.keys(MOVES).find((direction) => !memory.knows(key(towards(direction)))) ?? 'north';
    },

    /** Goes one step, by its own plan unless it is told. */
    step(direction = this.plan()) {
      if (!Object.hasOwn(MOVES, direction)) throw new TypeError(`no such direction: ${direction}`);
      place = towards(direction);
      steps += 1;
      bus.emit('moved', { direction, place: [...place] });
      return direction;
    },

    /** Asks a sensor what there is at each of the next places. */
    async explore(count, sense) {
      for (let index = 0; index < count; index++) {
        this.observe(await sense([...place]));
        this.step();
      }
      return this.report();
    },

    report() {
      const seen = memory.keys().map((known) => memory.recall(known));
      const mean = seen.reduce((sum, { reading }) => sum + reading, 0) / (seen.length || 1);
      return {
        steps,
        places: seen.length,
        territory: area(hull(seen.map((entry) => entry.place))),
        color: COLORS[Math.round(mean * (COLORS.length - 1))],
      };
    },
  };
}
