import type { TransactionMode, UnitOfWork } from '@chancery/core';

/** The same transactions, with the mode of each in the order in which they began, since this was last asked. */
export function notedModes(transactions: UnitOfWork): {
  readonly unitOfWork: UnitOfWork;
  readonly since: () => TransactionMode[];
} {
  const modes: TransactionMode[] = [];
  return {
    unitOfWork: {
      run: (mode, ...further) => {
        modes.push(mode);
        return transactions.run(mode, ...further);
      },
    },
    since: () => modes.splice(0),
  };
}
