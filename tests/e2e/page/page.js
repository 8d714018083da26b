/** What the end-to-end tests call by `page.evaluate`. */

import { WorkerClient } from './worker-client.js';

window.WorkerClient = WorkerClient;
window.loaded = true;
