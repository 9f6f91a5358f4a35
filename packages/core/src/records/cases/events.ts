import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { caseRoles } from '../access/decision.ts';
import { labels, labelsOf } from '../access/labels.ts';
import { caseSubjectRoles, type RecordCase } from './case.ts';

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

export const caseCreated = event(
  'case.created',
  z.strictObject({ ...caseAndLabels, caseType: z.string(), title: z.string() }),
  { ...ofCase, facts: ({ caseType }) => ({ caseType }), detail: ({ title }) => ({ title }) },
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
