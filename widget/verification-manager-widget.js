/**
 * Defines `<verification-manager-widget>` and says how a host shows it.
 * @module
 */

import { register } from './register.js';
import { VerificationManagerWidget } from './verification-manager-widget.component.js';

/** What a host of widgets needs to know. There is no `updateInterval`: the element updates itself by events. */
export const widget = Object.freeze({
  element: 'verification-manager-widget',
  displayName: 'Verification Manager',
  icon: '✓',
  category: 'rsi',
});

register(widget.element, VerificationManagerWidget);

// Hosts that load scripts instead of modules find the registration here.
/** @type {any} */ (window).VerificationManagerWidget = widget;

export { VerificationManagerWidget };
