import type { ManagerOptions, SentinelTools, StateManager, ToolOptions, ToolRunner, VerificationManager, Vfs } from './index.js';

export interface DIModule {
  metadata: { id: 'VerificationManager'; version: string; dependencies: string[]; async: true; type: 'service' };
  /** Synchronous; the container awaits `init()` of what it gives. */
  factory(deps?: { EventBus?: ManagerOptions['eventBus']; VFS?: Vfs; StateManager?: StateManager }): VerificationManager;
}

export declare const version: string;

/** A module for a DI container. */
export declare function createModule(options?: ManagerOptions): DIModule;

/** Both faces of the gate's tools. */
export type Tools = Omit<SentinelTools, 'api'> & Omit<ToolRunner, 'api'> & { init(): Promise<true>; readonly api: Tools };

/**
 * A module whose service has both faces of the gate. It takes the files from `VFS` or `StateManager`, unless the options
 * name an adapter or a gate.
 */
export declare function createToolsModule(options?: { /** `SentinelTools` by default. */ id?: string } & ToolOptions): {
  metadata: { id: string; version: string; dependencies: string[]; async: true; type: 'service' };
  factory(deps?: { VFS?: Vfs; StateManager?: StateManager; VerificationManager?: ToolOptions['manager'] }): Tools;
};

/** The module with default options. */
declare const module: DIModule;
export default module;
