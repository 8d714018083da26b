/**
 * Stores and reports. See `index.d.ts` for every shape.
 * @module
 */

export { indexedDbStore } from './indexeddb.js';
export { memoryStore } from './memory.js';
export { openStore } from './open.js';
export { opfsStore } from './opfs.js';
export { ReportStore } from './reports.js';
