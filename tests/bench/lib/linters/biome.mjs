/** Biome's wasm in Node, with the rules that it recommends. */

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** @param {Record<string, string>} files */
export function create(files) {
  const { Workspace } = require('@biomejs/wasm-nodejs');
  const workspace = new Workspace();
  const { projectKey } = workspace.openProject({ path: '/', openUninitialized: true });
  workspace.updateSettings({
    projectKey,
    workspaceDirectory: '/',
    configuration: {
      files: { maxSize: 1 << 24 },
      formatter: { enabled: false },
      assist: { enabled: false },
      linter: { enabled: true, rules: { recommended: true } },
    },
  });
  const entries = Object.entries(files);
  return () => {
    let count = 0;
    for (const [path, content] of entries) {
      workspace.openFile({ projectKey, path, content: { type: 'fromClient', content, version: 0 } });
      const pulled = workspace.pullDiagnostics({ projectKey, path, categories: ['syntax', 'lint'] });
      count += pulled.errors + pulled.warnings + pulled.infos;
      workspace.closeFile({ projectKey, path });
    }
    return count;
  };
}
