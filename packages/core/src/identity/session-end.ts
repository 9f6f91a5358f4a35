import type { WritingContext } from '../kernel/handler-context.ts';
import { sessionEnded } from './events.ts';
import type { IdentityPorts } from './ports.ts';
import type { RevokeReason } from './session.ts';

type Ending = Pick<WritingContext, 'now' | 'emitFor'>;

/** Ends all sessions of a person, or the named ones, and records each. Returns the ids of those that were live. */
export async function endSessions(
  userId: string,
  which: readonly string[] | 'all',
  reason: RevokeReason,
  { now, sessions, emitFor }: Ending & Pick<IdentityPorts, 'sessions'>,
): Promise<readonly string[]> {
  const ended = await sessions.revoke(userId, which, reason, now);
  for (const sessionId of ended) emitFor(userId, sessionEnded, { sessionId, userId, reason });
  return ended;
}

/**
 * Ends whatever opens the account without a new sign-in: every session, every known device and every calendar feed (AUT-11).
 * Returns the ids of the sessions that were live.
 */
export async function endAccess(
  userId: string,
  reason: RevokeReason,
  context: Ending & Pick<IdentityPorts, 'sessions' | 'accounts' | 'standingLinks'>,
): Promise<readonly string[]> {
  const { now, accounts, standingLinks } = context;
  const ended = await endSessions(userId, 'all', reason, context);
  await accounts.raiseDeviceEpoch(userId, now);
  await standingLinks.endAll(userId, now);
  return ended;
}
