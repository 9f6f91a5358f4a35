import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { caseRoles } from '../access/decision.ts';
import { labels, labelsOf } from '../access/labels.ts';
import { recordWebhook } from '../record-webhook.ts';
import { caseStates, caseSubjectRoles, type RecordCase } from './case.ts';

const caseAndLabels = { caseId: id(), subjectId: id(), labels: z.array(z.enum(labels)) };
type AboutCase = z.output<z.ZodObject<typeof caseAndLabels>>;
const ofCase = {
  target: ({ caseId }: AboutCase) => ({ kind: 'case', id: caseId }),
  refs: ({ caseId, subjectId }: AboutCase) => ({ caseId, subjectId }),
  labels: ({ labels: effective }: AboutCase) => effective,
};

/** What every event about a case says of it. */
export const aboutCase = ({
  id: caseId,
  primarySubjectId,
  effectiveMask,
}: Pick<RecordCase, 'id' | 'primarySubjectId' | 'effectiveMask'>): AboutCase => ({
  caseId,
  subjectId: primarySubjectId,
  labels: [...labelsOf(effectiveMask)],
});

/** What integrations hear of a case: ids and labels, and at which version it is. */
const leaving = {
  webhook: recordWebhook((about: AboutCase & { readonly version: number }) => ({
    ...ofCase.target(about),
    version: about.version,
  })),
};

export const caseCreated = event(
  'case.created',
  z.strictObject({ ...caseAndLabels, version: z.int(), caseType: z.string(), title: z.string() }),
  { ...ofCase, facts: ({ caseType }) => ({ caseType }), detail: ({ title }) => ({ title }) },
  leaving,
);
/** Reading what is labelled beyond confidential leaves a line (REC-6). */
export const caseRead = event('case.read', z.strictObject(caseAndLabels), ofCase);

export const caseSubjectLinked = event(
  'case.subject_linked',
  z.strictObject({ ...caseAndLabels, linkedSubjectId: id(), role: z.enum(caseSubjectRoles) }),
  {
    ...ofCase,
    refs: ({ caseId, linkedSubjectId }) => ({ caseId, subjectId: linkedSubjectId }),
    facts: ({ role }) => ({ role }),
  },
);
export const caseMemberAdded = event(
  'case.member_added',
  z.strictObject({
    ...caseAndLabels,
    role: z.enum(caseRoles),
    memberUserId: z.string(),
    reason: z.string().nullable(),
  }),
  {
    ...ofCase,
    facts: ({ role, memberUserId }) => ({ role, memberUserId }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
);

/** Values as they were and as they are stand beside the chain, names of fields in it. */
export const caseUpdated = event(
  'case.updated',
  z.strictObject({
    ...caseAndLabels,
    before: z.record(z.string(), z.json()),
    after: z.record(z.string(), z.json()),
  }),
  {
    ...ofCase,
    facts: ({ after }) => ({ changed: Object.keys(after).sort() }),
    detail: ({ before, after }) => ({ before, after }),
  },
);
export const caseStatusChanged = event(
  'case.status_changed',
  z.strictObject({
    ...caseAndLabels,
    version: z.int(),
    from: z.enum(caseStates.states),
    to: z.enum(caseStates.states),
    reason: z.string(),
    closureOutcome: z.string().nullable(),
  }),
  {
    ...ofCase,
    facts: ({ from, to }) => ({ from, to }),
    detail: ({ reason, closureOutcome }) => ({
      reason,
      ...(closureOutcome === null ? {} : { closureOutcome }),
    }),
  },
  leaving,
);
/** What was written in the case is gone for good (governance 7). */
export const caseDisposed = event('case.disposed', z.strictObject(caseAndLabels), ofCase);
export const caseSubjectUnlinked = event(
  'case.subject_unlinked',
  z.strictObject({ ...caseAndLabels, linkedSubjectId: id(), reason: z.string() }),
  {
    ...ofCase,
    refs: ({ caseId, linkedSubjectId }) => ({ caseId, subjectId: linkedSubjectId }),
    detail: ({ reason }) => ({ reason }),
  },
);
export const caseMemberChanged = event(
  'case.member_changed',
  z.strictObject({
    ...caseAndLabels,
    from: z.enum(caseRoles),
    to: z.enum(caseRoles),
    memberUserId: z.string(),
    reason: z.string().nullable(),
  }),
  {
    ...ofCase,
    facts: ({ from, to, memberUserId }) => ({ from, to, memberUserId }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
);
export const caseMemberRemoved = event(
  'case.member_removed',
  z.strictObject({ ...caseAndLabels, memberUserId: z.string(), reason: z.string().nullable() }),
  {
    ...ofCase,
    facts: ({ memberUserId }) => ({ memberUserId }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
);
/** The ethical wall around a case. */
export const caseWallChanged = event(
  'case.wall_changed',
  z.strictObject({ ...caseAndLabels, added: z.array(z.string()), removed: z.array(z.string()) }),
  { ...ofCase, facts: ({ added, removed }) => ({ added, removed }) },
);
