/**
 * Defines both widgets.
 * @module
 */

import { register } from './register.js';
import { VerificationManagerWidget, widget as managerWidget } from './verification-manager-widget.js';
import { VerificationWorkerWidget, widget as workerWidget } from './verification-worker-widget.js';

// Both modules define their elements on import. The calls are repeated here, so that a bundler does not drop
// the modules as unused.
register(managerWidget.element, VerificationManagerWidget);
register(workerWidget.element, VerificationWorkerWidget);

export { VerificationManagerWidget, VerificationWorkerWidget, managerWidget, workerWidget };
export { READY_EVENT } from './find-manager.js';
export { VERSION } from './version.js';
