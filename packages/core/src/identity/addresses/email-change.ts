import { rateLimited } from '../../kernel/errors.ts';
import { type Instant, plusDays, secondsBetween } from '../../kernel/time.ts';
import type { IdentityPorts } from '../ports.ts';

const changeDays = 1;
const revertDays = 7;
const mostReverts = 5;

/** A change that was asked for at this instant can be confirmed until the other (AUT-8). */
export const changeEnd = (askedAt: Instant): Instant => plusDays(askedAt, changeDays);
/** When the change was asked for that can be confirmed until this instant. */
export const changeAskedAt = (end: Instant): Instant => plusDays(end, -changeDays);
export const revertEnd = (changedAt: Instant): Instant => plusDays(changedAt, revertDays);

/**
 * An account has at most five links that take a change of address back, and each lives its seven days. A sixth change waits:
 * if it pushed the oldest link out, whoever holds a stolen password would take the way back from its owner by changing often.
 */
export async function requireRoomForRevert(
  userId: string,
  now: Instant,
  { oneTimeTokens }: Pick<IdentityPorts, 'oneTimeTokens'>,
): Promise<void> {
  const [earliest, ...later] = await oneTimeTokens.liveUntil(userId, 'email_revert', now);
  if (earliest === undefined || later.length + 1 < mostReverts) return;
  throw rateLimited({ retryAfterSeconds: Math.ceil(secondsBetween(now, earliest)) });
}
