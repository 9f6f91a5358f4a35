import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** What is said of documents goes with them; types, policies, settings and where policies stood go here. */
export const lifecycleClosure = closureParticipant(ports, {
  async blockers(_, { retentionCandidates }) {
    const count = await retentionCandidates.blockingClosure();
    return count === 0 ? [] : [{ kind: 'retention_candidate', count }];
  },

  async purge(workspaceId, { transact }) {
    await transact(async (work) => {
      work.enter(workspaceId);
      await work.policyAssignments.purge();
      await work.lifecycleActions.purge();
      await work.renewals.purge();
      await work.retentionCandidates.purge();
      await work.documentSearch.purge();
      await work.lifecycles.purge();
      await work.expirationPolicies.purge();
      await work.documentTypes.purge();
      await work.lifecycleSettings.purge();
      await work.savedViews.purge();
    });
  },
});
