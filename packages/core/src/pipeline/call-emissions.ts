import type { NewJob } from '../kernel/outbox.ts';
import type { Principal } from '../kernel/principal.ts';
import { actorOf } from './actor.ts';
import type { Call } from './call.ts';
import { type Emission, flushEmissions } from './emission.ts';
import { detailKeysOf } from './ledger-line.ts';
import type { ChanceryPorts } from './ports.ts';
import type { Transaction } from './unit-of-work.ts';

/** Writes what a call emitted, as the last statements of its transaction; returns the jobs that follow from it. */
export async function settleEmissions(
  { keyRing, ids }: Pick<ChanceryPorts, 'keyRing' | 'ids'>,
  transaction: Transaction,
  emissions: readonly Emission[],
  principal: Principal,
  { caller, now }: Call,
): Promise<readonly NewJob[]> {
  const { jobs, written } = await flushEmissions({
    transaction,
    emissions,
    actor: actorOf(principal),
    caller,
    now,
    detailKeys: detailKeysOf(keyRing),
    newId: () => ids.uuid7(),
  });
  transaction.settle(written);
  return jobs;
}
