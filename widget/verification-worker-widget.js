/**
 * Defines `<verification-worker-widget>` and says how a host shows it.
 * @module
 */

import { register } from './register.js';
import { VerificationWorkerWidget } from './verification-worker-widget.component.js';

/** What a host of widgets needs to know. There is no `updateInterval`: the element updates itself by events. */
export const widget = Object.freeze({
  element: 'verification-worker-widget',
  displayName: 'Verification Worker',
  icon: '✓',
  category: 'worker',
});

register(widget.element, VerificationWorkerWidget);

// Hosts that load scripts instead of modules find the registration here.
/** @type {any} */ (window).VerificationWorkerWidget = widget;

export { VerificationWorkerWidget };
