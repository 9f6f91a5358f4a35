import { offer } from '../kernel/context-ports.ts';
import type { CaseRetention, RecordPacks, SubjectConsents } from '../records/index.ts';
import { recordPacks } from './packs/known-packs.ts';
import { ports } from './ports.ts';
import { comparedClocks } from './retention/compared-clocks.ts';

/** The ports that this context implements for others. */
export const offers = {
  caseRetention: offer(
    ports,
    (own): CaseRetention => ({
      async of(caseId) {
        const { retentionClocks, retentionPolicies } = own();
        const clock = await retentionClocks.find(caseId);
        const [policy] = clock === null ? [] : await retentionPolicies.findAll([clock.policyId]);
        if (clock === null || policy === undefined) return null;
        const { policyId, state, triggerDate, dueOn, onHold } = clock;
        return { policyId, policyName: policy.name, state, triggerDate, dueOn, onHold };
      },
      holdsOn: async (caseId) => (await own().recordHolds.on([caseId])).get(caseId) ?? [],
      isApproved: (caseId) => own().dispositions.isApproved(caseId),
      compared: (caseId, after, at) => {
        const { retentionClocks, retentionPolicies, workspaceIdentity, jobControl } = own();
        return comparedClocks(caseId, after, {
          ...{ retentionClocks, retentionPolicies, workspaceIdentity, jobControl },
          ...at,
        });
      },
    }),
  ),
  subjectConsents: offer(
    ports,
    (own): SubjectConsents => ({ count: (subjectIds) => own().consents.count(subjectIds) }),
  ),
  recordPacks: offer(ports, (own): RecordPacks => recordPacks(own)),
};
