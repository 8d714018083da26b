import { header, row } from '../lib/table.mjs';

const TRIPS = 300;
const PAUSED = 100;

export const about = 'eval:1+1 on a warm worker through the manager, beside a bare worker that answers a constant';

export async function run({ onPage }) {
  const { trip, paused, hasty, engine } = await onPage('trips', 'measureTrips', TRIPS, PAUSED);
  const bare = (samples) => ({ name: 'a bare worker', samples });
  header();
  row('in turns with the other', trip.ours, bare(trip.bare));
  row('after 10 ms of rest', paused.ours, bare(paused.bare));
  row('one upon another', hasty.ours, bare(hasty.bare));
  row('of the first, in the engine', engine);
}
