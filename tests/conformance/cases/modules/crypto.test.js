/** `node:crypto`: derived keys, secret keys and AES, and what is refused as in Node. */
import * as crypto from 'node:crypto';
import { promisify } from 'node:util';

const key = Buffer.alloc(32, 1);
const iv = Buffer.alloc(16, 2);
const short = Buffer.alloc(12, 3);
const keyOf = (name) => key.subarray(0, crypto.getCipherInfo(name).keyLength);

function outcome(run) {
  try {
    const found = run();
    if (found instanceof ArrayBuffer) return `ArrayBuffer ${Buffer.from(found).toString('hex')}`;
    return Buffer.isBuffer(found) ? found.toString('hex') : found;
  } catch (error) {
    return [error.name, error.code, error.message, error.library, error.reason].join(' | ');
  }
}

test.each([
  ['pbkdf2', () => crypto.pbkdf2Sync('p', 's', 2, 40, 'sha1')],
  ['pbkdf2, sha512', () => crypto.pbkdf2Sync(Buffer.from('p'), new Uint8Array([1]), 1000, 70, 'SHA512')],
  ['pbkdf2, no bytes', () => crypto.pbkdf2Sync('p', 's', 1, 0, 'md5')],
  ['pbkdf2, an unknown digest', () => crypto.pbkdf2Sync('p', 's', 1, 20, 'nope')],
  ['pbkdf2, no digest', () => crypto.pbkdf2Sync('p', 's', 1, 20)],
  ['pbkdf2, no iteration', () => crypto.pbkdf2Sync('p', 's', 0, 20, 'sha1')],
  ['pbkdf2, a negative length', () => crypto.pbkdf2Sync('p', 's', 1, -1, 'sha1')],
  ['pbkdf2, no password', () => crypto.pbkdf2Sync(1, 's', 1, 1, 'sha1')],
  ['pbkdf2, no callback', () => crypto.pbkdf2('p', 's', 1, 20, 'sha1')],
  ['hkdf', () => crypto.hkdfSync('sha256', 'key', 'salt', 'info', 100)],
  ['hkdf, empty', () => crypto.hkdfSync('sha384', crypto.createSecretKey('k'), '', '', 5)],
  ['hkdf, an unknown digest', () => crypto.hkdfSync('nope', 'key', 'salt', 'info', 10)],
  ['hkdf, too long', () => crypto.hkdfSync('sha256', 'key', 'salt', 'info', 9000)],
  ['hkdf, no key', () => crypto.hkdfSync('sha256', 1, 'salt', 'info', 9)],
  ['scrypt', () => crypto.scryptSync('p', 's', 16, { N: 1024, r: 8, p: 2 })],
  ['scrypt, long names', () => crypto.scryptSync('p', 's', 80, { cost: 16, blockSize: 1, parallelization: 1 })],
  ['scrypt, no power of two', () => crypto.scryptSync('p', 's', 16, { N: 1000 })],
  ['scrypt, too much', () => crypto.scryptSync('p', 's', 16, { N: 2 ** 20 })],
  ['scrypt, twice the same', () => crypto.scryptSync('p', 's', 16, { N: 16, cost: 8 })],
  ['scrypt, a negative length', () => crypto.scryptSync('p', 's', -1)],
])('%s', (_, run) => expect(outcome(run)).toMatchSnapshot());

test('derived later', async () => {
  const all = [
    promisify(crypto.pbkdf2)('p', 's', 1, 5, 'sha1'),
    promisify(crypto.hkdf)('sha1', 'p', 's', 'i', 5),
    promisify(crypto.scrypt)('p', 's', 5, { N: 2 }),
    promisify(crypto.randomFill)(Buffer.alloc(3)),
  ];
  const [one, two, three, four] = await Promise.all(all);
  expect(one).toEqual(crypto.pbkdf2Sync('p', 's', 1, 5, 'sha1'));
  expect(two).toEqual(crypto.hkdfSync('sha1', 'p', 's', 'i', 5));
  expect(three).toEqual(crypto.scryptSync('p', 's', 5, { N: 2 }));
  expect(four).toHaveLength(3);
});

describe('secret keys', () => {
  const secret = crypto.createSecretKey('abc');
  test('what they are', () => {
    expect(secret).toBeInstanceOf(crypto.KeyObject);
    expect([secret.type, secret.symmetricKeySize, Object.keys(secret), Object.prototype.toString.call(secret)]).toEqual(['secret', 3, [], '[object KeyObject]']);
    expect([secret.export().toString(), secret.export({ format: 'jwk' })]).toEqual(['abc', { kty: 'oct', k: 'YWJj' }]);
    expect([secret.equals(crypto.createSecretKey(Buffer.from('abc'))), secret.equals(crypto.createSecretKey('abd'))]).toEqual([true, false]);
    expect(crypto.createSecretKey('616263', 'hex').equals(secret)).toBe(true);
    expect(crypto.createHmac('sha256', secret).update('a').digest('hex')).toBe(crypto.createHmac('sha256', 'abc').update('a').digest('hex'));
  });
  test('made at random', () => {
    expect(crypto.generateKeySync('hmac', { length: 64 }).export()).toHaveLength(8);
    expect(crypto.generateKeySync('aes', { length: 128 }).symmetricKeySize).toBe(16);
  });
  test.each([
    ['no bytes', () => crypto.createSecretKey(1)],
    ['another format', () => secret.export({ format: 'x' })],
    ['no key to compare', () => secret.equals(1)],
    ['another kind', () => new crypto.KeyObject('x', {})],
    ['a wrong length', () => crypto.generateKeySync('aes', { length: 12 })],
    ['a password is no private key', () => crypto.createPrivateKey('secret')],
    ['a password is no public key', () => crypto.createPublicKey({ key: Buffer.from('secret') })],
    ['a number is no key', () => crypto.createPrivateKey(1)],
  ])('%s', (_, run) => expect(outcome(run)).toMatchSnapshot());
});

const MODES = ['aes-128-cbc', 'aes-192-cbc', 'aes256', 'aes-128-ctr', 'aes-256-ctr', 'aes-256-ecb', 'aes-128-gcm', 'id-aes256-GCM'];
const vectorOf = (name) => (name.includes('ecb') ? null : /gcm/i.test(name) ? short : iv);
describe.each(MODES)('%s', (name) => {
  const isTagged = /gcm/i.test(name);
  test.each([0, 1, 15, 16, 17, 100])('%s bytes there and back', (length) => {
    const text = Buffer.from(Array.from({ length }, (_, at) => at * 7));
    const cipher = crypto.createCipheriv(name, keyOf(name), vectorOf(name));
    if (isTagged) cipher.setAAD(Buffer.from('more'));
    const encrypted = Buffer.concat([cipher.update(text.subarray(0, 7)), cipher.update(text.subarray(7)), cipher.final()]);
    expect(encrypted.toString('hex')).toMatchSnapshot();
    if (isTagged) expect(cipher.getAuthTag().toString('hex')).toMatchSnapshot();
    const decipher = crypto.createDecipheriv(name, keyOf(name), vectorOf(name));
    if (isTagged) decipher.setAAD(Buffer.from('more')).setAuthTag(cipher.getAuthTag());
    const parts = [];
    for (let at = 0; at < encrypted.length; at += 5) parts.push(decipher.update(encrypted.subarray(at, at + 5)));
    expect(Buffer.concat([...parts, decipher.final()])).toEqual(text);
  });
  test('what is known of it', () => expect(crypto.getCipherInfo(name)).toMatchSnapshot());
});

test('texts', () => {
  const cipher = crypto.createCipheriv('aes-256-cbc', key, iv);
  const encrypted = cipher.update('ü'.repeat(20), 'utf8', 'base64') + cipher.update('b'.repeat(20), 'utf8', 'base64') + cipher.final('base64');
  expect(encrypted).toMatchSnapshot();
  const decipher = crypto.createDecipheriv('aes-256-cbc', key, iv);
  expect(decipher.update(encrypted, 'base64', 'utf8') + decipher.final('utf8')).toBe('ü'.repeat(20) + 'b'.repeat(20));
});
test('what each step gives', () => {
  const lengths = (coder, ...sizes) => sizes.map((size) => coder.update(Buffer.alloc(size)).length);
  expect(lengths(crypto.createCipheriv('aes-256-cbc', key, iv), 3, 20, 16)).toEqual([0, 16, 16]);
  expect(lengths(crypto.createDecipheriv('aes-256-cbc', key, iv), 16, 20, 12)).toEqual([0, 32, 0]);
  expect(lengths(crypto.createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false), 16, 20, 12)).toEqual([16, 16, 16]);
  expect(lengths(crypto.createCipheriv('aes-256-ctr', key, iv), 3, 2)).toEqual([3, 2]);
});
test('a long vector of GCM', () => {
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv, { authTagLength: 12 });
  expect([cipher.update('text', 'utf8', 'hex'), cipher.final('hex'), cipher.getAuthTag().toString('hex')]).toMatchSnapshot();
});
test('a counter that overflows', () => {
  const cipher = crypto.createCipheriv('aes-256-ctr', key, Buffer.alloc(16, 255));
  cipher.update(Buffer.alloc(21));
  expect(cipher.update('after the end of the counter', 'utf8', 'hex')).toMatchSnapshot();
});
test('as a stream', async () => {
  const collect = async (stream, ...written) => {
    for (const one of written) stream.write(one);
    stream.end();
    const parts = [];
    for await (const part of stream) parts.push(part);
    return Buffer.concat(parts);
  };
  const encrypted = await collect(crypto.createCipheriv('aes-256-cbc', key, iv), 'hello', ' world');
  expect((await collect(crypto.createDecipheriv('aes-256-cbc', key, iv), encrypted)).toString()).toBe('hello world');
});
test('classes', () => {
  expect(crypto.createCipheriv('aes-256-cbc', key, iv)).toBeInstanceOf(crypto.Cipheriv);
  expect(crypto.createDecipheriv('aes-256-cbc', key, iv)).toBeInstanceOf(crypto.Decipheriv);
});

const decipher = (change, ...data) => {
  const made = crypto.createDecipheriv('aes-256-cbc', key, iv);
  change?.(made);
  for (const one of data) made.update(one);
  return made.final();
};
const tagged = (tag) => {
  const made = crypto.createDecipheriv('aes-256-gcm', key, short);
  if (tag !== undefined) made.setAuthTag(tag);
  made.update('abc');
  return made.final();
};
const encrypted = (data, isPadded = true) => {
  const made = crypto.createCipheriv('aes-256-cbc', key, iv).setAutoPadding(isPadded);
  made.update(data);
  return made;
};
test.each([
  ['an unknown cipher', () => crypto.createCipheriv('nope', key, iv)],
  ['a short key', () => crypto.createCipheriv('aes-256-cbc', short, iv)],
  ['a short vector', () => crypto.createCipheriv('aes-256-cbc', key, short)],
  ['no vector', () => crypto.createCipheriv('aes-256-cbc', key, null)],
  ['a vector that is not needed', () => crypto.createCipheriv('aes-256-ecb', key, iv)],
  ['an empty vector of GCM', () => crypto.createCipheriv('aes-256-gcm', key, '')],
  ['no name', () => crypto.createCipheriv(1, key, iv)],
  ['no key', () => crypto.createCipheriv('aes-256-cbc', 1, iv)],
  ['a vector that is no bytes', () => crypto.createCipheriv('aes-256-cbc', key, 1)],
  ['no data', () => encrypted(1)],
  ['other data', () => decipher(undefined, Buffer.alloc(16))],
  ['data cut short', () => decipher(undefined, Buffer.alloc(5))],
  ['nothing to decipher', () => decipher()],
  ['no padding', () => encrypted('abc', false).final()],
  ['an end after the end', () => { const made = encrypted('a'); made.final(); return made.final(); }],
  ['data after the end', () => { const made = encrypted('a'); made.final(); return made.update('b'); }],
  ['a tag before the end', () => crypto.createCipheriv('aes-256-gcm', key, short).getAuthTag()],
  ['no tag', () => tagged()],
  ['a wrong tag', () => tagged(Buffer.alloc(16))],
  ['a short tag', () => tagged(Buffer.alloc(3))],
])('%s', (_, run) => expect(outcome(run)).toMatchSnapshot());
