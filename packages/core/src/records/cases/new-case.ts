import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, userId } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { accessToCase, type CaseStanding } from '../access/decision.ts';
import { requireMaySet } from '../access/label-change.ts';
import { type StatedLabels, statedMask } from '../access/labels.ts';
import { requirePurpose } from '../access/purposes.ts';
import { caseReferenceTaken, recordsLabelNotCleared } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import type { SeenSubject } from '../subjects/seen-subject.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { type CaseMember, caseStates, type RecordCase } from './case.ts';
import { caseFields, code, linkFields, memberFields, openedAt } from './case-fields.ts';

const member = z
  .strictObject(memberFields)
  .meta({ id: 'CaseMemberInput', description: 'Somebody who works on a case.' });
const link = z
  .strictObject({
    ...linkFields,
    role: linkFields.role.exclude(['primary']).describe('What the subject is to the case.'),
  })
  .meta({ id: 'CaseSubjectInput', description: 'Who else has to do with a case.' });

/** What is said of a new case. */
export const newCaseInput = z.strictObject({
  title: caseFields.title,
  caseType: code(100)
    .describe('The kind of case, a word of your trade; general if there is none.')
    .meta({ examples: ['general'] }),
  subjectId: id().describe('The id of the subject that the case is about.'),
  description: caseFields.description.default(null),
  priority: caseFields.priority.default('medium'),
  visibility: caseFields.visibility.default('team'),
  confidentiality: caseFields.confidentiality
    .optional()
    .describe('Its highest label; by default that of its type in the industry pack, or standard.'),
  additionalLabels: caseFields.additionalLabels.default([]),
  leadUserId: userId()
    .optional()
    .describe('Who leads the case; by default you. If it is somebody else, you are a contributor.'),
  members: z.array(member).max(50).default([]).describe('Who else works on it.'),
  subjects: z.array(link).max(49).default([]).describe('Who else has to do with it.'),
  status: z.enum(caseStates.initial).default('intake').describe('Whether work has begun.'),
  openedAt: openedAt().optional(),
  referralSource: caseFields.referralSource.default(null),
  jurisdiction: caseFields.jurisdiction.default(null),
  externalReference: caseFields.externalReference.default(null),
  retentionPolicyId: id()
    .optional()
    .describe(
      'The policy by which the case is kept, whatever holds for its type; owners and records managers choose one.',
    ),
  tags: caseFields.tags.default([]),
  customFields: caseFields.customFields.default({}),
  purposeOfUse: purposeOfUse(),
});
export type NewCaseInput = z.output<typeof newCaseInput>;

type Context = RecordsPorts & WritingContext;

/** The case as it would be stored; its number is still to be given. */
export function newCase(
  {
    confidentiality,
    additionalLabels,
    purposeOfUse: purpose,
    subjectId,
    openedAt: opened,
    leadUserId: _,
    members: __,
    subjects: ___,
    retentionPolicyId: ____,
    ...content
  }: NewCaseInput & Pick<StatedLabels, 'confidentiality'>,
  { subject, reader }: Pick<SeenSubject, 'subject' | 'reader'>,
  { now, newId, user: { userId: by } }: Pick<Context, 'now' | 'newId' | 'user'>,
): RecordCase {
  const ownMask = statedMask({ confidentiality, additionalLabels });
  const effectiveMask = ownMask | subject.effectiveMask;
  requireMaySet(ownMask, reader);
  requirePurpose(effectiveMask, purpose ?? null);
  if (opened !== undefined && opened > now)
    throw invalidField('/openedAt', 'field.out_of_range', 'Give an instant that is not in the future.');
  return {
    id: newId(),
    caseNumber: '',
    ...content,
    status: caseStates.begin(content.status),
    statusChangedAt: now,
    ...{ ownMask, effectiveMask },
    primarySubjectId: subjectId,
    blockedUserIds: [],
    openedAt: opened ?? now,
    closedAt: null,
    closureOutcome: null,
    createdByUserId: by,
    createdAt: now,
    updatedByUserId: by,
    updatedAt: now,
    version: 1,
  };
}

/** Who works on a new case: whoever made it leads it, unless somebody else does. Nobody is named twice. */
export function firstMembers(
  caseId: string,
  { leadUserId, members }: Pick<NewCaseInput, 'leadUserId' | 'members'>,
  { now, newId, user: { userId: by } }: Pick<Context, 'now' | 'newId' | 'user'>,
): readonly CaseMember[] {
  const lead = { userId: leadUserId ?? by, role: 'lead' as const, endsAt: null };
  const others = lead.userId === by ? [] : [{ userId: by, role: 'contributor' as const, endsAt: null }];
  const all = [lead, ...others, ...members];
  if (new Set(all.map((each) => each.userId)).size < all.length)
    throw invalidField(
      '/members',
      'field.duplicate',
      'Name each person once; you and the lead are members anyway.',
    );
  members.forEach(({ endsAt }, at) => {
    if (endsAt !== null && endsAt <= now) throw pastEnd(`/members/${at}/endsAt`);
  });
  return all.map((each) => ({
    id: newId(),
    caseId,
    ...each,
    addedAt: now,
    addedByUserId: by,
    endedAt: null,
  }));
}

export const pastEnd = (path: string) =>
  invalidField(path, 'field.out_of_range', 'Give an instant in the future.');

/** What somebody is to a case by their membership alone. */
export const standingOf = (
  { visibility, blockedUserIds }: Pick<RecordCase, 'visibility' | 'blockedUserIds'>,
  membership: CaseMember | undefined,
  userId: string,
): CaseStanding => ({
  caseRole: membership?.role ?? null,
  isBlocked: blockedUserIds.includes(userId),
  isVisibleToWorkspace: visibility === 'workspace',
  isAuthor: false,
  grants: [],
});

/** Nobody writes what they could not read afterwards (REC-92). */
export function requireStillSeen(
  recordCase: Pick<RecordCase, 'effectiveMask'>,
  reader: SeenSubject['reader'],
  standing: CaseStanding,
): void {
  if (accessToCase(recordCase.effectiveMask, reader, standing) === null) throw recordsLabelNotCleared();
}

/** Passes if no other live case has the key of somebody else's. */
export async function requireFreeCaseReference(
  { id: exceptId, externalReference }: Pick<RecordCase, 'id' | 'externalReference'>,
  { cases }: Pick<RecordsPorts, 'cases'>,
): Promise<void> {
  if (externalReference !== null && (await cases.isReferenceTaken(externalReference, exceptId)))
    throw caseReferenceTaken();
}
