import type { NewJob } from '../kernel/outbox.ts';
import type { Principal } from '../kernel/principal.ts';
import { actorOf } from './actor.ts';
import type { Call } from './call.ts';
import { type Emission, flushEmissions } from './emission.ts';
import type { Stamp } from './ledger-line.ts';
import { type BudgetUse, countOutsideMails } from './mail-budget.ts';
import type { ChanceryPorts } from './ports.ts';
import type { Transaction } from './unit-of-work.ts';

/** By whom and when something was emitted, and what becomes of mail to outsiders beyond the budget. */
type Settling = Stamp & { readonly mailBudget: BudgetUse };

/**
 * Counts the mail that what was emitted leads to, and writes what was emitted, as the last statements of its transaction;
 * returns the jobs that follow from it.
 */
export async function settleEmissions(
  ports: ChanceryPorts,
  transaction: Transaction,
  emissions: readonly Emission[],
  { mailBudget: use, ...stamp }: Settling,
): Promise<readonly NewJob[]> {
  const { keyRing, ids } = ports;
  const { jobs, written } = await flushEmissions({
    ...stamp,
    transaction,
    emissions,
    counted: () => countOutsideMails(ports, transaction, emissions, { now: stamp.now, use }),
    keyRing,
    newId: () => ids.uuid7(),
  });
  transaction.settle(written);
  return jobs;
}

/** A call as the ledger names it. What works on every plan is not refused for the mails that it leads to (BIL-3). */
export const stampOf = (principal: Principal, { caller, now, useCase }: Call): Settling => ({
  actor: actorOf(principal),
  caller,
  now,
  mailBudget: useCase.always ? 'count' : 'refuse',
});
