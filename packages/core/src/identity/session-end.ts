import type { WritingContext } from '../kernel/handler-context.ts';
import { sessionEnded } from './events.ts';
import type { IdentityPorts } from './ports.ts';
import type { RevokeReason } from './session.ts';

/** Ends all sessions of a person, or the named ones, and records each. Returns the ids of those that were live. */
export async function endSessions(
  userId: string,
  which: readonly string[] | 'all',
  reason: RevokeReason,
  { now, sessions, emitFor }: Pick<WritingContext, 'now' | 'emitFor'> & Pick<IdentityPorts, 'sessions'>,
): Promise<readonly string[]> {
  const ended = await sessions.revoke(userId, which, reason, now);
  for (const sessionId of ended) emitFor(userId, sessionEnded, { sessionId, userId, reason });
  return ended;
}
