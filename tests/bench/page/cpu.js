/** Programs on our engine and on QuickJS, in one worker and in turns. */

/** @returns {Promise<Record<string, [number[], number[]]>>} Times of ours and of QuickJS, in milliseconds, by program. */
export async function measureCpu(programs, turns) {
  const worker = new Worker('/bench/cpu-worker.js', { type: 'module' });
  const measured = {};
  for (const name of programs) {
    const source = await (await fetch(`/bench/cpu/${name}.js`)).text();
    const { times, error } = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message || 'the worker does not start'));
      worker.postMessage({ turns, source: source.trim() });
    });
    if (error) throw new Error(`${name}: ${error}`);
    measured[name] = times;
  }
  worker.terminate();
  return measured;
}
