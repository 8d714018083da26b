/**
 * What the page's Content-Security-Policy refuses: the errors of a fetch and of a worker do not say that it was the policy.
 * @module
 */

/** Maximum number of remembered refusals. */
const REMEMBERED = 20;

/** The latest refusals, oldest first. @type {{ directive: string, url: string }[]} */
const refusals = [];
let watching = false;

/** Takes note of refusals from now on. */
export function watchPolicy() {
  if (watching || typeof document === 'undefined') return;
  watching = true;
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition }) => {
    if (disposition === 'report') return;
    refusals.push({ directive: effectiveDirective, url: blockedURI });
    if (refusals.length > REMEMBERED) refusals.shift();
  });
}

/**
 * The directive by which an address was refused, if it was.
 * @param {string} url
 * @param {number} [waitMs] The browser reports a refusal in a task of its own, perhaps after the failure that it causes.
 * @returns {Promise<string | undefined>}
 */
export async function refusedBy(url, waitMs = 20) {
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  const { href } = new URL(url, globalThis.location?.href);
  return refusals.findLast((refusal) => refusal.url === href)?.directive;
}
