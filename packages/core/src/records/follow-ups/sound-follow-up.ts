import type { HandlerContext } from '../../kernel/handler-context.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { RecordsPorts } from '../ports.ts';
import { followUpOwnerNotMember } from './errors.ts';
import type { FollowUp } from './follow-up.ts';

type Context = Pick<RecordsPorts, 'caseMembers' | 'caseSubjects' | 'encounters'> &
  Pick<HandlerContext, 'now'>;

/** Passes if the owner works on the case at this moment. */
export async function requireOwner(
  { caseId, ownerUserId }: Pick<FollowUp, 'caseId' | 'ownerUserId'>,
  { caseMembers, now }: Pick<Context, 'caseMembers' | 'now'>,
): Promise<void> {
  const members = await caseMembers.activeOf(caseId, now);
  if (!members.some(({ userId }) => userId === ownerUserId)) throw followUpOwnerNotMember();
}

/** Passes if what it is about belongs to the same case. */
export async function requireOfCase(
  { caseId, subjectId, encounterId }: Pick<FollowUp, 'caseId' | 'subjectId' | 'encounterId'>,
  { caseSubjects, encounters }: Context,
): Promise<void> {
  if (subjectId !== null && !(await caseSubjects.idsOf(caseId)).includes(subjectId))
    throw invalidField('/subjectId', 'field.invalid', 'Name a subject of the case.');
  if (encounterId !== null && (await encounters.find(encounterId))?.caseId !== caseId)
    throw invalidField('/encounterId', 'field.invalid', 'Name an encounter of the case.');
}
