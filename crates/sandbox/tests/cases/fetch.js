// Headers
(() => { const h = new Headers({ 'Content-Type': 'text/plain', 'X-A': ' 1 ' }); h.append('x-a', '2'); h.set('b', 3); return [[...h], h.get('X-a'), h.get('none'), h.has('B'), [...h.keys()], [...h.values()]] })()
(() => { const h = new Headers([['Set-Cookie', 'a=1'], ['set-cookie', 'b=2'], ['x', 'y']]); h.delete('X'); return [h.getSetCookie(), h.get('set-cookie'), [...h].length, [...new Headers(h)].length] })()
[caught(() => new Headers({ 'a b': 'x' })).split(':')[0], caught(() => new Headers({ a: 'x\ny' })).split(':')[0], caught(() => new Headers([['a']])).split(':')[0], caught(() => new Headers(5)).split(':')[0], caught(() => new Headers().append('x')).split(':')[0]]
(() => { const h = new Headers({ b: '2', a: '1' }), seen = []; h.forEach((v, k) => seen.push([k, v])); return [seen, Object.prototype.toString.call(h)] })()
// Response
(async () => { const r = new Response('{"a":1}', { status: 201, statusText: 'Made', headers: { x: 'y' } }); const c = r.clone(); return [r.status, r.ok, r.statusText, r.headers.get('x'), r.headers.get('content-type'), await r.json(), r.bodyUsed, await c.text(), r.type, r.url, r.redirected] })()
(async () => { const r = Response.json({ b: [1] }, { status: 400 }); return [r.status, r.ok, r.headers.get('content-type'), await r.json()] })()
(async () => { const r = new Response(new Uint8Array([104, 105])); const t = await r.text(); return [t, await r.text().catch((e) => e.name), new Response().body, await new Response().text(), new Response(null, { status: 204 }).status] })()
[caught(() => new Response('', { status: 199 })), caught(() => new Response('x', { status: 204 })).split(' ')[0], Response.error().type, Response.redirect('http://a/b').status, Response.redirect('http://a/b').headers.get('location'), caught(() => Response.redirect('http://a', 200)).split(' ')[0]]
(async () => [new Response(new URLSearchParams('a=1')).headers.get('content-type'), new Response(new Blob(['x'], { type: 'image/png' })).headers.get('content-type'), (await new Response('héllo').arrayBuffer()).byteLength, (await new Response('x').blob()).size, (await new Response('a=1&b=2', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }).formData()).get('b')])()
// Request
(async () => { const r = new Request('http://a/b?c#d', { method: 'post', body: 'hi', headers: { q: 'w' } }); const c = r.clone(); return [r.url, r.method, await r.text(), r.headers.get('q'), r.headers.get('content-type'), r.signal.aborted, await c.text(), r.mode, r.credentials, r.cache, r.redirect] })()
[caught(() => new Request('nope')).split(':')[0], caught(() => new Request('http://a', { body: 'x' })).split(':')[0], caught(() => new Request('http://a', { method: 'a b' })).split(':')[0], caught(() => new Request('http://u:p@a')).split(':')[0], new Request(new URL('http://a/x')).url, new Request(new Request('http://a', { method: 'PUT' })).method, new Request('http://a', { method: 'patch' }).method]
// Blob, File, FormData
(async () => { const b = new Blob(['ab', new Uint8Array([99]), new Blob(['d'])], { type: 'Text/Plain' }); return [b.size, b.type, await b.text(), await b.slice(1, 3).text(), b.slice(0, 1, 'x/y').type, (await b.arrayBuffer()).byteLength, Object.prototype.toString.call(b), new Blob().size, await b.slice(-2).text()] })()
[caught(() => new Blob('x')).split(':')[0], new Blob(['a\r\nb'], { endings: 'native' }).size, new Blob([], { type: '\u0001' }).type]
(async () => { const { File } = await load('buffer').then((b) => b.File ? b : globalThis); const f = new File(['abc'], 'n.txt', { type: 'text/plain', lastModified: 5 }); return [f.name, f.size, f.type, f.lastModified, f instanceof Blob, await f.text()] })()
(() => { const f = new FormData(); f.append('a', 1); f.append('a', 'x'); f.append('b', new Blob(['z']), 'z.txt'); f.set('a', 'only'); const before = [...f.keys()]; f.delete('b'); return [before, f.get('a'), f.getAll('a'), f.has('b'), f.get('none'), [...f.entries()], Object.prototype.toString.call(f)] })()
(() => { const f = new FormData(); f.append('b', new Blob(['z'], { type: 't/x' }), 'z.txt'); const v = f.get('b'); return [v.name, v.type, v.size, v.constructor.name] })()
// Messages
new Promise((done) => { const { port1, port2 } = new MessageChannel(); const data = { a: [1] }; port2.onmessage = (e) => { port1.close(); done([e.data, e.data !== data, e.type, e.target === port2]) }; port1.postMessage(data) })
new Promise((done) => { const { port1, port2 } = new MessageChannel(), log = []; port1.postMessage(1); port1.postMessage(2); log.push('sync'); port2.addEventListener('message', (e) => { log.push(e.data); if (log.length === 3) { port1.close(); done(log) } }); port2.start() })
[new MessageEvent('m', { data: 5 }).data, new MessageEvent('m').data, caught(() => new MessagePort()).split(':')[0]]
// structuredClone
(() => { const b = new ArrayBuffer(4); const c = structuredClone(b, { transfer: [b] }); return [c.byteLength, b.byteLength, c instanceof ArrayBuffer] })()
[() => {}, function named(a) { return a }, Symbol('s'), Promise.resolve(), new WeakMap()].map((v) => caught(() => structuredClone(v)))
[caught(() => structuredClone(1, { transfer: [5] })), structuredClone(undefined) === undefined]
