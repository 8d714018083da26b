import type { HistoryEntry, Stats as ManagerStats } from '../index.js';

/** What a host shows of a widget. */
export interface Status {
  state: 'idle' | 'active' | 'warning' | 'error' | 'disabled';
  primaryMetric: string;
  secondaryMetric: string;
  /** Milliseconds since 1970. */
  lastActivity: number | null;
  message: string | null;
}

/** What a host can do with a widget. */
export interface Control {
  id: string;
  label: string;
  action(): { success: boolean; message: string };
}

/** Those of a manager's numbers that the widgets use. */
export type Stats = Pick<
  ManagerStats,
  'active' | 'queued' | 'completed' | 'passed' | 'failed' | 'totalRuns' | 'passRate' | 'lastVerificationTime' | 'restarts' | 'workers'
>;

/** A verification as a manager's history has it. Managers of other makes may know less of it. */
export type HistoryItem = Pick<HistoryEntry, 'id' | 'command' | 'success'> & {
  readonly [Key in 'sessionId' | 'error' | 'types' | 'startedAt' | 'durationMs']?: HistoryEntry[Key];
} & {
  /** A stable `err:*` code. */
  readonly code?: string | null;
};

/** The part of a VerificationManager that the widgets use. */
export interface Manager {
  getStats(): Partial<Stats>;
  /** Newest first. */
  getHistory?(): readonly HistoryItem[];
  clearHistory?(): void;
  /** A widget shows a manager without events only after `refresh()`. */
  addEventListener?: EventTarget['addEventListener'];
  removeEventListener?: EventTarget['removeEventListener'];
}

/** The events of the manager again, from the element: bubbling, composed, the detail a frozen copy. */
export interface VerificationWidgetEventMap extends HTMLElementEventMap {
  'verification-start': CustomEvent<Readonly<Record<string, unknown>> | null>;
  'verification-progress': CustomEvent<Readonly<Record<string, unknown>> | null>;
  'verification-complete': CustomEvent<Readonly<Record<string, unknown>> | null>;
  'worker-restart': CustomEvent<Readonly<Record<string, unknown>> | null>;
}

declare class VerificationWidget extends HTMLElement {
  /** Version of the package. */
  static readonly version: string;
  /**
   * The manager shown. Unless one is set it is `window.app.modules.VerificationManager`, else what
   * `window.DIContainer` resolves.
   */
  get manager(): Manager | null;
  set manager(value: Manager | { api: Manager } | null);
  /** Neither announces nor dispatches events: for a second view of a manager. */
  quiet: boolean;
  /** The numbers shown, read afresh. */
  get stats(): Readonly<Stats>;
  getStatus(): Status;
  getControls(): Control[];
  /** Shows the widget, live, in a container of the host; the container's earlier content goes. */
  renderPanel(container: Element): VerificationWidget;
  /** Calls back after every change while connected, at most once a frame; the result unsubscribes. */
  onUpdate(callback: (status: Status) => void): () => void;
  /** Reads the manager again in the next frame. Only needed for a manager without events. */
  refresh(): void;

  addEventListener<K extends keyof VerificationWidgetEventMap>(
    type: K,
    listener: (this: this, event: VerificationWidgetEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

export declare class VerificationManagerWidget extends VerificationWidget {
  /** Rows of history shown, 0 to 500; 20 by default. Attribute `max-rows`. */
  maxRows: number;
}

export declare class VerificationWorkerWidget extends VerificationWidget {}

/** Dispatched on `window` when a manager is registered: the widgets look for it again. */
export declare const READY_EVENT: 'verification-manager-ready';
export declare const VERSION: string;
