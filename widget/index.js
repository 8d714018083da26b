/**
 * Defines both widgets.
 * @module
 */

export { VerificationManagerWidget, widget as managerWidget } from './verification-manager-widget.js';
export { VerificationWorkerWidget, widget as workerWidget } from './verification-worker-widget.js';
export { VERSION } from './version.js';
export { READY_EVENT } from './find-manager.js';
