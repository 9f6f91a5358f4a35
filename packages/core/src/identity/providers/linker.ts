import { authRequired, reauthenticationRequired } from '../../kernel/access.ts';
import { secondsBetween } from '../../kernel/time.ts';
import type { IdentityPreparing } from '../ports.ts';

/** Who asked for an identity to be linked, and in which session. */
export interface Linker {
  readonly userId: string;
  readonly sessionId: string;
}

export const linkerErrors = [authRequired, reauthenticationRequired];

/** On a public endpoint: the signed-in person who links an identity; throws unless they have a recent proof (OID-10). */
export async function linkerOf({ caller, tokens, now, transact }: IdentityPreparing): Promise<Linker> {
  if (caller.credential === null) throw authRequired();
  const claims = await tokens.verify(caller.credential, now);
  if (typeof claims === 'string') throw authRequired();
  const { sub: userId, sid: sessionId, jti, wid } = claims;
  const { session, membership } = await transact(async ({ sessions, workspaceAccess }) => ({
    session: (await sessions.isLive(sessionId, jti, userId, now)) ? await sessions.get(sessionId) : null,
    membership: wid === null ? null : await workspaceAccess.membershipIn(userId, wid),
  }));
  if (session === null) throw authRequired();
  const minutes = membership?.workspace.settings.reauthenticationMinutes ?? 15;
  if (secondsBetween(session.authenticatedAt, now) > minutes * 60) throw reauthenticationRequired();
  return { userId, sessionId };
}
