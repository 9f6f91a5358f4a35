import type { Instant } from '@chancery/core';
import { type JWTPayload, SignJWT } from 'jose';

const seconds = (instant: Instant): number => Math.floor(Date.parse(instant) / 1000);
/** The clock of the media server may be behind. */
const skewSeconds = 10;

export const joinTokenOf = (
  claims: JWTPayload,
  key: Uint8Array,
  { now, expiresAt }: { readonly now: Instant; readonly expiresAt: Instant },
): Promise<string> =>
  new SignJWT({ ...claims, nbf: seconds(now) - skewSeconds, exp: seconds(expiresAt) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(key);
