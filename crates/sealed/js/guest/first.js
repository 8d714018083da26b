/**
 * Sets up what Vitest's packages read during evaluation. This module must be imported first.
 * @module
 */

import { setSafeTimers } from '@vitest/utils/timers';

import { worker } from './state.js';

/** Defaults until a run provides its own values. */
worker.config = {
  fakeTimers: {},
  expect: { poll: {} },
  snapshotOptions: { expand: false },
  experimental: { importDurations: { limit: 0 } },
  sequence: {},
};
setSafeTimers();
/** Collect more frames: frames of the harness are later removed from stacks. */
Error.stackTraceLimit = 30;
