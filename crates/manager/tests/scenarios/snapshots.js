/** What a worker is sent of the files. @module */

import { equal, ok, manager, outcome, PASS } from './lib.js';

export const snapshots = {
  async snapshots_travel_once_and_then_as_deltas() {
    const { vm } = await manager();
    const first = await vm.setSnapshot({ '/a.js': 'a', '/b.bin': new Uint8Array([255, 0]), '/c.js': 'c' });
    equal([first.success, first.files, first.code], [true, 3, null]);
    const sent = async () => (await vm.runVerification('eval:snapshots')).output;
    equal((await sent()).length, 1);
    equal((await sent()).length, 1, 'what it has is not sent again');
    // Every form gives the same root.
    for (const same of [
      [
        ['c.js', 'c'],
        ['./a.js', 'a'],
        ['/b.bin', new Uint8Array([255, 0])],
      ],
      [
        { path: '/a.js', content: 'a' },
        { path: '/b.bin', content: { base64: '/wA=' } },
        { path: '/c.js', content: 'c' },
      ],
      new Map([
        ['/a.js', 'a'],
        ['/b.bin', new Uint8Array([255, 0]).buffer],
        ['/c.js', 'c'],
      ]),
      Object.assign(Object.create(null), { '/a.js': 'a', '/b.bin': new Uint8Array([255, 0]), '/c.js': 'c' }),
    ])
      equal((await vm.setSnapshot(same)).root, first.root);
    // A change, a copy and a removal.
    const second = await vm.setSnapshot({ base: first.root, entries: { '/a.js': 'A', '/d.js': 'c' }, removed: ['/b.bin'] });
    const [whole, delta] = await sent();
    equal([whole.base, whole.entries.length, whole.root], [null, 3, first.root]);
    equal([delta.base, delta.removed, delta.root], [first.root, ['/b.bin'], second.root]);
    equal(
      delta.entries.map(({ path, content }) => [path, content && String.fromCharCode(...content)]),
      [
        ['/a.js', 'A'],
        ['/d.js', undefined],
      ],
    );
    // A delta says what is removed, or has files for entries; but a file may have that name.
    await vm.setSnapshot({ '/a': '' });
    for (const [given, files] of [
      [{ entries: { '/b': '' } }, 2],
      [{ entries: new Map([['/c', '']]) }, 3],
      [{ entries: [['/d', '']] }, 4],
      [{ entries: [{ path: '/e', content: '' }] }, 5],
      [{ entries: {}, removed: ['/e'] }, 4],
      [{ removed: ['/d'] }, 3],
      [{ entries: 'a text' }, 1],
      [{ entries: new Uint8Array(1), x: '' }, 2],
      [{ entries: { base64: '' } }, 1],
      [{ entries: new ArrayBuffer(1), removed: '' }, 2],
    ])
      equal((await vm.setSnapshot(given)).files, files);
    equal((await vm.setSnapshot({ '/a.js': 'A', '/c.js': 'c', '/d.js': 'c' })).root, second.root);
    // A request with its own files leaves the others alone.
    const own = (await vm.runVerification('eval:payload', { vfsSnapshot: { '/x': '' } })).output;
    ok(own.snapshotRef !== second.root, 'the request had its own files');
    equal((await vm.runVerification('eval:payload')).output.snapshotRef, second.root);
    // A new worker is sent a whole one.
    await outcome(vm.runVerification('eval:silent', 20));
    equal(
      (await sent()).map(({ base }) => base),
      [null],
    );
    vm.dispose();
  },

  async a_worker_that_lacks_a_snapshot_is_sent_a_whole_one() {
    const { vm, seen } = await manager();
    await vm.setSnapshot({ '/a': '1' });
    await vm.runVerification('eval:pass');
    const { root } = await vm.setSnapshot({ '/a': '2' });
    const { success, output } = await vm.runVerification('eval:forget');
    equal([success, output.map((it) => it.base === null), output.at(-1).root], [true, [true, false, true], root]);
    equal(seen('verification-start').length, 2, 'sent again is not started again');
    equal((await outcome(vm.runVerification('eval:never-content')))[2], 'err:integrity');
    // Why it does not take a snapshot reaches the request that needs it, after one more try: of the last one.
    equal(await outcome(vm.runVerification('eval:refuse')), [false, 'the path /x is of no use, 2', 'err:path']);
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    vm.dispose();
  },
};
