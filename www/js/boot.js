/**
 * Starts the page, and says in words why it could not.
 * @module
 */

/** What must be served for the page to work, and what makes it. */
const NEEDED = [
  ['/verdict/index.js', 'the npm package'],
  ['/verdict/widget/index.js', 'the widgets'],
  ['/seed.json', "the agent's files"],
];

const page = /** @type {any} */ (window);

/** What others find on this page; filled in when the verifier is there. */
page.app = { modules: {}, vfs: null, gate: null, ready: start() };
// The failure is already shown here; other users of `ready` receive it too.
page.app.ready.catch(() => {});

async function start() {
  const panel = /** @type {HTMLElement} */ (document.getElementById('startup'));
  try {
    const { start: run } = await import('./main.js');
    await run(page.app);
    panel.remove();
  } catch (error) {
    show(panel, error, await missing());
    throw error;
  }
}

/** Which of the things needed are not served. */
async function missing() {
  const answers = await Promise.all(
    NEEDED.map(async ([url, what]) => {
      try {
        const response = await fetch(url, { method: 'HEAD' });
        return response.ok ? null : `${url} (${what}): HTTP ${response.status}`;
      } catch {
        return `${url} (${what}): no answer`;
      }
    }),
  );
  return answers.filter((answer) => answer !== null);
}

/**
 * @param {HTMLElement} panel
 * @param {unknown} error
 * @param {string[]} absent
 */
function show(panel, error, absent) {
  const make = (/** @type {string} */ name, /** @type {string} */ text) => {
    const element = document.createElement(name);
    element.textContent = text;
    return element;
  };
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (error ?? {});
  const advice = absent.length
    ? 'Build the page and serve it from one place: run “cargo xtask serve” in the checkout, then open the address that it prints.'
    : 'Reload the page. If that does not help, see whether the browser allows WebAssembly and module workers on this page, ' +
      'and whether an extension blocks them.';
  const list = document.createElement('ul');
  list.append(...absent.map((line) => make('li', line)));
  panel.dataset.state = 'failed';
  panel.setAttribute('role', 'alert');
  panel.replaceChildren(
    make('h2', 'The verifier could not start'),
    make('p', absent.length ? 'This is not served:' : [code, message ?? String(error)].filter(Boolean).join(': ').slice(0, 1000)),
    ...(absent.length ? [list] : []),
    make('p', advice),
  );
}
