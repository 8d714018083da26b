import { defineConfig } from 'vitest/config';

/** Tests of types as ours are by themselves, with the configuration that both read. */
export default defineConfig({
  root: new URL('cases/', import.meta.url).pathname,
  cacheDir: new URL('../node_modules/.cache/', import.meta.url).pathname,
  test: { globals: true, pool: 'threads', allowOnly: true, typecheck: { enabled: true, tsconfig: './tsconfig.json' } },
});
