/**
 * Puts a manager where pages look for it.
 * @module
 */

import { createModule } from './di-module.js';

/** Dispatched on the target when a manager is registered: who came earlier looks again. */
const READY_EVENT = 'verification-manager-ready';

/**
 * Registers one manager as `app.modules.VerificationManager` and, where the page has a DI container, as
 * its module `VerificationManager`: both give the same manager.
 * @param {any} [target] The page's global object.
 * @param {object} [options] Options of the manager; `manager` to register one that is there already.
 * @returns {import('./verification-manager.js').VerificationManager}
 */
export function registerVerificationManager(target = globalThis, { manager, ...options } = {}) {
  const module = createModule(options);
  const registered = manager ?? module.factory({ EventBus: options.eventBus });
  target.app ??= {};
  target.app.modules ??= {};
  target.app.modules.VerificationManager = registered;
  if (typeof target.DIContainer?.register === 'function') {
    target.DIContainer.register({ ...module, factory: () => registered });
  }
  if (typeof target.dispatchEvent === 'function' && typeof Event === 'function') {
    target.dispatchEvent(new Event(READY_EVENT));
  }
  return registered;
}
