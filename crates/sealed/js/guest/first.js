/**
 * What Vitest's packages look for when they are evaluated. Nothing else may come before it.
 * @module
 */

import { setSafeTimers } from '@vitest/utils/timers';

import { worker } from './state.js';

/** What stands until a run says otherwise. */
worker.config = { fakeTimers: {}, expect: { poll: {} }, snapshotOptions: { expand: false }, experimental: { importDurations: { limit: 0 } }, sequence: {} };
setSafeTimers();
/** Frames of the harness stand between those of the guest, and are left out of what is told. */
Error.stackTraceLimit = 30;
