/**
 * Puts a manager where pages look for it.
 * @module
 */

import { createModule, createToolsModule } from './di-module.js';

/** @typedef {import('./index.js').VerificationManager} VerificationManager */

/** Dispatched on the target when a manager is registered: who came earlier looks again. */
const READY_EVENT = 'verification-manager-ready';

/**
 * Registers one manager as `app.modules.VerificationManager` and, where the page has a DI container, as
 * its module `VerificationManager`: both give the same manager.
 * @param {any} [target] The page's global object.
 * @param {import('./index.js').ManagerOptions & { manager?: VerificationManager }} [options] `manager` registers one that is there already.
 * @returns {VerificationManager}
 */
export function registerVerificationManager(target = globalThis, { manager, ...options } = {}) {
  const module = createModule(options);
  target.app ??= {};
  target.app.modules ??= {};
  const registered = manager ?? module.factory(servicesOf(target, module.metadata.dependencies));
  target.app.modules.VerificationManager = registered;
  if (typeof target.DIContainer?.register === 'function') {
    target.DIContainer.register({ ...module, factory: () => registered });
  }
  if (typeof target.dispatchEvent === 'function' && typeof Event === 'function') {
    target.dispatchEvent(new Event(READY_EVENT));
  }
  return registered;
}

/**
 * What a page has of the services that a module asks for: in `app.modules`, else in its DI container.
 * @param {any} target
 * @param {readonly string[]} names A trailing `?` marks what may be missing.
 */
export function servicesOf({ app, DIContainer }, names) {
  const found = (/** @type {string} */ name) => app?.modules?.[name] ?? resolved(DIContainer, name);
  return Object.fromEntries(names.map((name) => name.replace(/\?$/, '')).map((name) => [name, found(name)]));
}

/**
 * What a container has ready; one that only promises it has it later, and is not waited for.
 * @param {any} container
 * @param {string} name
 */
function resolved(container, name) {
  try {
    const service = container?.resolve?.(name);
    if (typeof service?.then !== 'function') return service ?? undefined;
    Promise.resolve(service).catch(() => {});
    return undefined;
  } catch {
    return undefined;
  }
}

/**
 * Registers the gate's tools as `app.modules.SentinelTools` (or another `id`) and, where the page has a DI container, as
 * its module of that name. Where the manager was registered before, it is the verifier.
 * @param {any} [target] The page's global object.
 * @param {{ id?: string } & Partial<import('./gate/index.js').ToolOptions>} [options]
 */
export function registerTools(target = globalThis, options = {}) {
  const module = createToolsModule(options);
  target.app ??= {};
  target.app.modules ??= {};
  const { modules } = target.app;
  // Looked up on each call, so that a provider that registers later is found too.
  const VerificationManager = options.manager ?? (() => modules.VerificationManager);
  const tools = module.factory({ ...servicesOf(target, ['VFS', 'StateManager']), VerificationManager });
  modules[module.metadata.id] = tools;
  if (typeof target.DIContainer?.register === 'function') target.DIContainer.register({ ...module, factory: () => tools });
  return tools;
}
