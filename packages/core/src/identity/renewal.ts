import { equalInConstantTime, utf8 } from '../kernel/crypto.ts';
import { type Instant, plusDays, secondsBetween } from '../kernel/time.ts';
import { childOf, type RefreshToken, secretHashOf } from './refresh-token.ts';
import { idleDays, type Session } from './session.ts';

export interface RenewalTerms {
  readonly now: Instant;
  readonly refreshKey: Uint8Array;
  readonly graceSeconds: number;
  /** 128 random bits, used if the token rotates. */
  readonly salt: Uint8Array;
  readonly ipAddress: string;
}

/** What becomes of a live session and the genuine token presented for it; `reused` if the token is an old one. */
export type Renewal = { readonly session: Session; readonly token: RefreshToken } | 'reused';

/** The current token rotates, its predecessor within the grace window gives the same child, and any other is reuse (SES-1, SES-3). */
export function renewal(session: Session, token: RefreshToken, terms: RenewalTerms): Renewal {
  const { now, refreshKey, graceSeconds, salt } = terms;
  if (token.generation === session.generation && isSecretOf(token, session.currentSecretHash)) {
    const child = childOf(token, refreshKey, salt);
    return { session: rotated(session, child, terms), token: child };
  }
  const { rotatedAt, rotationSalt } = session;
  const isPrevious =
    token.generation === session.generation - 1 && isSecretOf(token, session.previousSecretHash);
  if (!isPrevious || rotatedAt === null || rotationSalt === null) return 'reused';
  if (graceSeconds === 0 || secondsBetween(rotatedAt, now) > graceSeconds) return 'reused';
  return { session, token: childOf(token, refreshKey, rotationSalt) };
}

function rotated(session: Session, child: RefreshToken, { now, salt, ipAddress }: RenewalTerms): Session {
  const idleEnd = plusDays(now, idleDays);
  return {
    ...session,
    generation: child.generation,
    currentSecretHash: secretHashOf(child),
    previousSecretHash: session.currentSecretHash,
    rotatedAt: now,
    rotationSalt: salt,
    lastSeenAt: now,
    ipAddress,
    expiresAt: idleEnd < session.absoluteEndsAt ? idleEnd : session.absoluteEndsAt,
  };
}

const isSecretOf = (token: RefreshToken, hash: string | null): boolean =>
  hash !== null && equalInConstantTime(utf8(secretHashOf(token)), utf8(hash));
