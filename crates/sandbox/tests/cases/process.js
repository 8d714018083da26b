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
(() => { const env = process.env; env.N = 1; env.U = undefined; env.O = { a: 1 }; env.L = null; const r = [env.N, env.U, env.O, env.L, Object.keys(env).includes('N'), { ...env }.N]; for (const key of 'NUOL') delete env[key]; return [...r, env.N] })()
['value', 'key', 'accessor', 'read only', 'freeze'].map((what) => { try { ({ value: () => { process.env.S = Symbol('s') }, key: () => { process.env[Symbol('s')] = 1 }, accessor: () => Object.defineProperty(process.env, 'D', { get() {} }), 'read only': () => Object.defineProperty(process.env, 'D', { value: 1 }), freeze: () => Object.freeze(process.env) })[what](); return 'ok' } catch (error) { return [error.name, error.code, error.message] } })
(() => { Object.defineProperty(process.env, 'D', { value: 1, writable: true, enumerable: true, configurable: true }); const copy = structuredClone(process.env); const r = [typeof process.env.D, copy.D, Symbol('x') in process.env, JSON.parse(JSON.stringify(process.env)).D]; delete process.env.D; return r })()
