/**
 * A body that runs on a page with a manager.
 * @module
 */

import { onNewPage } from './browser.mjs';

/**
 * Takes a page, makes a manager there and runs a body with it: `vm`, and `run(command, options)`, which gives
 * `{ rejected, code, result }` where a request rejects. Nothing may have been wrong on the page.
 *
 * @param {{ browser: import('playwright-core').Browser, url?: string }} where `url`: of a faulty server, if not of the one that is served.
 * @param {string} body Of an async function; what it returns is the result.
 * @param {object} how
 * @param {string} [how.name] The fault of the server; without, the package is taken as it is served.
 * @param {object} how.files The snapshot.
 * @param {string} [how.options] Of the manager, as they stand in its source.
 * @param {object} [how.request] Options of every request.
 * @param {RegExp} [how.expected] Problems that are none.
 * @returns {Promise<any>}
 */
export async function onPage({ browser, url = '' }, body, { name, files, options = 'workers: 1, spare: false', request = {}, expected }) {
  return onNewPage(browser, `${url}e2e/`, { expected }, (page) =>
    page.evaluate(`(async () => {
      const { VerificationManager } = await import('${name ? `/fault/${name}` : '/verdict'}/verification-manager.js');
      const vm = await VerificationManager.create({ ${options} });
      await vm.setSnapshot(${JSON.stringify(files)});
      const run = (command, more) => vm.runVerification(command, { ...${JSON.stringify(request)}, ...more }).catch(({ message, code, result }) => ({ rejected: message, code, result }));
      try { return await (async () => { ${body} })(); } finally { vm.dispose(); }
    })()`),
  );
}
