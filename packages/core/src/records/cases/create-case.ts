import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { localDate } from '../../kernel/plain-dates.ts';
import { invalidField } from '../../kernel/validation.ts';
import { purposeUsed } from '../access/purposes.ts';
import {
  caseMemberNotEligible,
  caseReferenceTaken,
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectInvalidState,
  subjectNotFound,
} from '../errors.ts';
import { giveKey, moreKeys } from '../keys/scope-key.ts';
import { confidentialityOfCase, requirePackType } from '../pack/record-pack.ts';
import { action, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { deniedSubject, seenSubject } from '../subjects/seen-subject.ts';
import { type CaseMember, type CaseSubject, caseNumberOf, type RecordCase } from './case.ts';
import { requireEligible } from './eligible-members.ts';
import { aboutCase, caseCreated, caseMemberAdded, caseSubjectLinked } from './events.ts';
import { linkableSubject, requireLinkable } from './linkable-subjects.ts';
import {
  firstMembers,
  type NewCaseInput,
  newCase,
  newCaseInput,
  requireFreeCaseReference,
  requireStillSeen,
  standingOf,
} from './new-case.ts';
import { mayChooseRetention } from './retention-choice.ts';
import { shownCase } from './shown-case.ts';
import { CaseView } from './views.ts';

export const createCase = action({
  summary: 'Open a case',
  description:
    'A case is the unit of work for one subject. You lead it, unless leadUserId names somebody else. Its labels and those of the subject decide who reads it.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'professional_records',
  throttles: writesOfRecords,
  input: newCaseInput,
  output: z.object({ case: CaseView }),
  errors: [
    subjectNotFound,
    subjectInvalidState,
    caseMemberNotEligible,
    caseReferenceTaken,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    recordsLabelNotCleared,
  ],
  denial: deniedSubject,

  find: (input, context) => seenSubject(input, context, 'for update'),
  may: mayChooseRetention,

  prepares: () => false,
  prepare: (_, context) => moreKeys(context),

  async run(input, context) {
    const { found, user, now, entitlements, accessedBy } = context;
    requireLinkable(found.subject);
    await requirePackType('caseType', input.caseType, context);
    const usual = await confidentialityOfCase(input.caseType, context);
    const recordCase = newCase({ ...input, confidentiality: input.confidentiality ?? usual }, found, context);
    const members = firstMembers(recordCase.id, input, context);
    await requireEligible(members, context);
    const mine = members.find(({ userId }) => userId === user.userId);
    const standing = standingOf(recordCase, mine, user.userId);
    requireStillSeen(recordCase, found.reader, standing);
    const subjects = await linkedSubjects(recordCase.id, input, context);
    await entitlements.take('open_cases');
    await context.cases.lockUniqueness();
    await requireFreeCaseReference(recordCase, context);

    const numbered = { ...recordCase, caseNumber: await nextCaseNumber(recordCase, context) };
    await context.cases.add(numbered);
    await giveKey({ kind: 'case', id: recordCase.id }, context);
    await context.caseMembers.add(members);
    await context.caseSubjects.add(subjects);
    if (input.retentionPolicyId !== undefined)
      await context.caseRetention.keepBy(input.retentionPolicyId, numbered, context);
    accessedBy({
      access: { basis: 'case_member', grantId: null },
      purposeOfUse: purposeUsed(input.purposeOfUse ?? null),
    });
    sayOpened(numbered, members, subjects, context);
    const seen = { case: numbered, reader: found.reader, standing, now };
    return { case: await shownCase(seen, input.purposeOfUse ?? null, context) };
  },
});

type Context = RecordsPorts & WritingContext;

/** The number counts within the year in which the case was opened, in the zone of the workspace (REC-23). */
async function nextCaseNumber(
  { openedAt }: Pick<RecordCase, 'openedAt'>,
  { cases, user, timeZones }: Context,
): Promise<string> {
  const zone = user.workspace?.settings.defaultTimeZone ?? 'UTC';
  const year = localDate(openedAt, zone, timeZones).slice(0, 4);
  return caseNumberOf(year, await cases.nextNumber(year));
}

/** The primary subject and all others, each as the caller sees it and once. */
async function linkedSubjects(
  caseId: string,
  { subjectId, subjects, purposeOfUse }: NewCaseInput,
  context: Context,
): Promise<readonly CaseSubject[]> {
  const ids = [subjectId, ...subjects.map((link) => link.subjectId)];
  if (new Set(ids).size < ids.length)
    throw invalidField('/subjects', 'field.duplicate', 'Name each subject once.');
  // Nobody merges one of them away meanwhile.
  await context.subjects.lock(ids);
  for (const each of ids) await linkableSubject({ subjectId: each, purposeOfUse }, context);
  const primary = { subjectId, role: 'primary' as const, relationship: null, startsOn: null };
  return [primary, ...subjects].map((link) => ({
    id: context.newId(),
    caseId,
    ...link,
    endsOn: null,
    linkedAt: context.now,
    endedAt: null,
  }));
}

function sayOpened(
  recordCase: RecordCase,
  members: readonly CaseMember[],
  subjects: readonly CaseSubject[],
  { emit }: Pick<Context, 'emit'>,
): void {
  const about = aboutCase(recordCase);
  const { version, caseType, title } = recordCase;
  emit(caseCreated, { ...about, version, caseType, title });
  for (const { subjectId, role } of subjects)
    emit(caseSubjectLinked, { ...about, linkedSubjectId: subjectId, role });
  for (const { userId, role } of members)
    emit(caseMemberAdded, { ...about, role, memberUserId: userId, reason: null });
}
