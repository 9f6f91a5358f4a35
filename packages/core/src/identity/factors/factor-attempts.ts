import { rateLimited } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { type Instant, secondsBetween } from '../../kernel/time.ts';
import { guardedScale } from '../password-attempts.ts';
import type { IdentityPorts } from '../ports.ts';
import { codesGuessed } from './events.ts';
import type { FactorAttemptCounts } from './ports.ts';

const windowSeconds = 900;
const mostInWindow = 10;
const mostCodesInRow = 50;
const waitOfUnknownSeconds = 60;
const daySeconds = 86_400;

/** One try at a second factor: of what kind, and whether the device has proven itself before. */
export interface FactorAttempt {
  readonly userId: string;
  readonly isCode: boolean;
  readonly knownDevice: boolean;
}

const scaled = (limit: number, scale: number): number => Math.ceil(limit * guardedScale(scale));
const since = (from: Instant | null, now: Instant): number =>
  from === null ? Number.POSITIVE_INFINITY : secondsBetween(from, now);

/** Seconds until the next try may be examined; 0 if it may be examined now (THR-16, THR-17). */
export function waitSeconds(
  counts: FactorAttemptCounts,
  { isCode, knownDevice }: Omit<FactorAttempt, 'userId'>,
  now: Instant,
  scale: number,
): number {
  const left = (from: Instant | null, seconds: number) => Math.max(0, Math.ceil(seconds - since(from, now)));
  const ofWindow =
    counts.failures >= scaled(mostInWindow, scale) ? left(counts.windowStartedAt, windowSeconds) : 0;
  const isGuessing = isCode && !knownDevice && counts.wrongCodesInRow >= scaled(mostCodesInRow, scale);
  return Math.max(ofWindow, isGuessing ? left(counts.lastFailedAt, waitOfUnknownSeconds) : 0);
}

/**
 * Counts the try before it is examined. Returns the seconds to wait if it may not be, and then counts nothing. The owner
 * is notified once a day of a long series of wrong codes; that must be kept, so the caller throws only after the commit.
 */
export async function countFactorAttempt(
  attempt: FactorAttempt,
  context: Pick<WritingContext, 'now' | 'settings' | 'emitFor'> & Pick<IdentityPorts, 'factorAttempts'>,
): Promise<number> {
  const { now, settings, factorAttempts, emitFor } = context;
  const { userId, isCode } = attempt;
  const known = await factorAttempts.lock(userId);
  const wait = waitSeconds(known, attempt, now, settings.rateLimitScale);
  const row = since(known.lastFailedAt, now) >= daySeconds ? 0 : known.wrongCodesInRow;
  const isLongRow = row >= scaled(mostCodesInRow, settings.rateLimitScale);
  const isNoticeDue = isLongRow && since(known.noticedAt, now) >= daySeconds;
  const noticedAt = isNoticeDue ? now : known.noticedAt;
  if (isNoticeDue) emitFor(userId, codesGuessed, { userId });

  const anew = since(known.windowStartedAt, now) >= windowSeconds;
  if (wait === 0)
    await factorAttempts.save(userId, {
      failures: anew ? 1 : known.failures + 1,
      windowStartedAt: anew ? now : known.windowStartedAt,
      wrongCodesInRow: isCode ? row + 1 : row,
      lastFailedAt: now,
      noticedAt,
    });
  else if (isNoticeDue) await factorAttempts.save(userId, { ...known, noticedAt });
  return wait;
}

export function refuseWhileWaiting(seconds: number): void {
  if (seconds > 0) throw rateLimited({ retryAfterSeconds: seconds });
}
