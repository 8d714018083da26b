/**
 * The page: an agent's files, a change to them, and the verifier between the two.
 * @module
 */

import { ReportStore, VerificationManager, indexedDbJournal, openGate, openStore } from '/verdict/index.js';
import '/verdict/widget/index.js';
import { Change } from './change.js';
import { Console } from './console.js';
import { Disk } from './disk.js';
import { find, short } from './dom.js';
import { Files } from './files.js';
import { GateNotice } from './gate-notice.js';
import { Record } from './record.js';
import { Vfs } from './vfs.js';

/** Name of the page's databases. */
const NAME = 'verdict-scout';

/**
 * @param {{ modules: { [name: string]: unknown }, vfs: Vfs | null, gate: unknown }} app What the page offers to others.
 */
export async function start(app) {
  const seed = await load('/seed.json');
  const vfs = await wake(seed);
  const manager = await VerificationManager.create({});
  const store = await openStore(NAME);
  // Before anything reads the files, undo a change that was interrupted when the page closed.
  const gate = await openGate({ adapter: adapterOf(vfs), manager, journal: indexedDbJournal(NAME), store, name: NAME });
  app.vfs = vfs;
  app.gate = gate;
  app.modules.VerificationManager = manager;
  window.dispatchEvent(new Event('verification-manager-ready'));

  const files = new Files(vfs, seed);
  const notice = new GateNotice(gate);
  const record = new Record(new ReportStore(store));
  const onJudged = (/** @type {string | null} */ path) => {
    if (path !== null) files.choose(path);
    notice.check();
    void record.refresh();
  };
  new Change({ vfs, gate, manager, onJudged });
  new Console({ vfs, gate, manager, onJudged });
  find('#reset', HTMLButtonElement).addEventListener('click', () => void vfs.become(seed));

  vfs.addEventListener('change', () => showRoot(vfs));
  await showRoot(vfs);
  await record.refresh();
  await manager.init();
  // Creating a manager does not fail: its calls report problems.
  const { success, code, error } = await manager.ping();
  if (!success) throw Object.assign(new Error(error ?? 'no worker answers'), { code });
}

/**
 * The files as the page left them, or those of the start. A browser that keeps nothing has them as long as the page.
 *
 * @param {[string, string][]} seed
 */
async function wake(seed) {
  let disk;
  try {
    disk = await Disk.open(NAME);
  } catch (error) {
    console.warn(`These files last as long as this page: ${error}`);
    return new Vfs(seed);
  }
  const kept = await disk.entries();
  if (kept.length > 0) return new Vfs(kept, disk);
  await disk.replace(seed);
  return new Vfs(seed, disk);
}

/** The live files, as the gate wants them. @param {Vfs} vfs */
function adapterOf(vfs) {
  return {
    list: () => vfs.list(),
    read: (/** @type {string} */ path) => vfs.read(path),
    write: (/** @type {string} */ path, /** @type {string} */ text) => vfs.write(path, text),
    remove: (/** @type {string} */ path) => vfs.remove(path),
  };
}

/** Shows the latest root: an older one that is computed longer must not overwrite it. */
let shown = 0;

/** @param {Vfs} vfs */
async function showRoot(vfs) {
  const turn = ++shown;
  // Changes of one turn are shown together.
  await Promise.resolve();
  if (turn !== shown) return;
  const root = await vfs.root();
  if (turn !== shown) return;
  const element = find('#root', HTMLElement);
  element.textContent = short(root);
  element.title = root;
  find('#file-count', HTMLElement).textContent = String(vfs.list().length);
}

/** @param {string} url @returns {Promise<[string, string][]>} */
async function load(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return response.json();
}
