/** The first 32 bits of the fractional part. @param {number} root */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;

const primes = (() => {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < 64; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
})();
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 (FIPS 180-4) where the browser has none to offer.
 * @param {Uint8Array} bytes
 */
export function computedSha256(bytes) {
  const state = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const words = new Int32Array(64);
  const whole = bytes.length - (bytes.length % 64);
  const body = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < whole; at += 64) takeBlock(state, words, body, at);

  // The rest, one bit, zeros, and the length in bits.
  const tail = new Uint8Array(bytes.length - whole < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[bytes.length - whole] = 0x80;
  const end = new DataView(tail.buffer);
  end.setBigUint64(tail.length - 8, BigInt(bytes.length) * 8n);
  for (let at = 0; at < tail.length; at += 64) takeBlock(state, words, end, at);

  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

/**
 * FIPS 180-4, 6.2.2.
 * @param {Int32Array} state
 * @param {Int32Array} words
 * @param {DataView} view
 * @param {number} start
 */
function takeBlock(state, words, view, start) {
  for (let t = 0; t < 16; t += 1) words[t] = view.getInt32(start + t * 4);
  for (let t = 16; t < 64; t += 1) {
    const [early = 0, late = 0] = [words[t - 15], words[t - 2]];
    const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[t] = ((words[t - 16] ?? 0) + s0 + (words[t - 7] ?? 0) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (constants[t] ?? 0) + (words[t] ?? 0)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
    state[index] = ((state[index] ?? 0) + word) | 0;
}
