/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()) && crypto.randomUUID() !== crypto.randomUUID()
(() => { const a = new Uint8Array(16); return [crypto.getRandomValues(a) === a, a.some((x) => x !== 0), crypto.getRandomValues(new Uint32Array(2)).length] })()
[new Float32Array(1), [], 'x'].map((v) => caught(() => crypto.getRandomValues(v))).map((m) => m.split(' ')[0])
crypto.subtle.digest('SHA-256', new TextEncoder().encode('abc')).then((b) => [b instanceof ArrayBuffer, Buffer.from(b).toString('hex')])
Promise.all(['SHA-1', 'sha-384', { name: 'SHA-512' }].map((n) => crypto.subtle.digest(n, Buffer.from('hello')))).then((all) => all.map((b) => Buffer.from(b).toString('base64')))
crypto.subtle.digest('MD5', new Uint8Array()).catch((e) => [e.name, e instanceof DOMException])
[Object.prototype.toString.call(crypto), Object.prototype.toString.call(crypto.subtle), caught(() => new Crypto())]
