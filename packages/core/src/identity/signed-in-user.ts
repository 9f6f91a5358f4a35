import type { HandlerContext } from '../kernel/handler-context.ts';
import type { IdentityPorts } from './ports.ts';

/** On a public endpoint: the id of the person whose valid access token was sent, or null (D4). */
export async function signedInUser({
  caller,
  tokens,
  now,
  sessions,
}: Pick<HandlerContext, 'caller' | 'now'> & Pick<IdentityPorts, 'sessions' | 'tokens'>): Promise<
  string | null
> {
  if (caller.credential === null) return null;
  const claims = await tokens.verify(caller.credential, now);
  if (typeof claims === 'string') return null;
  return (await sessions.isLive(claims.sid, claims.jti, claims.sub, now)) ? claims.sub : null;
}
