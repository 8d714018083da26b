import type { VerificationManagerWidget, VerificationWorkerWidget } from './component.js';

export * from './component.js';

/** What a host of widgets needs to know of one. */
export interface WidgetRegistration {
  readonly element: string;
  readonly displayName: string;
  readonly icon: string;
  readonly category: string;
}

export declare const managerWidget: WidgetRegistration;
export declare const workerWidget: WidgetRegistration;

declare global {
  interface HTMLElementTagNameMap {
    'verification-manager-widget': VerificationManagerWidget;
    'verification-worker-widget': VerificationWorkerWidget;
  }
}
