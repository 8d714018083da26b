/**
 * Defines both widgets.
 * @module
 */

import { register } from './register.js';
import { VerificationManagerWidget, widget as managerWidget } from './verification-manager-widget.js';
import { VerificationWorkerWidget, widget as workerWidget } from './verification-worker-widget.js';

// Both modules have done so. Said again where the package lists a module with effects, it cannot be
// taken by a bundler for something that nobody uses.
register(managerWidget.element, VerificationManagerWidget);
register(workerWidget.element, VerificationWorkerWidget);

export { VerificationManagerWidget, VerificationWorkerWidget, managerWidget, workerWidget };
export { READY_EVENT } from './find-manager.js';
export { VERSION } from './version.js';
