import { sessionRevoked } from '../kernel/access.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import type { UserPrincipal } from '../kernel/principal.ts';
import type { IdentityPorts } from './ports.ts';
import type { SecondFactorMethod, Session } from './session.ts';

/** Notes in the caller's session what was proven just now: the credential, a second factor, or both (SES-13). */
export async function proveInSession(
  user: UserPrincipal,
  proven: { readonly credential?: boolean; readonly secondFactor?: SecondFactorMethod | null },
  { now, sessions }: Pick<WritingContext, 'now'> & Pick<IdentityPorts, 'sessions'>,
): Promise<Session> {
  const session = await sessions.lock(user.sessionId);
  if (session === null || session.revokedAt !== null) throw sessionRevoked();
  const secondFactorMethod = proven.secondFactor ?? null;
  const after = {
    ...session,
    ...(proven.credential ? { authenticatedAt: now } : {}),
    ...(secondFactorMethod === null ? {} : { secondFactorAt: now, secondFactorMethod }),
  };
  await sessions.save(after);
  return after;
}
