// URL
new URL('https://user:pa%20ss@Example.COM:8080/a/../b/./c?q=1&r=%20#frag').href
(() => { const u = new URL('https://user:pass@host:8080/p?q#h'); return [u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, u.origin] })()
['http://a:80/', 'https://a:443', 'ftp://x', 'file:///c:/x', 'mailto:a@b', 'data:text/plain,hi there', 'blob:https://a.b/c', 'ws://h/p', 'javascript:alert(1)', 'about:blank'].map((u) => [new URL(u).href, new URL(u).origin, new URL(u).pathname])
['', 'x', '//h', 'http://', 'http://a b/', 'https://a:99999', 'http://[::1', 'http://%00/'].map((u) => caught(() => new URL(u).href))
['../x', '/y', '?q', '#h', '//other/z', 'z', '', 'http:z', './a/./b/../c', '\\win\\path', ' spaced '].map((u) => new URL(u, 'http://host/dir/file?old#frag').href)
caught(() => new URL('x', 'not a base'))
caught(() => { try { new URL('x y', 'zz') } catch (e) { return [e.code, e.input, e.base, e instanceof TypeError, e.toString(), Object.keys(e)] } })
caught(() => new URL())
[URL.canParse('http://a'), URL.canParse('a'), URL.canParse('a', 'http://b'), caught(() => URL.canParse())]
new URL('http://münchen.de/ä?ö#ü').href
new URL('http://xn--mnchen-3ya.de/').hostname
new URL('http://日本語.jp').host
new URL('http://[::1]:80/').host
new URL('http://0x7f.1/').hostname
new URL('http://EXAMPLE.com./x').hostname
[(() => { const u = new URL('http://a/b?c#d'); u.protocol = 'https'; return u.href })(), (() => { const u = new URL('http://a/'); u.protocol = 'mailto'; return u.href })()]
(() => { const u = new URL('http://a:81/b'); u.port = ''; const one = u.href; u.port = '82x'; const two = u.href; u.port = 'x'; u.port = 99999; return [one, two, u.href] })()
(() => { const u = new URL('http://a/b'); u.host = 'c:9'; u.hostname = 'd'; u.username = 'ü s'; u.password = 'p@'; u.pathname = 'x y/ä'; u.search = 'a=b c'; u.hash = 'h h'; return u.href })()
(() => { const u = new URL('http://a/b?c#d'); u.search = ''; u.hash = ''; return u.href })()
caught(() => { new URL('http://a').href = 'bad' })
(() => { const u = new URL('http://a/?x=1'); const p = u.searchParams; u.href = 'http://b/?y=2'; return [p.get('x'), p.get('y'), p === u.searchParams] })()
(() => { const u = new URL('http://a/?x=1&y=2'); u.searchParams.append('z', 'a b&c'); u.searchParams.delete('x'); return [u.href, u.search, String(u.searchParams)] })()
(() => { const u = new URL('http://a/?x=1'); u.searchParams.delete('x'); return u.href })()
(() => { const u = new URL('http://a/?x=1'); const p = u.searchParams; u.search = '?b=3&b=4'; return [p.getAll('b'), p.size, u.href] })()
(() => { const u = new URL('http://a/?q=a%20b+c'); u.searchParams.sort(); return u.href })()
[JSON.stringify(new URL('http://a')), String(new URL('http://a')), Object.prototype.toString.call(new URL('http://a')), Object.keys(new URL('http://a')).length]
[Object.keys(URL.prototype).sort(), URL.length, URL.name, typeof URL, Object.keys(URLSearchParams.prototype).sort(), URLSearchParams.length]
caught(() => URL.prototype.href)
caught(() => URL.prototype.toString.call({}))
(() => { class My extends URL { get first() { return this.pathname.split('/')[1] } } const m = new My('http://a/b/c'); return [m.first, m instanceof URL, m.href] })()
new URL('http://a/%zz%41\u0000|"<>`{}?\'"<>#`"').href
new URL('http://a/\ud800').href
new URL('file:///a/../../b').href
new URL('http://a/b/%2e%2e/c/%2E').href
new URL({ toString() { return 'http://obj/' } }).href
new URL('non-special://Host/pa th?q u').href
new URL('tel:+1234').pathname
// URLSearchParams
new URLSearchParams('?a=1&b=%20+&c&=d&&e=f=g').toString()
[...new URLSearchParams('a=1&b=2&a=3')]
[...new URLSearchParams({ a: 1, b: [1, 2], c: null, d: undefined })]
[...new URLSearchParams([['a', 'b'], new Set(['c', 'd'])])]
[...new URLSearchParams(new Map([['k', 'v']]))]
[...new URLSearchParams(new URLSearchParams('x=y'))]
[new URLSearchParams().toString(), new URLSearchParams(null).toString(), new URLSearchParams(undefined).toString(), new URLSearchParams('').size]
['a', ['a'], [['a']], [['a', 'b', 'c']], [1], 5, true].map((v) => caught(() => [...new URLSearchParams(v)]))
caught(() => new URLSearchParams({ [Symbol.iterator]: 1 }))
caught(() => new URLSearchParams([null]))
(() => { const p = new URLSearchParams('a=1&b=2&a=3'); return [p.get('a'), p.get('z'), p.getAll('a'), p.has('b'), p.has('a', '3'), p.has('a', '4'), p.size] })()
(() => { const p = new URLSearchParams('a=1&b=2&a=3'); p.set('a', 'x'); p.append('c', 'y'); p.delete('b'); p.set('new', 'ü €'); return p.toString() })()
(() => { const p = new URLSearchParams('a=1&a=2&b=1'); p.delete('a', '2'); return p.toString() })()
(() => { const p = new URLSearchParams('z=1&a=2&z=0&é=1&a=1&😀=1&ﬃ=2'); p.sort(); return [...p] })()
(() => { const p = new URLSearchParams('a=1&b=2'); const seen = []; p.forEach(function (v, k, o) { seen.push([v, k, o === p, this.x]) }, { x: 1 }); return seen })()
(() => { const p = new URLSearchParams('a=1&b=2'); return [[...p.keys()], [...p.values()], [...p.entries()], p[Symbol.iterator] === p.entries] })()
(() => { const p = new URLSearchParams('a=1&b=2&c=3'); const seen = []; for (const [k] of p) { seen.push(k); p.delete(k) } return [seen, p.toString()] })()
(() => { const i = new URLSearchParams('a=1').keys(); return [i.next(), i.next(), Object.prototype.toString.call(i), i[Symbol.iterator]() === i] })()
['append', 'delete', 'get', 'getAll', 'has', 'set', 'forEach'].map((m) => caught(() => new URLSearchParams()[m]()))
caught(() => URLSearchParams.prototype.get.call({}, 'a'))
new URLSearchParams('a=%F0%9F%98%80&b=%ff&c=%zz').toString()
new URLSearchParams({ 'a b': "!'()*-._~" }).toString()
new URLSearchParams([['\ud800', 'x\udc00']]).toString()
Object.prototype.toString.call(new URLSearchParams())
(() => { const u = new URL('http://a/?'); return [u.search, u.href, u.searchParams.size] })()
(() => { const { canParse } = URL; URL.canParse = () => { throw new Error('asked') }; try { return [URL.parse('http://a.b/c')?.href ?? null, URL.parse('/c', 'http://a.b')?.href ?? null, URL.parse('x')] } finally { URL.canParse = canParse } })()
