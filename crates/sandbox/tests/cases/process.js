new Promise((done) => { const log = []; process.nextTick((a, b) => log.push('tick', a, b), 1, 2); Promise.resolve().then(() => log.push('micro')); setImmediate(() => log.push('immediate')); queueMicrotask(() => log.push('queued')); log.push('sync'); setTimeout(() => done(log), 10) })
new Promise((done) => setTimeout(() => { const log = []; Promise.resolve().then(() => log.push('micro')); process.nextTick(() => { log.push('tick'); process.nextTick(() => log.push('inner')) }); setTimeout(() => done(log), 5) }))
[process.platform, process.version, process.argv.length, typeof process.pid, process.exitCode, process.title, typeof process.uptime(), process.release.name]
[Object.prototype.toString.call(process), typeof process.hrtime.bigint(), process.hrtime().length, process.hrtime([0, 0]).length, caught(() => process.hrtime(1))]
Object.keys(process.memoryUsage())
[caught(() => process.nextTick()), caught(() => process.chdir(5)), process.umask()]
(() => { const log = []; const f = (x) => log.push(x); process.on('custom', f); process.emit('custom', 1); process.off('custom', f); return [log, process.emit('custom', 2), process.listenerCount('custom')] })()
(() => { process.env.SOME = 'x'; const r = [process.env.SOME, 'SOME' in process.env, process.env.NONE]; delete process.env.SOME; return [...r, process.env.SOME] })()
typeof global.process + (global === globalThis)
[process.stdout.isTTY === true, typeof process.stdout.write, process.stdout.fd, process.stderr.fd]
