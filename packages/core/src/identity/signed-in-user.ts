import type { HandlerContext } from '../kernel/use-case.ts';
import type { IdentityPorts } from './ports.ts';

/** On a public row: the person whose access token was sent and is good now; null for anybody else (D4). */
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
