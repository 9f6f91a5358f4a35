import type { CredentialRow, Standing } from '../kernel/credentials.ts';
import { entitlementsOf, noCounters } from '../kernel/entitlements.ts';
import { admit, authenticate, type Presented } from '../kernel/gates.ts';
import type { Principal } from '../kernel/principal.ts';
import type { Call } from './call.ts';
import { planOf } from './plan.ts';
import type { ChanceryPorts } from './ports.ts';
import type { Transaction } from './unit-of-work.ts';

/** Gate 3, second half: what the database holds of session or key at this moment (PLT-12). */
export function standingOf(
  transaction: Transaction,
  presented: Presented,
): Promise<Standing<CredentialRow> | null> {
  if (presented.kind === 'key') return transaction.apiKey(presented.prefix);
  if (presented.kind === 'nobody') return Promise.resolve(null);
  const { sid, jti, wid } = presented.claims;
  return transaction.session(sid, jti, wid);
}

/** Gate 3: who the caller is by this credential; refuses also if the endpoint asks for a workspace that is not there. */
export function principalOf(
  ports: Pick<ChanceryPorts, 'plans' | 'settings'>,
  row: CredentialRow,
  presented: Presented,
  call: Call,
): Principal {
  const principal = authenticate(row, presented, call.caller.address, call.now);
  if (principal.kind === 'api_key') {
    const { plan, month } = planOf(ports, principal, call.now);
    entitlementsOf(plan, ports.plans, noCounters, month).requireFeature('api_integrations');
  }
  admit(principal, call.useCase, call.now);
  return principal;
}
