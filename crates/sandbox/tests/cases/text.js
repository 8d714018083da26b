[new TextEncoder().encoding, [...new TextEncoder().encode('aé€😀\ud800')], [...new TextEncoder().encode()], [...new TextEncoder().encode(5)], Object.prototype.toString.call(new TextEncoder())]
(() => { const u = new Uint8Array(5); const r = new TextEncoder().encodeInto('a€😀', u); return [r, [...u]] })()
(() => { const u = new Uint8Array(10); const r = new TextEncoder().encodeInto('€x', u.subarray(2)); return [r, [...u]] })()
caught(() => new TextEncoder().encodeInto('a', []))
(() => { const d = new TextDecoder(); return [d.encoding, d.fatal, d.ignoreBOM, d.decode(), d.decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x41])), d.decode(new Uint8Array([0x41]).buffer), d.decode(new DataView(new Uint8Array([0x42, 0x43]).buffer, 1))] })()
new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x41])).length
[[0xff], [0xc0, 0x80], [0xe2, 0x82], [0xe2, 0x82, 0x41], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0x41, 0x80, 0x42]].map((b) => new TextDecoder().decode(new Uint8Array(b)))
caught(() => new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff])))
(() => { const d = new TextDecoder(); const out = []; for (const b of [0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80]) out.push(d.decode(new Uint8Array([b]), { stream: true })); out.push(d.decode()); return out })()
(() => { const d = new TextDecoder(); return [d.decode(new Uint8Array([0xe2, 0x82]), { stream: true }), d.decode()] })()
(() => { const d = new TextDecoder('utf-8', { fatal: true }); return [d.decode(new Uint8Array([0xe2]), { stream: true }), caught(() => d.decode())] })()
(() => { const d = new TextDecoder(); return [d.decode(new Uint8Array([0xef, 0xbb]), { stream: true }), d.decode(new Uint8Array([0xbf, 0x41]), { stream: true }), d.decode(new Uint8Array([0xef, 0xbb, 0xbf])).length] })()
['utf8', ' UTF-8 ', 'unicode', 'utf-16le', 'utf-16be', 'latin1', 'ascii', 'iso-8859-1', 'windows-1252'].map((l) => new TextDecoder(l).encoding)
[caught(() => new TextDecoder('nope')), caught(() => new TextDecoder('')), caught(() => new TextDecoder('utf-8', 5))]
[new TextDecoder('utf-16le').decode(new Uint8Array([0x41, 0, 0x3d, 0xd8, 0, 0xde])), new TextDecoder('utf-16le').decode(new Uint8Array([0xff, 0xfe, 0x41, 0])), new TextDecoder('utf-16be').decode(new Uint8Array([0, 0x41]))]
caught(() => new TextDecoder().decode('text'))
[Object.keys(TextEncoder.prototype), Object.keys(TextDecoder.prototype).sort()]
[btoa('hello ÿ'), atob(' aGVsbG8g /w '), atob('ab'), caught(() => btoa('€')), caught(() => atob('a')), caught(() => atob('a===')), caught(() => atob('*')), btoa(5), btoa(null)]
(() => { try { btoa('€') } catch (e) { return [e instanceof DOMException, e.code, e.name] } })()
