/**
 * What a page imports.
 *
 * ```js
 * import { VerificationManager } from './dist/index.js';
 * const vm = await VerificationManager.create();
 * await vm.setSnapshot({ '/sum.js': 'export const sum = (a, b) => a + b' });
 * const { success, error } = await vm.runVerification('lint:/sum.js');
 * ```
 * @module
 */

// Imported here so that bundlers load it with the rest; the manager imports it when it starts.
import './core.js';

export { watchCycles } from './consumers/watch-cycles.js';
export { createModule, createToolsModule } from './di-module.js';
export * from './gate/index.js';
export { registerTools, registerVerificationManager } from './register.js';
export * from './store/index.js';
export { VerificationManager, VerificationManager as default } from './verification-manager.js';
