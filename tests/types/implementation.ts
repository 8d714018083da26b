/**
 * The declarations beside shipped scripts are written by hand: what the scripts export has to be what is declared.
 */

import type * as declared from '../../crates/manager/js/index.js';
import type * as widgets from '../../widget/index.js';

import { watchCycles } from '../../crates/manager/js/consumers/watch-cycles.js';
import { stateManagerAdapter, vfsAdapter } from '../../crates/manager/js/gate/adapters.js';
import { applyBundle, checkBundle } from '../../crates/manager/js/gate/apply.js';
import { openGate } from '../../crates/manager/js/gate/gate.js';
import { indexedDbJournal, memoryJournal } from '../../crates/manager/js/gate/journals.js';
import { runProfile } from '../../crates/manager/js/gate/profile.js';
import { createSentinelTools, createToolRunner } from '../../crates/manager/js/gate/tools.js';
import { indexedDbStore } from '../../crates/manager/js/store/indexeddb.js';
import { memoryStore } from '../../crates/manager/js/store/memory.js';
import { openStore } from '../../crates/manager/js/store/open.js';
import { opfsStore } from '../../crates/manager/js/store/opfs.js';
import type { ReportStore } from '../../crates/manager/js/store/reports.js';
import { VerificationManager } from '../../crates/manager/js/verification-manager.js';
import type { VerificationManagerWidget } from '../../widget/verification-manager-widget.component.js';
import type { VerificationWorkerWidget } from '../../widget/verification-worker-widget.component.js';

// A class with private members is only ever its own type: its public part is compared.
type Public<T> = { [Key in keyof T]: T[Key] };

export const functions = {
  applyBundle,
  checkBundle,
  createSentinelTools,
  createToolRunner,
  indexedDbJournal,
  indexedDbStore,
  memoryJournal,
  memoryStore,
  openGate,
  openStore,
  opfsStore,
  runProfile,
  stateManagerAdapter,
  vfsAdapter,
  watchCycles,
} satisfies Partial<typeof declared>;

export const manager = (made: VerificationManager): Public<declared.VerificationManager> => made;
export const create: (options?: declared.ManagerOptions) => Promise<VerificationManager> =
  VerificationManager.create.bind(VerificationManager);
export const reports = (made: ReportStore): Public<declared.ReportStore> => made;
export const managerWidget = (made: VerificationManagerWidget): Public<widgets.VerificationManagerWidget> => made;
export const workerWidget = (made: VerificationWorkerWidget): Public<widgets.VerificationWorkerWidget> => made;

/** Widgets take the manager of the package. */
export const shown = (made: declared.VerificationManager): widgets.VerificationManagerWidget['manager'] => made;
