/**
 * The gate. See `index.d.ts` for every shape.
 * @module
 */

export { stateManagerAdapter, vfsAdapter } from './adapters.js';
export { applyBundle, checkBundle } from './apply.js';
export { Gate, openGate } from './gate.js';
export { indexedDbJournal, memoryJournal } from './journals.js';
export { runProfile } from './profile.js';
export { createSentinelTools, createToolRunner } from './tools.js';
