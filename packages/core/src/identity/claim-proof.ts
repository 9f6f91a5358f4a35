import type { WritingContext } from '../kernel/handler-context.ts';
import type { IdentityPorts } from './ports.ts';
import { endSessions } from './session-end.ts';

/**
 * The claimed address is proven to be theirs. What the account had as a claim, when anybody might have made it, ends with the
 * claim: its calendar feeds, and its sessions except the one that brought the proof (AUT-11).
 */
export async function proveClaim(
  userId: string,
  provingSessionId: string | null,
  context: Pick<WritingContext, 'now' | 'emitFor'> &
    Pick<IdentityPorts, 'accounts' | 'sessions' | 'standingLinks'>,
): Promise<void> {
  const { now, accounts, sessions, standingLinks } = context;
  await accounts.verifyEmail(userId, now);
  await standingLinks.endAll(userId, now);
  const others = (await sessions.liveOf(userId, now)).filter(({ id }) => id !== provingSessionId);
  await endSessions(
    userId,
    others.map(({ id }) => id),
    'claim_verified',
    context,
  );
}
