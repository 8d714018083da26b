import type { Tools } from './di-module.js';
import type { ManagerOptions, ToolOptions, VerificationManager } from './index.js';

/**
 * Registers one manager as `target.app.modules.VerificationManager` and, where `target.DIContainer.register`
 * is a function, as the DI module `VerificationManager`. Then dispatches `verification-manager-ready` on the
 * target. Gives the manager.
 */
export declare function registerVerificationManager(
  target?: object,
  options?: ManagerOptions & { /** One that is there already. */ manager?: VerificationManager },
): VerificationManager;

/**
 * Registers the gate's tools as `target.app.modules.SentinelTools`, or another `id`, and as the DI module of that name.
 * Files and manager are those of `target.app.modules` unless the options name others. Gives the tools.
 */
export declare function registerTools(target?: object, options?: { id?: string } & ToolOptions): Tools;
