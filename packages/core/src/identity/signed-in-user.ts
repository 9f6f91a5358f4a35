import type { HandlerContext } from '../kernel/handler-context.ts';
import type { IdentityPorts } from './ports.ts';

/** On a public endpoint: whose valid access token was sent, and of which session; null if none was (D4). */
export async function signedInUser({
  caller,
  tokens,
  now,
  sessions,
}: Pick<HandlerContext, 'caller' | 'now'> & Pick<IdentityPorts, 'sessions' | 'tokens'>): Promise<{
  readonly userId: string;
  readonly sessionId: string;
} | null> {
  if (caller.credential === null) return null;
  const claims = await tokens.verify(caller.credential, now);
  if (typeof claims === 'string') return null;
  return (await sessions.isLive(claims.sid, claims.jti, claims.sub, now))
    ? { userId: claims.sub, sessionId: claims.sid }
    : null;
}
