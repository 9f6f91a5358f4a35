import { offer } from '../kernel/context-ports.ts';
import type { CaseRetention, RecordPacks, SubjectConsents } from '../records/index.ts';
import { recordPacks } from './packs/known-packs.ts';
import { ports } from './ports.ts';
import { comparedClocks } from './retention/compared-clocks.ts';
import { keptBy, keptCase } from './retention/kept-case.ts';

/** The ports that this context implements for others. */
export const offers = {
  caseRetention: offer(
    ports,
    (own): CaseRetention => ({
      of: (caseId) => keptCase(caseId, own()),
      keepBy: (policyId, opened, context) => keptBy(policyId, opened, own(), context),
      holdsOn: async (caseId) => (await own().recordHolds.on([caseId])).get(caseId) ?? [],
      heldSubjects: (subjectIds) => own().recordHolds.heldSubjects(subjectIds),
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
