import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** Subjects and checks go with their workspace; the ledger and its checkpoints stay, and prove what happened. */
export const recordsClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.subjects.purge();
      await work.integrityChecks.purge();
    }),
});
