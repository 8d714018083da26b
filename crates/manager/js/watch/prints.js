/**
 * What tells two contents of a file apart.
 * @module
 */

/** Length up to which a text is compared itself, without a fingerprint. */
const SHORT = 1024;

/**
 * A text, or a number of 53 bits with the length, of any content.
 * @param {any} content
 * @returns {string}
 */
export function printOf(content) {
  const text = typeof content === 'string' ? content : content?.base64;
  if (typeof text === 'string')
    return text.length <= SHORT ? `=${text}` : `${text.length}:${hash(text.length, (at) => text.charCodeAt(at))}`;
  const bytes = ArrayBuffer.isView(content)
    ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
    : new Uint8Array(content);
  return `${bytes.length}:${hash(bytes.length, (at) => bytes[at])}`;
}

/**
 * Two sums of 32 bits, mixed to one number.
 * @param {number} length
 * @param {(at: number) => number} unit
 */
function hash(length, unit) {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let at = 0; at < length; at += 1) {
    one = Math.imul(one ^ unit(at), 2654435761);
    two = Math.imul(two ^ unit(at), 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & two) + (one >>> 0);
}
