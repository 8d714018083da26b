/**
 * VerificationManager and the gate's tools for a DI container: `{ metadata, factory(deps) }`.
 * @module
 */

import { stateManagerAdapter, vfsAdapter } from './gate/adapters.js';
import { createSentinelTools, createToolRunner } from './gate/tools.js';
import { VerificationManager } from './verification-manager.js';

export const version = '0.1.0';

/**
 * A module for a container.
 * @param {import('./index.js').ManagerOptions} [options]
 */
export function createModule(options = {}) {
  return {
    metadata: {
      id: 'VerificationManager',
      version,
      // Containers of this kind mark optional dependencies with a trailing `?`.
      dependencies: ['EventBus?', 'VFS?', 'StateManager?'],
      async: true,
      type: 'service',
    },
    /**
     * Synchronous; the container awaits `init()`. The first use starts the manager too. Until somebody sets a snapshot,
     * each verification has the container's files as they are then.
     * @param {{ EventBus?: import('./index.js').ManagerOptions['eventBus'], VFS?: any, StateManager?: any }} [deps]
     */
    factory(deps = {}) {
      return new VerificationManager({ eventBus: deps?.EventBus, adapter: readable(deps), ...options });
    },
  };
}

/**
 * A module whose service has both faces of the gate: `apply_dogs_bundle(arguments)` and `runTool(name, arguments)`. It
 * takes the files from a `VFS` or a `StateManager`, unless the options name an adapter or a gate.
 * @param {{ id?: string } & Partial<import('./gate/index.js').ToolOptions>} [options]
 */
export function createToolsModule({ id = 'SentinelTools', ...options } = {}) {
  return {
    metadata: {
      id,
      version,
      dependencies: ['VFS?', 'StateManager?', 'VerificationManager?'],
      async: true,
      type: 'service',
    },
    /**
     * @param {{ VFS?: any, StateManager?: any, VerificationManager?: any }} [deps]
     */
    factory(deps = {}) {
      const found = { adapter: adapterOf(deps), manager: deps?.VerificationManager };
      const asked = { ...found, ...options };
      const tools = { ...createSentinelTools(asked), ...createToolRunner(asked), init: async () => true };
      return Object.assign(tools, { api: tools });
    },
  };
}

/** The container's files. If they cannot be read, every verification says so. @param {{ VFS?: any, StateManager?: any } | null} deps */
function readable(deps) {
  try {
    return adapterOf(deps ?? {});
  } catch (error) {
    const fail = () => Promise.reject(error);
    return { list: fail, read: fail };
  }
}

/** @param {{ VFS?: any, StateManager?: any }} deps */
function adapterOf({ VFS, StateManager } = {}) {
  if (VFS) return vfsAdapter(VFS);
  return StateManager ? stateManagerAdapter(StateManager) : undefined;
}

export default createModule();
