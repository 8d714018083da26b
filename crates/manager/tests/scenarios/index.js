/**
 * What a page sees of a manager, with workers that do what they are told. Each is one test; see page.rs.
 * @module
 */

import { requests } from './requests.js';
import { faults } from './faults.js';
import { life } from './life.js';
import { snapshots } from './snapshots.js';
import { telling } from './telling.js';
import { pool } from './pool.js';
import { registration } from './registration.js';
import { witnesses } from './witnesses.js';
import { automatic } from './automatic.js';

export const scenarios = {
  ...requests,
  ...faults,
  ...life,
  ...snapshots,
  ...telling,
  ...pool,
  ...registration,
  ...witnesses,
  ...automatic,
};
