import { crc32, hexOf, sha256 } from './crypto.ts';
import type { Random } from './ports.ts';

/**
 * The form of an API key (conventions, "Identifiers"; platform 2.6):
 * `chan_live_` + 8 hex + `_` + 37 random base62 characters + 6 of CRC-32 over everything before them.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^(chan_live_[0-9a-f]{8})_[0-9A-Za-z]{43}$/;
const keyShape = /^chan_live_/;

export function apiKeyChecksum(body: string): string {
  let rest = crc32(body) >>> 0;
  let digits = '';
  while (rest > 0) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits.padStart(6, '0');
}

/** 37 characters without modulo bias: bytes of 248 and more are drawn again. */
function randomBase62(random: Random, length: number): string {
  let characters = '';
  while (characters.length < length) {
    for (const byte of random.bytes(length * 2)) {
      if (byte < 248 && characters.length < length) characters += alphabet.charAt(byte % 62);
    }
  }
  return characters;
}

export interface NewApiKeySecret {
  readonly secret: string;
  readonly keyPrefix: string;
  readonly secretHash: string;
}

export function newApiKeySecret(random: Random): NewApiKeySecret {
  const keyPrefix = `chan_live_${hexOf(random.bytes(4))}`;
  const body = `${keyPrefix}_${randomBase62(random, 37)}`;
  const secret = body + apiKeyChecksum(body);
  return { secret, keyPrefix, secretHash: apiKeyHash(secret) };
}

export const apiKeyHash = (secret: string): string => hexOf(sha256(secret));

/** Whether a text means to be an API key, well formed or not. */
export const claimsToBeApiKey = (text: string): boolean => keyShape.test(text);

/** The key's prefix if pattern and checksum hold, else null: a mistyped key is refused before any query (KEY-1). */
export function apiKeyPrefix(text: string): string | null {
  const prefix = shape.exec(text)?.[1];
  if (prefix === undefined) return null;
  return text.endsWith(apiKeyChecksum(text.slice(0, -6))) ? prefix : null;
}

/** Whether a text that leaks somewhere holds a key of ours: pattern and checksum, offline (port SecretScan). */
export function looksLikeApiKey(text: string): boolean {
  const found = text.match(/chan_live_[0-9a-f]{8}_[0-9A-Za-z]{43}/g) ?? [];
  return found.some((candidate) => apiKeyPrefix(candidate) !== null);
}
