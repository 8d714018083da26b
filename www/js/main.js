/**
 * The page: an agent's files, a change to them, and the verifier between the two.
 * @module
 */

import { VerificationManager, applyBundle } from '/verdict/index.js';
import '/verdict/widget/index.js';
import { Change } from './change.js';
import { Console } from './console.js';
import { find, short } from './dom.js';
import { Files } from './files.js';
import { Vfs } from './vfs.js';

/**
 * @param {{ modules: Record<string, unknown>, vfs: Vfs | null }} app What the page offers to others.
 */
export async function start(app) {
  const seed = await load('/seed.json');
  const vfs = new Vfs(seed);
  const manager = await VerificationManager.create({});
  app.vfs = vfs;
  app.modules.VerificationManager = manager;
  window.dispatchEvent(new Event('verification-manager-ready'));

  const files = new Files(vfs, seed);
  new Change({ vfs, manager, applyBundle, onApplied: (path) => files.choose(path) });
  new Console({ vfs, manager });
  find('#reset', HTMLButtonElement).addEventListener('click', () => vfs.become(seed));

  vfs.addEventListener('change', () => showRoot(vfs));
  await showRoot(vfs);
  await manager.init();
  // A manager never fails by itself: what hinders it is told by what is asked of it.
  const { success, code, error } = await manager.ping();
  if (!success) throw Object.assign(new Error(error ?? 'no worker answers'), { code });
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
