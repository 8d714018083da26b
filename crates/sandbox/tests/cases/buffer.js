// Making
[...Buffer.from('héllo €')]
[Buffer.from('aGk_', 'base64').toString(), Buffer.from('aGk-', 'base64url').toString('hex'), Buffer.from('a G\nk=zzz', 'base64').toString(), Buffer.from('6869', 'hex').toString(), Buffer.from('686x69', 'hex').length, Buffer.from('abc', 'hex').length]
[...Buffer.from('hé\u20ac', 'latin1'), ...Buffer.from('hé', 'ascii'), ...Buffer.from('hé', 'utf16le'), ...Buffer.from('hé', 'ucs2'), ...Buffer.from('x', 'binary')]
[[...Buffer.from([1, 256, -1, 'x', 3.7])], [...Buffer.from(new Uint8Array([1, 2]))], [...Buffer.from(new Uint16Array([1, 300]))], [...Buffer.from(new ArrayBuffer(2))], [...Buffer.from(Buffer.from('ab'))]]
(() => { const a = new Uint8Array([1, 2, 3, 4]); const b = Buffer.from(a.buffer, 1, 2); a[1] = 9; return [[...b], b.byteOffset, b.length, b.buffer === a.buffer] })()
[[...Buffer.from({ length: 2, 0: 5, 1: 6 })], [...Buffer.from({ type: 'Buffer', data: [1, 2] })], [...Buffer.from(new String('hi'))], [...Buffer.from({ [Symbol.toPrimitive]() { return 'p' } })]]
[5, null, undefined, {}, true, () => {}, Symbol('x')].map((v) => caught(() => Buffer.from(v)))
[caught(() => Buffer.from('a', 'nope')), caught(() => Buffer.from(new ArrayBuffer(2), 3)), caught(() => Buffer.from(new ArrayBuffer(2), 1, 5))]
[[...Buffer.alloc(3)], [...Buffer.alloc(4, 'ab')], [...Buffer.alloc(3, 7)], [...Buffer.alloc(3, 'YQ==', 'base64')], Buffer.allocUnsafe(2).length, [...Buffer.of(1, 2, 300)]]
[-1, 'x', 1.5, NaN].map((n) => caught(() => Buffer.alloc(n).length))
[Buffer.isBuffer(Buffer.alloc(1)), Buffer.isBuffer(new Uint8Array(1)), Buffer.alloc(1) instanceof Uint8Array, Buffer.name, Buffer.from('a').constructor === Buffer, Object.getPrototypeOf(Buffer) === Uint8Array]
['utf8', 'UTF-8', 'hex', 'base64url', 'nope', '', 5, null, 'ucs-2', 'LATIN1'].map((e) => Buffer.isEncoding(e))
[Buffer.byteLength('€'), Buffer.byteLength('€', 'latin1'), Buffer.byteLength('aGk=', 'base64'), Buffer.byteLength('6869', 'hex'), Buffer.byteLength(new ArrayBuffer(3)), Buffer.byteLength(Buffer.alloc(4)), caught(() => Buffer.byteLength(5))]
[Buffer.concat([Buffer.from('a'), Buffer.from('bc')]).toString(), Buffer.concat([Buffer.from('abc')], 2).toString(), [...Buffer.concat([Buffer.from('a')], 3)], Buffer.concat([]).length, caught(() => Buffer.concat('x')), caught(() => Buffer.concat([1]))]
[Buffer.compare(Buffer.from('a'), Buffer.from('b')), Buffer.compare(Buffer.from('b'), Buffer.from('a')), Buffer.compare(Buffer.from('a'), Buffer.from('a')), caught(() => Buffer.compare('a', Buffer.from('a')))]
// Text
['utf8', 'hex', 'base64', 'base64url', 'latin1', 'ascii', 'utf16le', 'binary'].map((e) => Buffer.from([104, 233, 0xf0, 0x9f, 0x98, 0x80, 63, 255]).toString(e))
[Buffer.from('hello').toString('utf8', 1, 3), Buffer.from('hello').toString(undefined, -3, 99), Buffer.from('hello').toString('utf8', 4, 2), `${Buffer.from('hi')}`, Buffer.from('hi') + '', caught(() => Buffer.from('a').toString('nope'))]
[Buffer.from([0xe2, 0x82]).toString(), Buffer.from([0xff, 0x41, 0xc0, 0x80]).toString(), Buffer.from('\ud800').toString('hex')]
JSON.stringify([Buffer.from('hi'), Buffer.alloc(0)])
// Methods
(() => { const b = Buffer.from('hello'); const s = b.slice(1, 3); s[0] = 88; return [b.toString(), s.toString(), b.subarray(-2).toString(), b.slice(-2, -1).toString(), Buffer.isBuffer(s), b.slice(3, 1).length] })()
[Buffer.from('a').equals(Buffer.from('a')), Buffer.from('a').equals(new Uint8Array([97])), Buffer.from('a').equals(Buffer.from('b')), caught(() => Buffer.from('a').equals('a'))]
(() => { const b = Buffer.from('hello hello'); return [b.indexOf('lo'), b.indexOf('lo', 4), b.indexOf('lo', -3), b.lastIndexOf('lo'), b.lastIndexOf('lo', 7), b.indexOf(101), b.indexOf(Buffer.from('o h')), b.indexOf('zz'), b.includes('ell'), b.includes('x'), b.indexOf(''), b.indexOf('', 50), b.lastIndexOf('hello', 0), caught(() => b.indexOf({}))] })()
(() => { const b = Buffer.alloc(6); return [b.write('héy'), b.toString('hex'), b.write('zz', 4), b.write('abcdef', 3, 'latin1'), b.toString('latin1'), b.write('ff00', 0, 1, 'hex'), b.write('€€€', 1), caught(() => b.write('x', 9)), caught(() => b.write(5)), b.toString('hex')] })()
(() => { const a = Buffer.from('abcdef'), b = Buffer.alloc(4); return [a.copy(b), b.toString(), a.copy(b, 1, 4), b.toString(), a.copy(b, 0, 2, 3), b.toString(), a.copy(b, 9), caught(() => a.copy(b, -1)), caught(() => a.copy('x'))] })()
(() => { const a = Buffer.from('abcdef'); a.copy(a, 2, 0, 4); return a.toString() })()
[Buffer.alloc(5).fill('ab').toString(), Buffer.alloc(5).fill('x', 2).toString('hex'), Buffer.alloc(5).fill(1, 1, 3).toString('hex'), Buffer.alloc(4).fill(257).toString('hex'), Buffer.alloc(4).fill('').toString('hex'), Buffer.alloc(4).fill('abcd', 'hex').toString('hex'), caught(() => Buffer.alloc(4).fill('z', 'hex')), caught(() => Buffer.alloc(2).fill(1, 5))]
[Buffer.from('abcd').swap16().toString(), Buffer.from('abcd').swap32().toString(), Buffer.from('abcdefgh').swap64().toString(), caught(() => Buffer.from('abc').swap16())]
[Buffer.from('abc').compare(Buffer.from('abd')), Buffer.from('abc').compare(Buffer.from('xbcx'), 1, 3, 1, 3), Buffer.from('a').compare(Buffer.from('')), caught(() => Buffer.from('a').compare(5))]
[...Buffer.from('ab').entries()].join() + [...Buffer.from('ab').keys()] + [...Buffer.from('ab').values()] + [...Buffer.from('ab')]
Buffer.from('abc').map((x) => x + 1).constructor.name + Buffer.from('abc').filter((x) => x > 97).toString()
// Numbers
(() => { const b = Buffer.from([0xff, 0xfe, 0x80, 0x01, 0x7f, 0, 0x10, 0x20]); return [b.readUInt8(0), b.readInt8(0), b.readUInt16LE(0), b.readUInt16BE(0), b.readInt16LE(1), b.readInt16BE(0), b.readUInt32LE(0), b.readUInt32BE(0), b.readInt32LE(0), b.readInt32BE(0), b.readUintLE(0, 3), b.readUIntBE(1, 6), b.readIntLE(0, 6), b.readIntBE(0, 5), String(b.readBigUInt64LE(0)), String(b.readBigInt64BE(0)), b.readFloatLE(4), b.readDoubleBE(0), b.readUint8(3), b.readUInt8()] })()
(() => { const b = Buffer.alloc(8); const out = []; for (const [m, v, o = 0, n] of [['writeUInt8', 255], ['writeInt8', -1], ['writeUInt16LE', 0x1234], ['writeUInt16BE', 0x1234, 1], ['writeInt32LE', -2], ['writeUInt32BE', 0xdeadbeef], ['writeUIntLE', 0x123456, 0, 3], ['writeIntBE', -5, 0, 6], ['writeFloatBE', 1.5], ['writeDoubleLE', -0.1], ['writeBigUInt64LE', 2n ** 63n], ['writeBigInt64BE', -1n]]) { b.fill(0); out.push([b[m](v, o, n), b.toString('hex')]) } return out })()
(() => { const b = Buffer.alloc(4); return [() => b.readUInt8(4), () => b.readUInt8(-1), () => b.readUInt8(1.5), () => b.readUInt8('0'), () => b.readUInt32LE(1), () => b.readDoubleLE(0), () => b.writeUInt8(256), () => b.writeInt8(-129), () => b.writeUInt16LE(70000), () => b.writeUInt32BE(-1), () => b.writeInt32BE(2 ** 31), () => b.writeUIntLE(1, 0, 7), () => b.readIntBE(0), () => Buffer.alloc(8).writeBigInt64LE(2n ** 63n)].map(caught) })()
Object.keys(Buffer.prototype).length > 50
[structuredClone(Buffer.from('a')).constructor.name, Buffer.poolSize]
[Buffer.from('abc').subarray(0, Infinity), Buffer.from('abc').slice(-Infinity, 2.7), Buffer.from('abc').slice(-1.5), Buffer.from('abc').subarray(1.9)].map(String)
