/**
 * VerificationManager for a DI container: `{ metadata, factory(deps) }`.
 * @module
 */

import { VerificationManager } from './verification-manager.js';

export const version = '0.1.0';

/**
 * A module for a container.
 * @param {object} [options] Options of the manager.
 */
export function createModule(options = {}) {
  return {
    metadata: {
      id: 'VerificationManager',
      version,
      // A trailing `?` is how containers of this kind mark what may be missing.
      dependencies: ['EventBus?'],
      async: true,
      type: 'service',
    },
    /**
     * Synchronous; the container awaits `init()`. A manager that is used before that starts by itself.
     * @param {{ EventBus?: object }} [deps]
     */
    factory(deps = {}) {
      return new VerificationManager({ eventBus: deps?.EventBus, ...options });
    },
  };
}

export default createModule();
