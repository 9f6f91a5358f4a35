import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/**
 * Everything goes with its workspace, its keys first: what a backup still has of it opens no more. The ledger and its
 * checkpoints stay, and prove what happened.
 */
export const recordsClosure = closureParticipant(ports, {
  async purge(workspaceId, { transact, keyVault }) {
    await keyVault.destroyAll(workspaceId);
    await transact(async (work) => {
      work.enter(workspaceId);
      await work.cases.purge();
      await work.recordStandings.purge();
      await work.recordSignatures.purge();
      await work.recordTemplates.purge();
      await work.subjects.purge();
      await work.integrityChecks.purge();
      await work.recordKeys.purge();
      await work.recordSigningKeys.purge();
    });
  },
});
