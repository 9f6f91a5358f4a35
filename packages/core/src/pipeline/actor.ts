import type { AuditPayload } from '../kernel/ledger/index.ts';
import type { Principal } from '../kernel/principal.ts';

/** Who acts, as the ledger names them. */
export type Actor = AuditPayload['actor'];

export const systemActor: Actor = { kind: 'system', id: null, sessionId: null };
/** Whoever has the shell of the machine. */
export const operatorActor: Actor = { kind: 'operator', id: null, sessionId: null };

/** Whoever has no credential acts by a link; which one it was stands in the facts (records 7.2). */
export function actorOf(principal: Principal): Actor {
  if (principal.kind === 'user')
    return { kind: 'user', id: principal.userId, sessionId: principal.sessionId };
  if (principal.kind === 'api_key') return { kind: 'api_key', id: principal.apiKeyId, sessionId: null };
  return { kind: 'public_link', id: null, sessionId: null };
}
