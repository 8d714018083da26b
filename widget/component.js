/**
 * The classes alone: importing this module defines no element, so that a page can choose other names.
 * @module
 */

export { VerificationManagerWidget } from './verification-manager-widget.component.js';
export { VerificationWorkerWidget } from './verification-worker-widget.component.js';
export { READY_EVENT } from './find-manager.js';
export { VERSION } from './version.js';
