import type { NewJob } from '../kernel/outbox.ts';
import type { Principal } from '../kernel/principal.ts';
import { actorOf } from './actor.ts';
import type { Call } from './call.ts';
import { type Emission, flushEmissions } from './emission.ts';
import { detailKeysOf, type Stamp } from './ledger-line.ts';
import type { ChanceryPorts } from './ports.ts';
import type { Transaction } from './unit-of-work.ts';

/** Writes what was emitted in a transaction, as the last statements of it; returns the jobs that follow from it. */
export async function settleEmissions(
  { keyRing, ids }: Pick<ChanceryPorts, 'keyRing' | 'ids'>,
  transaction: Transaction,
  emissions: readonly Emission[],
  stamp: Omit<Stamp, 'detailKeys'>,
): Promise<readonly NewJob[]> {
  const { jobs, written } = await flushEmissions({
    ...stamp,
    transaction,
    emissions,
    detailKeys: detailKeysOf(keyRing),
    newId: () => ids.uuid7(),
  });
  transaction.settle(written);
  return jobs;
}

/** A call as the ledger names it. */
export const stampOf = (principal: Principal, { caller, now }: Call): Omit<Stamp, 'detailKeys'> => ({
  actor: actorOf(principal),
  caller,
  now,
});
