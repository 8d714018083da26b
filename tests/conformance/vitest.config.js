import { defineConfig } from 'vitest/config';

/**
 * As ours is by itself: test functions are globals, snapshots are read and not written, and `.only` is taken wherever it
 * runs. Vitest's own default for that depends on the variable `CI`.
 */
export default defineConfig({
  root: new URL('cases/', import.meta.url).pathname,
  cacheDir: new URL('node_modules/.cache/', import.meta.url).pathname,
  test: { globals: true, include: ['**/*.test.*'], pool: 'threads', update: false, allowOnly: true, passWithNoTests: false },
});
