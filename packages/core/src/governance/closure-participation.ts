import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** What was decided about records goes with the workspace. */
export const governanceClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.disclosureAuthorizations.purge();
      await work.consents.purge();
      await work.intelligenceRuns.purge();
      await work.industryPacks.purge();
      await work.recordSettings.purge();
    }),
});
