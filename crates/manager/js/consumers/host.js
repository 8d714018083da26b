/**
 * What of a manager its callers' shapes are made from.
 * @module
 */

/**
 * @typedef {object} Host
 * @property {import('./files.js').SnapshotFiles} files
 * @property {import('./capabilities.js').Capabilities} capabilities
 * @property {import('../index.js').GateSource} source
 * @property {(command: string, options: any) => Promise<any>} run `runVerification`.
 * @property {() => Promise<void>} ready Starts the manager, reads live files and waits until the snapshot is known. Rejects
 *   where live files cannot be read.
 * @property {(name: string, detail: unknown) => void} tell Emits on the bus.
 */

export {};
