'use strict';
// node:os, of no machine in particular.
(function ({ primordials, native }) {
  const give = (value) => () => value;
  const exports = {
    EOL: '\n',
    devNull: '/dev/null',
    arch: give('x64'),
    platform: give('linux'),
    type: give('Linux'),
    release: give('6.0.0'),
    version: give('#1'),
    machine: give('x86_64'),
    endianness: give('LE'),
    hostname: give('sandbox'),
    homedir: give('/root'),
    tmpdir: give('/tmp'),
    uptime: () => native.now() / 1000,
    loadavg: () => [0, 0, 0],
    totalmem: give(2147483648),
    freemem: give(1073741824),
    availableParallelism: give(1),
    cpus: () => [{ model: 'virtual', speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }],
    networkInterfaces: () => ({}),
    userInfo: () => ({ uid: 1000, gid: 1000, username: 'user', homedir: '/root', shell: '/bin/sh' }),
    getPriority: give(0),
    setPriority() {},
    constants: { signals: { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }, errno: { ENOENT: 2, EACCES: 13, EEXIST: 17 } },
  };
  return { ...exports, default: exports };
});
