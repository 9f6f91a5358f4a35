/**
 * SHA-256 of bytes, as lower-case hexadecimal. A page that came without HTTPS has no `crypto.subtle`, as in many a local
 * network; there it is computed here.
 * The bytes may be changed or given away as soon as this has returned: the browser takes a copy, and so does what is computed here.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<string>}
 */
export const sha256 = async (bytes) =>
  hexOf(
    crypto.subtle === undefined
      ? await computed(bytes.slice())
      : new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  );

/** @param {Uint8Array<ArrayBuffer>} bytes */
const computed = async (bytes) => (await import('./computed-sha256.js')).computedSha256(bytes);

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
