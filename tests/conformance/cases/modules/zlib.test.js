/** `node:zlib`: what is compressed is read again, and what cannot be read fails as in Node. */
import * as dns from 'node:dns';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import * as all from 'node:zlib';
import zlib, { constants, createGzip, gunzipSync, gzipSync, Z_BEST_SPEED } from 'node:zlib';

const text = 'hello '.repeat(500);
const big = Buffer.from(Array.from({ length: 70000 }, (_, i) => (i * 7919) % 251));
const binary = [big, new Uint16Array([1, 2, 3]), new DataView(new ArrayBuffer(3)), new ArrayBuffer(9)];

function failure(run) {
  try {
    return run();
  } catch (error) {
    return [error.name, error.code, error.errno, error.message].join(' | ');
  }
}

describe.each([
  ['deflate', 'inflate'],
  ['gzip', 'gunzip'],
  ['deflateRaw', 'inflateRaw'],
  ['gzip', 'unzip'],
  ['deflate', 'unzip'],
])('%s, %s', (write, read) => {
  const bytes = (data) => (typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer ?? data, data.byteOffset ?? 0, data.byteLength));
  test.each([text, '', 'a', 'ü€', ...binary])('data %#', async (data) => {
    const packed = zlib[`${write}Sync`](data);
    expect(Buffer.isBuffer(packed)).toBe(true);
    expect(zlib[`${read}Sync`](packed).equals(bytes(data))).toBe(true);
    const later = await promisify(zlib[write])(data, { level: 9 });
    expect((await promisify(zlib[read])(later)).equals(bytes(data))).toBe(true);
  });
  test('it is shorter', () => expect(zlib[`${write}Sync`](text).length).toBeLessThan(200));
});

test('what others wrote', () => {
  expect(gunzipSync(Buffer.from('H4sIAAAAAAAAA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA==', 'base64')).toString()).toBe('hello world');
  expect(zlib.inflateSync(Buffer.from('789c4b040000620062', 'hex')).toString()).toBe('a');
  expect(gunzipSync(Buffer.concat([gzipSync('a'), gzipSync('b'), Buffer.alloc(5)])).toString()).toBe('ab');
});

const changed = (packed, at) => {
  packed[packed.length + at] ^= 1;
  return packed;
};
test.each([
  ['a wrong header of gzip', () => gunzipSync('abc')],
  ['a wrong header of zlib', () => zlib.inflateSync('abcdef')],
  ['an unknown header', () => zlib.unzipSync('xx')],
  ['nothing', () => gunzipSync('')],
  ['a header cut short', () => gunzipSync(gzipSync('a').subarray(0, 5))],
  ['data cut short', () => gunzipSync(gzipSync('hello').subarray(0, 15))],
  ['much data cut short', () => zlib.inflateSync(zlib.deflateSync(big).subarray(0, 100))],
  ['damaged data', () => zlib.inflateRawSync(Buffer.from([255, 255]))],
  ['a wrong sum of gzip', () => gunzipSync(changed(gzipSync('hello world'), -6))],
  ['a wrong sum of zlib', () => zlib.inflateSync(changed(zlib.deflateSync('hello world'), -1))],
  ['something after the end', () => gunzipSync(Buffer.concat([gzipSync('a'), Buffer.from('zzz')]))],
  ['too much', () => zlib.inflateSync(zlib.deflateSync(text), { maxOutputLength: 10 })],
  ['no bytes', () => gzipSync(3)],
  ['a wrong level', () => gzipSync('a', { level: 99 })],
  ['a level that is no number', () => createGzip({ level: 'x' })],
  ['no callback', () => zlib.gzip('a')],
])('%s', (_, run) => expect(failure(run)).toMatchSnapshot());

test('a callback gets the error', async () => {
  const [error, found] = await new Promise((resolve) => {
    zlib.gunzip('nothing', (...given) => resolve(given));
  });
  expect([error.code, error.errno, found]).toEqual(['Z_DATA_ERROR', -3, undefined]);
});

describe('streams', () => {
  test('there and back', async () => {
    const parts = [];
    const collect = async (source) => {
      for await (const part of source) parts.push(part);
    };
    const from = Readable.from(['a', 'b'.repeat(50000), Buffer.from('c')]);
    await promisify(pipeline)(from, createGzip(), zlib.createGunzip(), collect);
    expect(Buffer.concat(parts).toString()).toBe(`a${'b'.repeat(50000)}c`);
  });
  test('an error is an event', async () => {
    const stream = zlib.createInflate();
    const error = await new Promise((resolve) => {
      stream.on('error', resolve);
      stream.end('zzzz');
    });
    expect([error.code, error.message]).toEqual(['Z_DATA_ERROR', 'incorrect header check']);
  });
  test('classes', () => {
    class Own extends zlib.Gzip {
      own() {
        return 1;
      }
    }
    const gzip = createGzip();
    expect([gzip.constructor.name, gzip instanceof zlib.Gzip, zlib.Gzip() instanceof zlib.Gzip, new Own().own()]).toEqual(['Gzip', true, true, 1]);
  });
});

test('constants', () => {
  expect([Z_BEST_SPEED, constants.Z_BEST_COMPRESSION, zlib.codes.Z_DATA_ERROR, zlib.codes['-3']]).toEqual([1, 9, -3, 'Z_DATA_ERROR']);
  expect(all.default).toBe(zlib);
});
test('checksums', () => {
  expect([zlib.crc32('hello'), zlib.crc32('lo', zlib.crc32('hel')), zlib.crc32(Buffer.from([255]))]).toEqual([907060870, 907060870, 4278190080]);
});
test('constants of node:dns', () => expect([dns.ADDRCONFIG, dns.promises.NOTFOUND, dns.NOTFOUND]).toEqual([32, 'ENOTFOUND', 'ENOTFOUND']));
