import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { ports } from './ports.ts';

type Transact = ReactingContext<typeof ports>['transact'];
export type InsideWorkspace = Parameters<Parameters<Transact>[0]>[0];

/** Transactions of a job in one workspace; for the ledger of the installation, to which no job belongs, in that. */
export const inWorkspace =
  (workspaceId: string, transact: Transact) =>
  <T>(work: (context: InsideWorkspace) => Promise<T>): Promise<T> =>
    transact((context) => {
      context.enter(workspaceId);
      return work(context);
    });
