/** How a page finds a manager. @module */

import { createModule } from '../../js/di-module.js';
import { registerVerificationManager } from '../../js/register.js';
import { VerificationManager } from '../../js/verification-manager.js';
import { fakeWorker } from '../fake-worker.js';
import { MODULES, equal, ok, manager, outcome, TIMEOUT, PASS } from './lib.js';

export const registration = {
  async two_managers_know_nothing_of_each_other() {
    const [one, two] = [(await manager()).vm, (await manager()).vm];
    const hanging = outcome(one.runVerification('eval:hang', 80));
    equal(await outcome(two.runVerification('eval:pass')), PASS);
    equal(await hanging, TIMEOUT);
    equal([one.getStats().failed, two.getStats().failed], [1, 0]);
    one.dispose();
    equal(await outcome(two.runVerification('eval:pass')), PASS);
    two.dispose();
  },

  async it_is_found_as_a_global_and_in_a_container() {
    const options = { createWorker: () => fakeWorker(), wasmModule: MODULES };
    const target = new EventTarget();
    let registered;
    let ready = 0;
    target.DIContainer = {
      register: (module) => {
        registered = module;
      },
    };
    target.addEventListener('verification-manager-ready', () => {
      ready += 1;
    });
    const vm = registerVerificationManager(target, options);
    equal(target.app.modules.VerificationManager === vm && registered.factory() === vm && ready === 1, true);
    equal(registered.metadata.id, 'VerificationManager');
    // Both generations of containers; used before init.
    ok(vm.api === vm, 'no api');
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    const told = [];
    const made = createModule(options).factory({ EventBus: { emit: (name) => told.push(name) } });
    equal([await made.init(), told.includes('verification:stats')], [true, true]);
    for (const it of [vm, made]) it.dispose();
  },
};
