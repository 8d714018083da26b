import type { ManagerOptions, VerificationManager } from './index.js';

/**
 * Registers one manager as `target.app.modules.VerificationManager` and, where `target.DIContainer.register`
 * is a function, as the DI module `VerificationManager`. Then dispatches `verification-manager-ready` on the
 * target. Gives the manager.
 */
export declare function registerVerificationManager(
  target?: object,
  options?: ManagerOptions & { /** One that is there already. */ manager?: VerificationManager },
): VerificationManager;
