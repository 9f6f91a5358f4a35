import { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { shown } from '../../kernel/shapes.ts';
import { labels, labelsOf } from '../access/labels.ts';
import type { RecordsPorts } from '../ports.ts';
import { namedUsers, UserRef } from '../subjects/user-refs.ts';
import type { SealOfCase } from '../texts/case-seals.ts';
import {
  type FollowUp,
  followUpPriorities,
  followUpSourceKinds,
  followUpStates,
  isOverdue,
  type ListedFollowUp,
} from './follow-up.ts';
import { followUpText } from './follow-up-text.ts';

export const FollowUpView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    caseId: shown.id().describe('The id of the case.'),
    subjectId: shown.id().nullable().describe('The subject that it is about; null for none.'),
    artifactId: shown.id().nullable().describe('The entry that it is about; null for none.'),
    encounterId: shown.id().nullable().describe('The encounter that it follows; null for none.'),
    title: z.string().describe('What is to be done.'),
    description: z.string().nullable().describe('More about it; null for nothing.'),
    status: z.enum(followUpStates.states).describe('Where it stands.'),
    priority: z.enum(followUpPriorities).describe('How pressing it is.'),
    owner: UserRef.describe('Who is to do it.'),
    dueAt: shown.instant().nullable().describe('When it is due; null for never.'),
    overdue: z.boolean().describe('Whether it is late now.'),
    reminders: z.array(z.int()).describe('How many minutes before it is due its owner is reminded.'),
    outcome: z.string().nullable().describe('What came of it; null for nothing.'),
    cancelReason: z.string().nullable().describe('Why it was dropped; null if it was not.'),
    source: z
      .object({
        kind: z.enum(followUpSourceKinds).describe('How it came about.'),
        sourceId: z.string().nullable().describe('What it came from; null if somebody just wrote it down.'),
      })
      .describe('Where it came from.'),
    completedAt: shown.instant().nullable().describe('When it was done; null if it is not.'),
    completedBy: UserRef.nullable().describe('Who did it; null if it is not done.'),
    effectiveLabels: z
      .array(z.enum(labels))
      .describe('The labels of its case and of its entry, the highest first.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who created it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: UserRef.describe('Who changed it last.'),
    version: shown.version(),
  })
  .meta({ id: 'FollowUp', description: 'Something that is to be done in a case.' });

type Context = Pick<RecordsPorts, 'memberDirectory'> & Pick<HandlerContext, 'workspaceId' | 'now'>;
type Shown = z.input<typeof FollowUpView>;
type Opened = FollowUp & Pick<ListedFollowUp, 'effectiveMask'>;

/** Reads the names of people in one query; how each is shown is asked for once what is written about it was opened. */
export async function showingFollowUps(
  followUps: readonly ListedFollowUp[],
  context: Context,
): Promise<(sealOf: SealOfCase) => Shown[]> {
  const show = await showing(followUps, context);
  return (sealOf) => followUps.map((each) => show(followUpText.opened(each, sealOf(each.caseId))));
}

export const shownFollowUp = async (followUp: Opened, context: Context): Promise<Shown> =>
  (await showing([followUp], context))(followUp);

type People = Pick<FollowUp, 'ownerUserId' | 'completedByUserId' | 'createdByUserId' | 'updatedByUserId'>;

async function showing(followUps: readonly People[], context: Context): Promise<(followUp: Opened) => Shown> {
  const named = await namedUsers(
    followUps.flatMap(({ ownerUserId, completedByUserId, createdByUserId, updatedByUserId }) => [
      ...[ownerUserId, createdByUserId, updatedByUserId],
      ...(completedByUserId === null ? [] : [completedByUserId]),
    ]),
    context,
  );
  return ({
    ownerUserId,
    completedByUserId,
    createdByUserId,
    updatedByUserId,
    sourceKind,
    sourceId,
    armedAt: _,
    effectiveMask,
    ...followUp
  }) => ({
    ...followUp,
    workspaceId: context.workspaceId,
    reminders: [...followUp.reminders],
    owner: named(ownerUserId),
    overdue: isOverdue(followUp, context.now),
    source: { kind: sourceKind, sourceId },
    completedBy: completedByUserId === null ? null : named(completedByUserId),
    effectiveLabels: [...labelsOf(effectiveMask)],
    createdBy: named(createdByUserId),
    updatedBy: named(updatedByUserId),
  });
}
