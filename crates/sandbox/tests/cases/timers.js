(() => { const t = setTimeout(() => {}, 10); const r = [typeof t, t.constructor.name, t.hasRef(), t.unref() === t, t.hasRef(), t.ref().hasRef(), typeof t[Symbol.toPrimitive](), t.refresh() === t, t.close() === t]; return r })()
(() => { const t = setImmediate(() => {}); const r = [typeof t, t.constructor.name, t.hasRef(), t.unref() === t]; clearImmediate(t); return r })()
new Promise((done) => { const log = []; const t = setTimeout(() => log.push('t'), 5); clearTimeout(+t); const u = setTimeout(() => log.push('u'), 5); clearTimeout(String(+u)); const v = setTimeout(() => log.push('v'), 5); clearInterval(v); setTimeout(() => done(log), 20) })
new Promise((done) => { let n = 0; const i = setInterval(() => { if (++n === 3) { clearInterval(i); done(n) } }, 2) })
new Promise((done) => { const log = []; const t = setTimeout(() => log.push('late'), 30); setTimeout(() => t.refresh(), 20); setTimeout(() => log.push('first'), 40); setTimeout(() => done(log), 70) })
new Promise((done) => setTimeout((...args) => done(args), 1, 'a', 2))
new Promise((done) => setImmediate((...args) => done(args), 'a', 2))
['x', null, undefined, {}, 5].map((f) => caught(() => setTimeout(f)))
[caught(() => setInterval()), caught(() => setImmediate('x')), caught(() => queueMicrotask(1))]
[clearTimeout(), clearTimeout(null), clearTimeout({}), clearTimeout('abc'), clearTimeout(-1), clearTimeout(1.5)].length
