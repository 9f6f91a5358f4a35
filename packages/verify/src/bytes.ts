const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** The text that the bytes spell, or null if they are not UTF-8. A byte order mark is part of it. */
export function textOfUtf8(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

export function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexDigits[byte];
  return text;
}

/** The bytes, or null if the text is not lower-case hex of whole bytes. */
export function bytesOfStrictHex(hex: string): Uint8Array | null {
  return hex.length % 2 === 0 && /^[0-9a-f]*$/.test(hex) ? bytesOfHex(hex) : null;
}

/** Of text that is known to be hex. */
export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );

export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The bytes, or null if the text is not the one base64 spelling of them (RFC 4648 section 4, with padding). */
export function bytesOfBase64(text: string): Uint8Array | null {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return null;
  }
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  // Decoders pass over spaces and leftover bits, so that one signature would have many spellings.
  return btoa(binary) === text ? bytes : null;
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Hashes and signatures that are compared here are public: how long it takes tells nothing. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => hexOf(a) === hexOf(b);

/** The lower half of a number is what is left of it in 32 bits. */
export const u64 = (value: number): Uint8Array => joined(u32(value / 2 ** 32), u32(value));

/** Null beyond 2^53 − 1, which a number would round. */
export function numberOfU64(bytes: Uint8Array): number | null {
  const value = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  return Number.isSafeInteger(value) ? value : null;
}

export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
