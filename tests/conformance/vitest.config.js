import { defineConfig } from 'vitest/config';

/** As ours is by itself: test functions are globals, snapshots are read and not written. */
export default defineConfig({
  root: new URL('cases/', import.meta.url).pathname,
  cacheDir: new URL('node_modules/.cache/', import.meta.url).pathname,
  test: { globals: true, include: ['**/*.test.*'], pool: 'threads', update: false, passWithNoTests: false },
});
