/**
 * A static server for tests, with the policy that pages of ours are served with.
 * @module
 */

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

export const CSP = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
].join('; ');

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Serves folders on a free port of the loopback interface.
 *
 * @param {Record<string, string>} mounts URL prefixes ending in `/` to folders, longest match first; URLs of
 *   single files to files.
 * @param {string} [policy] The Content-Security-Policy.
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serve(mounts, policy = CSP) {
  const prefixes = Object.keys(mounts).sort((a, b) => b.length - a.length);
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const prefix = prefixes.find((candidate) => path.startsWith(candidate));
    // `normalize` of an absolute path cannot climb above its root.
    const rest = normalize(`/${path.slice(prefix?.length ?? 0)}`);
    const file =
      path === prefix && !prefix.endsWith('/')
        ? mounts[prefix]
        : prefix && join(mounts[prefix], rest.endsWith('/') ? `${rest}index.html` : rest);
    try {
      if (!file) throw new Error('no mount');
      const body = await readFile(file);
      response.writeHead(200, {
        'content-type': TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] ?? 'application/octet-stream',
        'content-security-policy': policy,
        'cache-control': 'no-store',
      });
      response.end(body);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
