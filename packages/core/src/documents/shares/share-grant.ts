import { base64urlOf, bytesOfBase64url, equalInConstantTime, hmacSha256 } from '../../kernel/crypto.ts';
import type { KeyRing, Random } from '../../kernel/ports.ts';
import { type Instant, instantOf, millisecondsOf } from '../../kernel/time.ts';
import type { DocumentShare } from './document-share.ts';

/** How long a grant is good for, in seconds. */
const grantSeconds = 600;

const idBytes = 16;
const endBytes = 4;
const numberBytes = 12;
const payloadBytes = idBytes + endBytes + numberBytes;
/** Base64url of the payload and of the 32 bytes of its code. */
export const grantCharacters = 86;

/** What a grant says, once its code was found right. */
export interface ShareGrant {
  /** Tells it from every other grant of the share. */
  readonly number: string;
  readonly endsAt: Instant;
}

type Bound = Pick<DocumentShare, 'id' | 'tokenHash' | 'passcodeHash'>;

/**
 * Whoever has opened a share reads its content by a grant for ten minutes. It is the id of the share (16 bytes), its end in
 * seconds since 1970 (4 bytes, big-endian) and a random number (12 bytes), under an HMAC-SHA-256 that also covers link and
 * passcode of the share. So nothing is stored before a grant is used, and one with a link or passcode of before is worth
 * nothing (SHR-9).
 */
export function newGrant(
  share: Bound,
  { keyRing, random, now }: { readonly keyRing: KeyRing; readonly random: Random; readonly now: Instant },
): string {
  const payload = Buffer.alloc(payloadBytes);
  payload.set(idOf(share), 0);
  payload.writeUInt32BE(Math.floor(millisecondsOf(now) / 1000) + grantSeconds, idBytes);
  payload.set(random.bytes(numberBytes), idBytes + endBytes);
  return base64urlOf(payload) + base64urlOf(codeOf(payload, share, keyRing));
}

/** The grant if it is one of this share; null if it is another's or nobody's. Its end is for the caller to look at. */
export function readGrant(grant: string, share: Bound, keyRing: KeyRing): ShareGrant | null {
  const payload = Buffer.from(bytesOfBase64url(grant.slice(0, grantCharacters / 2)));
  const code = bytesOfBase64url(grant.slice(grantCharacters / 2));
  if (payload.length !== payloadBytes || !equalInConstantTime(code, codeOf(payload, share, keyRing)))
    return null;
  if (!payload.subarray(0, idBytes).equals(idOf(share))) return null;
  return {
    number: base64urlOf(payload.subarray(idBytes + endBytes)),
    endsAt: instantOf(payload.readUInt32BE(idBytes) * 1000),
  };
}

const idOf = ({ id }: Bound): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const codeOf = (payload: Uint8Array, { tokenHash, passcodeHash }: Bound, keyRing: KeyRing): Uint8Array =>
  hmacSha256(keyRing.derive('document-share-grant'), payload, `\n${tokenHash}\n${passcodeHash ?? ''}`);
