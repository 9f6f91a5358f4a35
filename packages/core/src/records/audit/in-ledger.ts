import type { ReactingContext } from '../../kernel/reacting-context.ts';
import type { ports } from '../ports.ts';

type Transact = ReactingContext<typeof ports>['transact'];
type Inside = Parameters<Parameters<Transact>[0]>[0];

/** Transactions on one ledger: the installation's too, to which no job belongs. What they hold is of that ledger. */
export const inLedger =
  (ledgerId: string, transact: Transact) =>
  <T>(work: (context: Inside) => Promise<T>): Promise<T> =>
    transact((context) => {
      context.enter(ledgerId);
      return work(context);
    });
