import type { ManagerOptions, VerificationManager } from './index.js';

export interface DIModule {
  metadata: { id: 'VerificationManager'; version: string; dependencies: string[]; async: true; type: 'service' };
  /** Synchronous; the container awaits `init()` of what it gives. */
  factory(deps?: { EventBus?: ManagerOptions['eventBus'] }): VerificationManager;
}

export declare const version: string;

/** A module for a DI container. */
export declare function createModule(options?: ManagerOptions): DIModule;

/** The module with default options. */
declare const module: DIModule;
export default module;
