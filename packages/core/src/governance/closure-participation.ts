import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** A hold, and a case that is to be kept, keep the workspace (records 11). What was decided about records goes with it. */
export const governanceClosure = closureParticipant(ports, {
  async blockers(_, { recordHolds, retentionClocks, dispositions, now }) {
    const [held, kept] = [await recordHolds.countActive(), await retentionClocks.countKept()];
    const { executing } = await dispositions.counts(now);
    return [
      ...(held === 0 ? [] : [{ kind: 'record_hold', count: held }]),
      ...(executing === 0 ? [] : [{ kind: 'disposition_review', count: executing }]),
      ...(kept === 0 ? [] : [{ kind: 'retained_case', count: kept }]),
    ];
  },

  purge: (workspaceId, { transact }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.disclosureAuthorizations.purge();
      await work.consents.purge();
      await work.intelligenceRuns.purge();
      await work.dispositions.purge();
      await work.recordHolds.purge();
      await work.retentionClocks.purge();
      await work.retentionPolicies.purge();
      await work.industryPacks.purge();
      await work.recordSettings.purge();
    }),
});
